package org.sediment.coprocessor;

import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * Which deltas are hidden by a marker that the fold was shown. HBase drops those itself, except
 * what an open reader may still see. Not thread-safe.
 */
final class MaskedDeltas {
  private static final byte[] NONE = new byte[0];

  private final RowFold row;
  private byte[] column = NONE;
  private long upTo = Long.MIN_VALUE;
  private long exactly = Long.MIN_VALUE;

  MaskedDeltas(RowFold row) {
    this.row = row;
  }

  /** Notes a marker of a column; of anything else does nothing. */
  void note(Cell cell) {
    if (cell.getType() == Cell.Type.Put) {
      return;
    }
    if (!isOfColumn(cell)) {
      column = CellUtil.cloneQualifier(cell);
      upTo = Long.MIN_VALUE;
      exactly = Long.MIN_VALUE;
    }
    if (cell.getType() == Cell.Type.DeleteColumn) {
      upTo = Math.max(upTo, cell.getTimestamp());
    } else {
      exactly = cell.getTimestamp();
    }
  }

  /** Whether this put is hidden. */
  boolean mask(Cell cell) {
    long time = cell.getTimestamp();
    return row.masks(time) || ((time <= upTo || time == exactly) && isOfColumn(cell));
  }

  private boolean isOfColumn(Cell cell) {
    return Arrays.equals(
        column,
        0,
        column.length,
        cell.getQualifierArray(),
        cell.getQualifierOffset(),
        cell.getQualifierOffset() + cell.getQualifierLength());
  }
}
