package org.sediment.coprocessor;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a caller asked of the cells of a row beside their columns: its filter, a number of versions,
 * a window of cells in each family. Does to a row that is complete what HBase's scanners do to one
 * that they read, in the same order: filter, versions, window, then the filter's word on the row.
 * Not thread-safe.
 */
final class RowPass {
  private final Filter filter;
  private final int versions;
  private final int limit;
  private final int offset;
  private boolean reversed;
  private Cell column;
  private int ofColumn;
  private int ofFamily;
  private boolean familyDone;
  private boolean columnDone;

  /**
   * Where the filter wants each family to go on, also over rows: it must not be asked about what
   * lies before, since some filters cannot answer.
   */
  private final Map<byte[], Cell> hints = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  private Cell hint;

  /**
   * A pass.
   *
   * @param filter the caller's, null for none
   * @param versions cells of a column at most
   * @param limit cells of a family at most, -1 for all
   * @param offset cells of a family to leave out first
   */
  RowPass(Filter filter, int versions, int limit, int offset) {
    this.filter = filter;
    this.versions = versions;
    this.limit = limit;
    this.offset = offset;
  }

  void setReversed(boolean value) {
    reversed = value;
    if (filter != null) {
      filter.setReversed(value);
    }
  }

  /** A row is over. */
  void reset() throws IOException {
    column = null;
    if (filter != null) {
      filter.reset();
    }
  }

  boolean filterRowKey(Cell firstRowCell) throws IOException {
    return filter != null && filter.filterRowKey(firstRowCell);
  }

  boolean filterAllRemaining() throws IOException {
    return filter != null && filter.filterAllRemaining();
  }

  /**
   * What to do with a cell while the row is read: with no filter, versions that are too many need
   * not be read.
   */
  ReturnCode early(Cell cell) {
    if (filter != null) {
      return ReturnCode.INCLUDE; // it may be that only an older version passes
    }
    countVersion(cell);
    if (ofColumn > versions) {
      return ReturnCode.NEXT_COL;
    }
    return ofColumn == versions ? ReturnCode.INCLUDE_AND_NEXT_COL : ReturnCode.INCLUDE;
  }

  private void countVersion(Cell cell) {
    if (column == null || !CellUtil.matchingColumn(column, cell)) {
      column = cell;
      ofColumn = 0;
    }
    ofColumn++;
  }

  /**
   * Passes the cells of a row.
   *
   * @param row its cells in order
   * @param out takes those that the caller is to see
   * @return whether the caller is to see the row; not if nothing of it is left
   */
  boolean take(List<Cell> row, List<Cell> out) throws IOException {
    column = null;
    Cell last = null;
    for (Cell cell : row) {
      if (last == null || !CellUtil.matchingFamily(last, cell)) {
        ofFamily = 0;
        familyDone = false;
        columnDone = false;
        hint = filter == null ? null : hints.get(CellUtil.cloneFamily(cell));
      } else if (!CellUtil.matchingQualifier(last, cell)) {
        columnDone = false;
      }
      last = cell;
      if (!familyDone && !columnDone && !isBeforeHint(cell)) {
        if (filterAllRemaining()) {
          break;
        }
        take(cell, out);
      }
    }
    return isShown(out);
  }

  private boolean isBeforeHint(Cell cell) {
    if (hint == null) {
      return false;
    }
    CellComparator order = CellComparator.getInstance();
    return reversed ? order.compareRows(cell, hint) > 0 : order.compare(cell, hint) < 0;
  }

  private void take(Cell cell, List<Cell> out) throws IOException {
    switch (filter == null ? ReturnCode.INCLUDE : filter.filterCell(cell)) {
      case INCLUDE -> include(cell, out);
      case INCLUDE_AND_NEXT_COL -> {
        include(cell, out);
        columnDone = true;
      }
      case INCLUDE_AND_SEEK_NEXT_ROW -> {
        include(cell, out);
        familyDone = true;
      }
      case SKIP -> {}
      case NEXT_COL -> columnDone = true;
      case NEXT_ROW -> familyDone = true; // each family has its own scanner
      case SEEK_NEXT_USING_HINT -> seek(cell);
    }
  }

  /** In its own direction: a reversed scan goes backward between rows, not within one. */
  private void seek(Cell cell) throws IOException {
    Cell target = filter.getNextCellHint(cell);
    if (target == null) {
      return;
    }
    CellComparator order = CellComparator.getInstance();
    if (reversed ? order.compareRows(target, cell) < 0 : order.compare(target, cell) > 0) {
      hint = target;
      hints.put(CellUtil.cloneFamily(cell), target);
    }
  }

  private void include(Cell cell, List<Cell> out) throws IOException {
    countVersion(cell);
    if (ofColumn > versions) {
      columnDone = true;
      return;
    }
    Cell shown = filter == null ? cell : filter.transformCell(cell);
    ofFamily++;
    if (ofFamily > offset) {
      out.add(shown);
      // as HBase: the window is looked at when it has a cell
      familyDone |= limit > -1 && ofFamily >= limit + offset;
    }
  }

  private boolean isShown(List<Cell> out) throws IOException {
    boolean empty = out.isEmpty();
    if (filter == null) {
      return !empty;
    }
    if (filter.hasFilterRow()) {
      filter.filterRowCells(out);
      return !empty && !out.isEmpty() && !filter.filterRow();
    }
    return !empty && !filter.filterRow();
  }

  @Override
  public String toString() {
    return "over " + filter;
  }
}
