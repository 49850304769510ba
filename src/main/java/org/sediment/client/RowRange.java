package org.sediment.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.sediment.model.Printable;

/**
 * A range of rows. Immutable if the arrays are left alone.
 *
 * @param start first row, included; empty for the table's first
 * @param stop end, excluded; empty for the table's end
 */
public record RowRange(byte[] start, byte[] stop) {
  private static final byte[] EMPTY = new byte[0];

  /** All rows. */
  public static RowRange all() {
    return new RowRange(EMPTY, EMPTY);
  }

  /** Rows from one (included) to another (excluded), as text; empty text is no bound. */
  public static RowRange of(String start, String stop) {
    return new RowRange(
        start.getBytes(StandardCharsets.UTF_8), stop.getBytes(StandardCharsets.UTF_8));
  }

  /** Rows that begin with these bytes. */
  public static RowRange prefix(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == (byte) 0xFF) {
      length--;
    }
    byte[] stop = Arrays.copyOf(prefix, length);
    if (length > 0) {
      stop[length - 1]++;
    }
    return new RowRange(prefix, stop);
  }

  @Override
  public String toString() {
    return "[" + Printable.of(start) + ", " + Printable.of(stop) + ")";
  }
}
