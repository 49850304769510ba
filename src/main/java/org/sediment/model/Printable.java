package org.sediment.model;

/**
 * Bytes as text for messages: printable ASCII as it is, everything else as {@code \xHH}. Stateless.
 */
public final class Printable {
  private static final int LIMIT = 200;

  private Printable() {}

  /** The bytes as text, cut after 200 of them. */
  public static String of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** As {@link #of(byte[])}, for a part of an array. */
  public static String of(byte[] bytes, int offset, int length) {
    StringBuilder out = new StringBuilder(Math.min(length, LIMIT) + 8);
    for (int i = offset; i < offset + Math.min(length, LIMIT); i++) {
      int b = bytes[i] & 0xFF;
      if (b >= ' ' && b <= '~' && b != '\\') {
        out.append((char) b);
      } else {
        out.append(String.format("\\x%02X", b));
      }
    }
    return length > LIMIT ? out.append("...").toString() : out.toString();
  }
}
