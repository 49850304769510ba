package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Lets through the cells of some counters, and seeks from one to the next. Used inside a region
 * server only, never sent. Not thread-safe.
 *
 * <p>The first cell of a row is let through whatever it is: a scan over many rows without any of
 * the counters would else not return before its end, and no page could end in between.
 */
final class CounterFilter extends FilterBase {
  private final List<byte[]> starts = new ArrayList<>();
  private final List<byte[]> ends = new ArrayList<>();
  private boolean rowBegun;
  private byte[] next;

  /**
   * A filter.
   *
   * @param counters names in byte order, none of them with a separator
   */
  CounterFilter(List<byte[]> counters) {
    for (byte[] counter : counters) {
      starts.add(Bytes.add(counter, new byte[] {':'}));
      ends.add(Bytes.add(counter, new byte[] {'<' + 1}));
    }
    // "a" and "a!" are in another order as "a:" and "a!:"
    starts.sort(Arrays::compareUnsigned);
    ends.sort(Arrays::compareUnsigned);
  }

  @Override
  public void reset() {
    rowBegun = false;
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    int range = firstRangeEndingAfter(cell);
    boolean included = range < starts.size() && compare(cell, starts.get(range)) >= 0;
    if (included || !rowBegun) {
      rowBegun = true;
      return ReturnCode.INCLUDE;
    }
    if (range == starts.size()) {
      return ReturnCode.NEXT_ROW;
    }
    next = starts.get(range);
    return ReturnCode.SEEK_NEXT_USING_HINT;
  }

  @Override
  public Cell getNextCellHint(Cell cell) {
    return CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
        .setRow(CellUtil.cloneRow(cell))
        .setFamily(CellUtil.cloneFamily(cell))
        .setQualifier(next)
        .setTimestamp(HConstants.LATEST_TIMESTAMP)
        .setType(Cell.Type.Put)
        .build();
  }

  private int firstRangeEndingAfter(Cell cell) {
    int low = 0;
    int high = ends.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(cell, ends.get(middle)) < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static int compare(Cell cell, byte[] qualifier) {
    return Bytes.compareTo(
        cell.getQualifierArray(),
        cell.getQualifierOffset(),
        cell.getQualifierLength(),
        qualifier,
        0,
        qualifier.length);
  }
}
