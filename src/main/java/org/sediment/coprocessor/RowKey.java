package org.sediment.coprocessor;

import java.util.Arrays;

/** A row as key of a hash map. Keeps the array, which must not change. Immutable. */
final class RowKey {
  private final byte[] row;
  private final int hash;

  RowKey(byte[] row) {
    this.row = row;
    this.hash = spread(Arrays.hashCode(row));
  }

  /**
   * Rows that differ in few digits have sums that differ in few bits: a cache that picks a segment
   * by some bits and a bucket by others needs all of them mixed.
   */
  private static int spread(int hash) {
    int mixed = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
    return mixed ^ (mixed >>> 16);
  }

  byte[] row() {
    return row;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey that && hash == that.hash && Arrays.equals(row, that.row);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
