package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.filter.FilterBase;

/**
 * Shows, of each row, one cell per counter in the place of a delta family's own cells. Stands in a
 * plain Get or Scan, so that HBase reads as ever and sizes, time-outs, limits of rows, reversed
 * order and permissions stay its own. Used inside a region server, never sent. Not thread-safe.
 *
 * <p>Cells of delta families are taken and skipped as they come, so that a row of many deltas needs
 * no memory. At the end of the row the totals are put among its other cells, and only then the
 * caller's own filter looks at the row ({@link RowPass}): it must see what the caller sees.
 *
 * <p>HBase drops a row of which it was shown nothing, whatever this filter adds later. So the first
 * cell of a delta family is let through, and taken out again.
 */
final class TotalsFilter extends FilterBase {
  private final List<FamilyTotals> families;
  private final RowPass pass;
  private FamilyTotals current;
  private boolean shown;
  private boolean excluded;

  TotalsFilter(List<FamilyTotals> families, RowPass pass) {
    this.families = families;
    this.pass = pass;
  }

  @Override
  public void reset() throws IOException {
    families.forEach(FamilyTotals::reset);
    current = null;
    shown = false;
    excluded = false;
    pass.reset();
  }

  @Override
  public boolean filterRowKey(Cell firstRowCell) throws IOException {
    return pass.filterRowKey(firstRowCell);
  }

  @Override
  public boolean filterAllRemaining() throws IOException {
    return pass.filterAllRemaining();
  }

  @Override
  public ReturnCode filterCell(Cell cell) throws IOException {
    if (current == null || !current.owns(cell)) {
      current = totalsOf(cell);
      if (current == null) {
        return pass.early(cell);
      }
    }
    ReturnCode next = current.take(cell);
    if (next != ReturnCode.INCLUDE || shown) {
      return next == ReturnCode.INCLUDE ? ReturnCode.SKIP : next;
    }
    shown = true;
    return ReturnCode.INCLUDE;
  }

  @Override
  public Cell getNextCellHint(Cell cell) {
    return current == null ? null : current.hint(cell);
  }

  private FamilyTotals totalsOf(Cell cell) {
    for (FamilyTotals family : families) {
      if (family.owns(cell)) {
        return family;
      }
    }
    return null;
  }

  @Override
  public boolean hasFilterRow() {
    return true;
  }

  @Override
  public void filterRowCells(List<Cell> row) throws IOException {
    if (row.isEmpty()) {
      return; // nothing was shown of it, or the scan is at its end
    }
    List<Cell> whole = new ArrayList<>(row.size());
    for (Cell cell : row) {
      if (totalsOf(cell) == null) {
        whole.add(cell);
      }
    }
    for (FamilyTotals family : families) {
      family.finish(whole::add);
    }
    whole.sort(CellComparator.getInstance());
    List<Cell> out = new ArrayList<>(whole.size());
    excluded = !pass.take(whole, out);
    if (!excluded) { // else HBase asks, and heeds its time limit, only if something is left
      row.clear();
      row.addAll(out);
    }
  }

  @Override
  public boolean filterRow() {
    return excluded;
  }

  @Override
  public void setReversed(boolean reversed) {
    super.setReversed(reversed);
    pass.setReversed(reversed);
  }

  @Override
  public String toString() {
    return "TotalsFilter " + pass;
  }
}
