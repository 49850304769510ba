package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.sediment.coprocessor.Counters.What;
import org.sediment.guard.ColumnStatesBuilder;
import org.sediment.guard.RowState;
import org.sediment.model.ColumnName;

/**
 * Reads a row's state from the region: one raw read of the row in the sequence family and, only if
 * that knows no sequence of the row, one in the guarded families: the highest time there is then
 * the row's last effective time. To be called under the row's own lock. Thread-safe.
 *
 * <p>The scans start and stop at the row, so that bloom filters keep them away from files without
 * it. They run no hook that checks the writer's right to read.
 */
final class RowStateReader {
  private static final int CELLS_AT_ONCE = 1_000;

  /** As many rows are worth a walk, and as many share one, whose blocks stay in memory. */
  private static final int WALK_FROM = 8;

  private static final int WALK_TO = 1_000;

  /** In more files than these, bloom filters save more than a walk does. */
  private static final int WALK_FILES = 4;

  private final Region region;
  private final SequenceColumns columns;
  private final List<byte[]> guarded;
  private final boolean byCell;
  private final Counters counters;

  /**
   * Makes a reader.
   *
   * @param guarded the guarded families
   * @param byCell whether the guard judges column by column
   */
  RowStateReader(
      Region region,
      SequenceColumns columns,
      List<byte[]> guarded,
      boolean byCell,
      Counters counters) {
    this.region = region;
    this.columns = columns;
    this.guarded = List.copyOf(guarded);
    this.byCell = byCell;
    this.counters = counters;
  }

  RowState read(byte[] row) throws IOException {
    counters.add(What.ROW_READS);
    RowStateBuilder state = new RowStateBuilder(columns);
    Scan scan = oneRow(row).addFamily(columns.family());
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<Cell> cells = new ArrayList<>();
      boolean more;
      do {
        more = scanner.next(cells);
        cells.forEach(state::add);
        cells.clear();
      } while (more);
    }
    return complete(row, state);
  }

  /**
   * Reads the states of many rows, each under its own lock.
   *
   * @param rows ascending, none twice
   * @return their states in the same order
   */
  List<RowState> read(List<byte[]> rows) throws IOException {
    List<RowState> states = new ArrayList<>(rows.size());
    for (int from = 0; from < rows.size(); from += WALK_TO) {
      List<byte[]> some = rows.subList(from, Math.min(rows.size(), from + WALK_TO));
      if (some.size() >= WALK_FROM
          && region.getStore(columns.family()).getStorefilesCount() <= WALK_FILES) {
        walk(some, states);
      } else {
        for (byte[] row : some) {
          states.add(read(row));
        }
      }
    }
    return states;
  }

  private void walk(List<byte[]> rows, List<RowState> states) throws IOException {
    counters.add(What.ROW_READS, rows.size());
    try (RowWalk walk =
        new RowWalk(region, columns.family(), rows.get(0), rows.get(rows.size() - 1))) {
      for (byte[] row : rows) {
        RowStateBuilder state = new RowStateBuilder(columns);
        walk.look(row, state::add);
        states.add(complete(row, state));
      }
    }
  }

  private RowState complete(byte[] row, RowStateBuilder state) throws IOException {
    if (byCell) {
      return withColumns(row, state.build(), state.columns());
    }
    return state.isUnordered() && !guarded.isEmpty()
        ? state.build().raisedTo(lastTime(row))
        : state.build();
  }

  /** A row that was written without cell mode has columns of which the family says nothing. */
  private RowState withColumns(byte[] row, RowState state, ColumnStatesBuilder columnStates)
      throws IOException {
    if (!columnStates.isForeign(state)) {
      return state.with(columnStates.build());
    }
    long last = guarded.isEmpty() ? RowState.NONE : lastTime(row);
    Map<ColumnName, Long> shown =
        last == RowState.NONE ? Map.of() : ShownColumns.read(region, guarded, row);
    return state.raisedTo(last).with(columnStates.takeOver(state, last, shown));
  }

  /** Highest time of any cell or marker in the guarded families. */
  private long lastTime(byte[] row) throws IOException {
    Scan scan = oneRow(row);
    guarded.forEach(scan::addFamily);
    long last = RowState.NONE;
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<Cell> cells = new ArrayList<>();
      boolean more;
      do {
        more = scanner.next(cells);
        for (Cell cell : cells) {
          last = Math.max(last, cell.getTimestamp());
        }
        cells.clear();
      } while (more);
    }
    return last;
  }

  private static Scan oneRow(byte[] row) {
    Scan scan =
        new Scan()
            .withStartRow(row)
            .withStopRow(row, true)
            .setRaw(true)
            .readVersions(RowWalk.VERSIONS);
    scan.setCacheBlocks(true);
    return scan.setBatch(CELLS_AT_ONCE);
  }
}
