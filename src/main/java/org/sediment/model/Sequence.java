package org.sediment.model;

import java.nio.charset.StandardCharsets;

/**
 * The place of a change event in its source's order: decimal numbers of any size joined by dots,
 * such as {@code 15} or {@code 118.108.2}.
 *
 * <p>Compared number by number; leading zeros do not matter; a missing component sorts first
 * ({@code 17 < 17.0}). Equal sequences name the same event. Immutable.
 */
public final class Sequence implements Comparable<Sequence> {
  private final String canonical;

  private Sequence(String canonical) {
    this.canonical = canonical;
  }

  /**
   * Reads a sequence from its ASCII text.
   *
   * @throws IllegalArgumentException if the text is anything but digits in groups joined by single
   *     dots; the message shows the text and the remedy
   */
  public static Sequence parse(byte[] text) {
    return parse(text, 0, text.length);
  }

  /** As {@link #parse(byte[])}, from a part of an array. */
  public static Sequence parse(byte[] text, int offset, int length) {
    return parse(new String(text, offset, length, StandardCharsets.ISO_8859_1));
  }

  /** As {@link #parse(byte[])}, from a string. */
  public static Sequence parse(String text) {
    int length = text.length();
    boolean leadingZero = false;
    int start = 0;
    for (int i = 0; i <= length; i++) {
      char c = i == length ? '.' : text.charAt(i);
      if (c == '.') {
        if (i == start) {
          throw malformed(text);
        }
        leadingZero |= text.charAt(start) == '0' && i - start > 1;
        start = i + 1;
      } else if (c < '0' || c > '9') {
        throw malformed(text);
      }
    }
    return new Sequence(leadingZero ? withoutLeadingZeros(text) : text);
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "sequence '"
            + Printable.of(text.getBytes(StandardCharsets.ISO_8859_1))
            + "' is not decimal numbers joined by dots; write it like 15 or 118.108.2");
  }

  private static String withoutLeadingZeros(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int length = text.length();
    int start = 0;
    for (int i = 0; i <= length; i++) {
      if (i == length || text.charAt(i) == '.') {
        int first = start;
        while (first < i - 1 && text.charAt(first) == '0') {
          first++;
        }
        out.append(text, first, i);
        if (i < length) {
          out.append('.');
        }
        start = i + 1;
      }
    }
    return out.toString();
  }

  /** The text with no leading zeros, as it stands in the names of remembered deletes. */
  public String canonical() {
    return canonical;
  }

  @Override
  public int compareTo(Sequence other) {
    String a = canonical;
    String b = other.canonical;
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      int endA = endOfNumber(a, i);
      int endB = endOfNumber(b, j);
      int order = Integer.compare(endA - i, endB - j);
      for (; order == 0 && i < endA; i++, j++) {
        order = Character.compare(a.charAt(i), b.charAt(j));
      }
      if (order != 0) {
        return order;
      }
      i = endA + 1;
      j = endB + 1;
    }
    return Boolean.compare(i < a.length(), j < b.length());
  }

  private static int endOfNumber(String text, int from) {
    int dot = text.indexOf('.', from);
    return dot < 0 ? text.length() : dot;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sequence that && that.canonical.equals(canonical);
  }

  @Override
  public int hashCode() {
    return canonical.hashCode();
  }

  @Override
  public String toString() {
    return canonical;
  }
}
