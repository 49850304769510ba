package org.sediment.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What a qualifier of a delta family names: a delta, a base, a late entry, a mark, or nothing that
 * Sediment knows.
 *
 * <p>Frozen layout; the first {@code :} {@code ;} or {@code <} ends the counter's name:
 *
 * <pre>
 * counter ':' event-id          DELTA             event-id not empty
 * counter ';'                   BASE
 * counter '&lt;d:' event-id        LATE_DELTA
 * counter '&lt;r:' event-id        LATE_RETRACTION
 * counter '&lt;R'                  LATE_ROW_DELETE
 * counter '&lt;x:' event-id '@' ms MARK              event-id empty: of a row delete
 * anything else                 MALFORMED
 * </pre>
 *
 * <p>{@code : ; <} are adjacent bytes, so all cells of a counter are neighbours: its deltas, its
 * base, its late entries.
 *
 * @param kind what is named
 * @param counter the counter's name, may be empty
 * @param eventId the event ID; empty for BASE, LATE_ROW_DELETE and MALFORMED; for MARK without its
 *     {@code @ms}
 */
public record DeltaColumn(Kind kind, byte[] counter, byte[] eventId) {
  /** Kinds of columns in a delta family. */
  public enum Kind {
    /** One change to a counter. */
    DELTA,
    /** What compaction folded. */
    BASE,
    /** A delta that came after its time was folded. */
    LATE_DELTA,
    /** A retraction that came too late. */
    LATE_RETRACTION,
    /** A row delete that came too late. */
    LATE_ROW_DELETE,
    /** Arrival mark of a retraction or row delete. */
    MARK,
    /** None of these. */
    MALFORMED;

    /** Whether this is one of the three kinds of late entry. */
    public boolean isLate() {
      return this == LATE_DELTA || this == LATE_RETRACTION || this == LATE_ROW_DELETE;
    }
  }

  private static final byte[] EMPTY = new byte[0];

  /** Length of the counter's name in a qualifier, or -1 if no separator ends it. */
  public static int counterLength(byte[] qualifier, int offset, int length) {
    for (int i = 0; i < length; i++) {
      byte b = qualifier[offset + i];
      if (b == ':' || b == ';' || b == '<') {
        return i;
      }
    }
    return -1;
  }

  /**
   * What the qualifier names, given the counter's length from {@link #counterLength}; makes no
   * objects.
   */
  public static Kind kind(byte[] qualifier, int offset, int length, int counterLength) {
    if (counterLength < 0) {
      return Kind.MALFORMED;
    }
    int rest = length - counterLength;
    return switch (qualifier[offset + counterLength]) {
      case ':' -> rest > 1 ? Kind.DELTA : Kind.MALFORMED;
      case ';' -> rest == 1 ? Kind.BASE : Kind.MALFORMED;
      default -> lateKind(qualifier, offset + counterLength + 1, rest - 1);
    };
  }

  private static Kind lateKind(byte[] qualifier, int offset, int length) {
    if (length == 1 && qualifier[offset] == 'R') {
      return Kind.LATE_ROW_DELETE;
    }
    if (length < 3 || qualifier[offset + 1] != ':') {
      return Kind.MALFORMED;
    }
    return switch (qualifier[offset]) {
      case 'd' -> Kind.LATE_DELTA;
      case 'r' -> Kind.LATE_RETRACTION;
      case 'x' -> lastAt(qualifier, offset + 2, length - 2) >= 0 ? Kind.MARK : Kind.MALFORMED;
      default -> Kind.MALFORMED;
    };
  }

  private static int lastAt(byte[] bytes, int offset, int length) {
    for (int i = length - 1; i >= 0; i--) {
      if (bytes[offset + i] == '@') {
        return i;
      }
    }
    return -1;
  }

  /** Reads a qualifier. Never fails: what is not understood is MALFORMED. */
  public static DeltaColumn parse(byte[] qualifier, int offset, int length) {
    int counterLength = counterLength(qualifier, offset, length);
    Kind kind = kind(qualifier, offset, length, counterLength);
    if (kind == Kind.MALFORMED) {
      return new DeltaColumn(kind, EMPTY, EMPTY);
    }
    byte[] counter = Arrays.copyOfRange(qualifier, offset, offset + counterLength);
    int end = offset + length;
    int idStart = offset + counterLength + (kind == Kind.DELTA ? 1 : 3);
    return switch (kind) {
      case DELTA, LATE_DELTA, LATE_RETRACTION ->
          new DeltaColumn(kind, counter, Arrays.copyOfRange(qualifier, idStart, end));
      case MARK -> {
        int idEnd = idStart + lastAt(qualifier, idStart, end - idStart);
        yield new DeltaColumn(kind, counter, Arrays.copyOfRange(qualifier, idStart, idEnd));
      }
      default -> new DeltaColumn(kind, counter, EMPTY);
    };
  }

  /** As {@link #parse(byte[], int, int)}, of a whole array. */
  public static DeltaColumn parse(byte[] qualifier) {
    return parse(qualifier, 0, qualifier.length);
  }

  /** Time in milliseconds that a mark's qualifier ends with; -1 if it is no such number. */
  public static long markTime(byte[] qualifier) {
    int at = lastAt(qualifier, 0, qualifier.length);
    String text =
        new String(qualifier, at + 1, qualifier.length - at - 1, StandardCharsets.ISO_8859_1);
    try {
      return at >= 0 && text.matches("\\d+") ? Long.parseLong(text) : -1;
    } catch (NumberFormatException tooLarge) {
      return -1;
    }
  }

  /** Qualifier of a delta. */
  public static byte[] delta(byte[] counter, byte[] eventId) {
    return join(counter, ":", eventId, "");
  }

  /** Qualifier of a counter's base. */
  public static byte[] base(byte[] counter) {
    return join(counter, ";", EMPTY, "");
  }

  /** Qualifier of the late entry of a delta. */
  public static byte[] lateDelta(byte[] counter, byte[] eventId) {
    return join(counter, "<d:", eventId, "");
  }

  /** Qualifier of the late entry of a retraction. */
  public static byte[] lateRetraction(byte[] counter, byte[] eventId) {
    return join(counter, "<r:", eventId, "");
  }

  /** Qualifier of the late entry of a row delete. */
  public static byte[] lateRowDelete(byte[] counter) {
    return join(counter, "<R", EMPTY, "");
  }

  /** Qualifier of the arrival mark of a retraction at a time in milliseconds. */
  public static byte[] retractionMark(byte[] counter, byte[] eventId, long time) {
    return join(counter, "<x:", eventId, "@" + time);
  }

  /** Qualifier of the arrival mark of a row delete stored at a time in milliseconds. */
  public static byte[] rowDeleteMark(long time) {
    return join(EMPTY, "<x:", EMPTY, "@" + time);
  }

  private static byte[] join(byte[] counter, String separator, byte[] eventId, String suffix) {
    byte[] middle = separator.getBytes(StandardCharsets.US_ASCII);
    byte[] end = suffix.getBytes(StandardCharsets.US_ASCII);
    byte[] out =
        Arrays.copyOf(counter, counter.length + middle.length + eventId.length + end.length);
    System.arraycopy(middle, 0, out, counter.length, middle.length);
    System.arraycopy(eventId, 0, out, counter.length + middle.length, eventId.length);
    System.arraycopy(end, 0, out, out.length - end.length, end.length);
    return out;
  }
}
