package org.sediment.coprocessor;

import java.util.Arrays;

/** A row as key of a hash map. Keeps the array, which must not change. Immutable. */
final class RowKey {
  private final byte[] row;
  private final int hash;

  RowKey(byte[] row) {
    this.row = row;
    this.hash = Arrays.hashCode(row);
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
