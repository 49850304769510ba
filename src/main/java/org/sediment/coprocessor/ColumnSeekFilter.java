package org.sediment.coprocessor;

import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Shows, of one row of a delta family, its family markers, some columns and the columns with one
 * prefix; seeks over everything between. For raw scans, which cannot name columns. Used within the
 * region server, never sent; one scan each.
 */
final class ColumnSeekFilter extends FilterBase {
  private final byte[] row;
  private final byte[] family;
  private final List<byte[]> columns;
  private final byte[] prefix;
  private int next;

  /**
   * @param columns those to show
   * @param prefix of further columns
   */
  ColumnSeekFilter(byte[] row, byte[] family, List<byte[]> columns, byte[] prefix) {
    this.row = row;
    this.family = family;
    TreeSet<byte[]> sorted = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    sorted.addAll(columns);
    sorted.add(prefix);
    this.columns = List.copyOf(sorted);
    this.prefix = prefix;
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    if (cell.getQualifierLength() == 0) {
      return ReturnCode.INCLUDE;
    }
    byte[] qualifier = cell.getQualifierArray();
    int offset = cell.getQualifierOffset();
    int length = cell.getQualifierLength();
    while (next < columns.size()) {
      byte[] wanted = columns.get(next);
      int order = Bytes.compareTo(wanted, 0, wanted.length, qualifier, offset, length);
      if (order > 0) {
        return ReturnCode.SEEK_NEXT_USING_HINT;
      }
      if (order == 0 || (wanted == prefix && startsWith(qualifier, offset, length))) {
        return ReturnCode.INCLUDE;
      }
      next++;
    }
    return ReturnCode.NEXT_ROW;
  }

  private boolean startsWith(byte[] qualifier, int offset, int length) {
    return length >= prefix.length
        && Bytes.equals(qualifier, offset, prefix.length, prefix, 0, prefix.length);
  }

  @Override
  public Cell getNextCellHint(Cell current) {
    return DeltaCells.firstOf(row, family, columns.get(next));
  }
}
