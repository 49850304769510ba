package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.sediment.fold.CounterTotal;
import org.sediment.model.FamilyName;
import org.sediment.model.Printable;

/**
 * Turns the cells of one delta family into one cell per counter, row after row, for a plain read.
 * Keeps no cell. Not thread-safe.
 */
final class FamilyTotals {
  /** Its total is a sum and a number, which one cell cannot show without rounding. */
  private static final String AVERAGE = "avg";

  private final byte[] name;
  private final CellMaker cells;
  private final long minTime;
  private final CounterFilter chosen;
  private final RowTotaller totaller;
  private byte[] row;

  /**
   * Totals of a family.
   *
   * @param counters names of those to show, in byte order; none for all
   * @param minTime a counter is shown only if its newest delta is not older than this
   */
  FamilyTotals(
      Region region,
      FamilySettings settings,
      List<byte[]> counters,
      long minTime,
      CellMaker cells) {
    this.name = FamilyName.bytes(settings.name());
    this.cells = cells;
    this.minTime = minTime;
    this.chosen = counters.isEmpty() ? null : new CounterFilter(counters);
    this.totaller =
        new RowTotaller(
            new Selection(List.of(settings), counters, Long.MAX_VALUE),
            (of, family, counter) -> newestBase(region, of, family, counter));
  }

  /** Whether a cell is of this family. */
  boolean owns(Cell cell) {
    int start = cell.getFamilyOffset();
    return Arrays.equals(
        cell.getFamilyArray(), start, start + cell.getFamilyLength(), name, 0, name.length);
  }

  /** Forgets the row. */
  void reset() {
    row = null;
    if (chosen != null) {
      chosen.reset();
    }
  }

  /**
   * Takes the next cell of the row.
   *
   * @return where HBase should go on; INCLUDE for the next cell
   */
  ReturnCode take(Cell cell) throws IOException {
    if (row == null) {
      row = CellUtil.cloneRow(cell);
      totaller.start(row);
    }
    ReturnCode next = chosen == null ? ReturnCode.INCLUDE : chosen.filterCell(cell);
    if (next == ReturnCode.INCLUDE) {
      totaller.add(cell);
    }
    return next;
  }

  /** The cell that HBase should seek to. */
  Cell hint(Cell cell) {
    return chosen.getNextCellHint(cell);
  }

  /**
   * Ends the row.
   *
   * @param out takes a cell for each counter that has a total
   * @throws DoNotRetryIOException if a counter has no answer: a plain read has no place to say so
   * @throws IOException if a base was exchanged while the row was read: read again
   */
  void finish(Consumer<Cell> out) throws IOException {
    if (row == null) {
      return;
    }
    RowTotal total = totaller.finish();
    if (totaller.isStale()) {
      throw new IOException(
          "row '"
              + Printable.of(row)
              + "': a compaction exchanged the base of a counter in family '"
              + Printable.of(name)
              + "' while the row was read; read it again");
    }
    for (RowTotal.OfCounter counter : total.counters()) {
      show(counter, out);
    }
  }

  private void show(RowTotal.OfCounter counter, Consumer<Cell> out) throws DoNotRetryIOException {
    CounterTotal total = counter.total();
    switch (total.outcome()) {
      case FAILED -> throw new DoNotRetryIOException(TotalErrors.notShown(row, counter));
      case OVERFLOW -> throw new DoNotRetryIOException(TotalErrors.overflow(row, counter));
      case EXACT -> {
        if (total.aggregator().equals(AVERAGE)) {
          throw new DoNotRetryIOException(TotalErrors.average(row, counter));
        }
        if (total.newest() >= minTime) {
          byte[] value =
              Selection.aggregator(counter.family(), counter.counter()).encodeTotal(total.value());
          out.accept(cells.put(row, name, counter.counter(), total.newest(), value));
        }
      }
      case ABSENT -> {}
    }
  }

  /**
   * As the region, not the caller: who may read a counter is decided by the time this runs, and an
   * access controller does not know that a counter's base is a part of it.
   */
  private static Optional<Cell> newestBase(Region region, byte[] row, byte[] family, byte[] counter)
      throws IOException {
    Scan scan = TotalsReader.scanForBase(row, family, counter);
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<Cell> found = new ArrayList<>();
      scanner.next(found);
      return found.isEmpty() ? Optional.empty() : Optional.of(CellCopy.of(found.get(0)));
    }
  }
}
