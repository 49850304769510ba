package org.sediment.coprocessor;

import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.DeltaColumn;

/**
 * Shows, of each counter of one row of a delta family, its first cell, its newest base and its late
 * row deletes; seeks over its deltas and other entries. Used within the region server, never sent;
 * one scan each.
 */
final class CounterSeekFilter extends FilterBase {
  private final byte[] row;
  private final byte[] family;
  private byte[] counter;
  private byte[] target;

  CounterSeekFilter(byte[] row, byte[] family) {
    this.row = row;
    this.family = family;
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    byte[] qualifier = cell.getQualifierArray();
    int offset = cell.getQualifierOffset();
    int length = cell.getQualifierLength();
    int counterLength = DeltaColumn.counterLength(qualifier, offset, length);
    if (counterLength < 0) {
      return ReturnCode.SKIP;
    }
    DeltaColumn.Kind kind = DeltaColumn.kind(qualifier, offset, length, counterLength);
    boolean first =
        counter == null
            || !Bytes.equals(counter, 0, counter.length, qualifier, offset, counterLength);
    if (first) {
      counter = Arrays.copyOfRange(qualifier, offset, offset + counterLength);
    }
    if (kind == DeltaColumn.Kind.BASE) {
      return ReturnCode.INCLUDE_AND_NEXT_COL;
    }
    if (first || kind == DeltaColumn.Kind.LATE_ROW_DELETE) {
      return ReturnCode.INCLUDE;
    }
    target = target(qualifier, offset, length);
    return ReturnCode.SEEK_NEXT_USING_HINT;
  }

  /** Where to go on in this counter: its base, its late row deletes, what follows the counter. */
  private byte[] target(byte[] qualifier, int offset, int length) {
    byte[] base = DeltaColumn.base(counter);
    if (Bytes.compareTo(base, 0, base.length, qualifier, offset, length) > 0) {
      return base;
    }
    byte[] lateRowDelete = DeltaColumn.lateRowDelete(counter);
    if (Bytes.compareTo(lateRowDelete, 0, lateRowDelete.length, qualifier, offset, length) > 0) {
      return lateRowDelete;
    }
    byte[] after = base;
    after[counter.length] = '=';
    return after;
  }

  @Override
  public Cell getNextCellHint(Cell current) {
    return DeltaCells.firstOf(row, family, target);
  }
}
