package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.sediment.fold.CounterTotal;
import org.sediment.model.DeltaColumn;
import org.sediment.model.Printable;

/**
 * Reads the totals of rows of one region for one request, with the permissions of the RPC's caller.
 * Not thread-safe.
 */
final class TotalsReader {
  private static final int ATTEMPTS = 10;

  private final Region region;
  private final Selection selection;
  private final ReadBudget budget;

  TotalsReader(Region region, Selection selection, ReadBudget budget) {
    this.region = region;
    this.selection = selection;
    this.budget = budget;
  }

  /**
   * Reads one row.
   *
   * @throws IOException if compactions kept changing a base while the row was read: retry later
   */
  RowTotal row(byte[] row) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try (TotalsScan scan = open(selection.scan(row))) {
        RowTotal total = scan.next().orElseGet(() -> new RowTotal(row, List.of(), row.length));
        if (!scan.isStale()) {
          return selection.isAsOf() ? checkedForDeletes(total) : total;
        }
      }
    }
    throw new IOException(
        "row '"
            + Printable.of(row)
            + "': its bases changed in each of "
            + ATTEMPTS
            + " reads; retry when compactions have calmed down");
  }

  /** Opens the rows of a range that have any cell, in order; {@code stop} exclusive. */
  RowSource rows(byte[] start, byte[] stop) throws IOException {
    return selection.isAsOf() ? new EveryRow(start, stop) : new ScannedRows(start, stop);
  }

  /** Rows in order, each with its totals. */
  interface RowSource extends AutoCloseable {
    /** The next row, with totals or without; empty after the last one. */
    Optional<RowTotal> next() throws IOException;

    @Override
    void close() throws IOException;
  }

  /** One scanner for all the rows. */
  private final class ScannedRows implements RowSource {
    private final TotalsScan scan;

    ScannedRows(byte[] start, byte[] stop) throws IOException {
      scan = open(selection.scan(start, stop));
    }

    @Override
    public Optional<RowTotal> next() throws IOException {
      Optional<RowTotal> next = scan.next();
      if (next.isEmpty() || !scan.isStale()) {
        return next;
      }
      scan.leave();
      return Optional.of(row(next.get().row()));
    }

    @Override
    public void close() throws IOException {
      scan.close();
    }
  }

  /**
   * Row by row, those that a row delete hides included: as of a time before the delete they had
   * totals, which must not be answered with nothing.
   */
  private final class EveryRow implements RowSource {
    private final RowNames names;

    EveryRow(byte[] start, byte[] stop) throws IOException {
      names = new RowNames(region, selection, start, stop);
    }

    @Override
    public Optional<RowTotal> next() throws IOException {
      budget.check();
      Optional<byte[]> name = names.next();
      return name.isEmpty() ? Optional.empty() : Optional.of(row(name.get()));
    }

    @Override
    public void close() throws IOException {
      names.close();
    }
  }

  private TotalsScan open(Scan scan) throws IOException {
    return new TotalsScan(region, scan, selection, this::newestBase, budget);
  }

  private Optional<Cell> newestBase(byte[] row, byte[] family, byte[] counter) throws IOException {
    RegionScanner scanner = ReadAccess.open(region, scanForBase(row, family, counter));
    try {
      List<Cell> cells = new ArrayList<>();
      scanner.next(cells);
      // the scanner's memory goes with it, so the caller gets a copy
      return cells.isEmpty() ? Optional.empty() : Optional.of(CellCopy.of(cells.get(0)));
    } finally {
      ReadAccess.close(region, scanner);
    }
  }

  /** A scan that finds the newest base of a counter. */
  static Scan scanForBase(byte[] row, byte[] family, byte[] counter) {
    return new Scan()
        .withStartRow(row)
        .withStopRow(row, true)
        .addColumn(family, DeltaColumn.base(counter))
        .readVersions(1);
  }

  private RowTotal checkedForDeletes(RowTotal total) throws IOException {
    List<RowTotal.OfCounter> counters = new ArrayList<>(total.counters());
    for (FamilySettings family : selection.families()) {
      long deleted = RowNames.newestRowDelete(region, total.row(), family.name());
      if (deleted > selection.asOf()) {
        fail(
            counters,
            family,
            TotalErrors.deletedSince(total.row(), family, deleted, selection.asOf()));
      }
    }
    return new RowTotal(total.row(), counters, total.bytes());
  }

  private void fail(List<RowTotal.OfCounter> counters, FamilySettings family, String error) {
    counters.replaceAll(
        found ->
            !isOf(found, family) || found.total().outcome() == CounterTotal.Outcome.FAILED
                ? found
                : new RowTotal.OfCounter(
                    family, found.counter(), CounterTotal.failed(error, found.total().late())));
    if (counters.stream().noneMatch(found -> isOf(found, family))) {
      // what it had then is not known any more, not even by name
      List<byte[]> names =
          selection.counters().isEmpty() ? List.of(new byte[0]) : selection.counters();
      names.forEach(
          name ->
              counters.add(new RowTotal.OfCounter(family, name, CounterTotal.failed(error, 0))));
    }
  }

  private static boolean isOf(RowTotal.OfCounter found, FamilySettings family) {
    return found.family().name().equals(family.name());
  }
}
