package org.sediment.rowkey;

import java.util.Arrays;

/**
 * A range of row keys, as a scan takes it. Never empty. Immutable if the arrays are left alone.
 *
 * @param start first key, included; empty for the table's first
 * @param stop end, excluded; empty for the table's end
 */
public record ScanRange(byte[] start, byte[] stop) {
  /** Whether a key lies in it. */
  public boolean contains(byte[] key) {
    return Arrays.compareUnsigned(start, key) <= 0
        && (stop.length == 0 || Arrays.compareUnsigned(key, stop) < 0);
  }

  /**
   * The least key above all that begin with these bytes: one is added to the last byte that is not
   * 0xFF, and what is behind it is cut off.
   *
   * @return empty if there is no such key, which as the end of a range is the table's end
   */
  static byte[] behind(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == (byte) 0xFF) {
      length--;
    }
    byte[] out = Arrays.copyOf(prefix, length);
    if (length > 0) {
      out[length - 1]++;
    }
    return out;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ScanRange range
        && Arrays.equals(start, range.start)
        && Arrays.equals(stop, range.stop);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(start) + Arrays.hashCode(stop);
  }

  @Override
  public String toString() {
    return "[" + ByteText.text(start) + ", " + ByteText.text(stop) + ")";
  }
}
