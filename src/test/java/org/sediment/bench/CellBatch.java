package org.sediment.bench;

import java.util.List;
import org.apache.hadoop.hbase.TableName;

/**
 * {@code cell-batch}: what it costs to judge column by column. The same lists go, in the order of
 * their sequences, to a table in cell mode and to one in row mode, half of the events to rows that
 * are known.
 */
final class CellBatch implements Benchmark {
  private static final double BAR = 0.95;
  private static final int KNOWN_PERCENT = 50;
  private static final int KNOWN_ROWS = 20_000;

  @Override
  public String name() {
    return "cell-batch";
  }

  @Override
  public Figure run(BenchCluster cluster, Scale scale) throws Exception {
    TableName byCell = TableName.valueOf(name() + "-cell");
    TableName byRow = TableName.valueOf(name() + "-row");
    TableName plain = TableName.valueOf(name() + "-plain");
    cluster.create(BenchTables.guardedByCell(byCell));
    cluster.create(BenchTables.guarded(byRow));
    cluster.create(BenchTables.plain(plain));
    GuardStream stream = new GuardStream("some", GuardRounds.THREADS, KNOWN_ROWS, KNOWN_PERCENT);
    GuardStream before = new GuardStream("before", GuardRounds.THREADS, KNOWN_ROWS, KNOWN_PERCENT);
    GuardRounds.populate(cluster, before, byCell, byRow, plain);
    new GuardRounds(cluster, before, scale.of(10_000, 4_000)).ahead(byCell, byRow, plain);
    for (TableName table : List.of(byCell, byRow, plain)) {
      cluster.flushAndReopen(table);
    }
    GuardRounds.populate(cluster, stream, byCell, byRow, plain);
    RegionCounts counts = new RegionCounts(cluster, byCell);
    long sent = stream.total();

    GuardRounds rounds = new GuardRounds(cluster, stream, scale.of(2_000, 1_500));
    SideBySide both =
        SideBySide.run(
            scale,
            rounds.side(byCell, GuardRounds::lists),
            rounds.side(byRow, GuardRounds::lists),
            rounds.side(plain, GuardRounds::lists));

    counts.check("applied", stream.total() - sent);
    for (TableName table : List.of(byCell, byRow, plain)) {
      stream.check(cluster.table(table), true);
    }
    cluster.drop(byCell, byRow, plain);
    return new Figure(
            name(), "cell mode / row mode throughput, in order, lists of 500, 8 threads", BAR)
        .ratio(both.ratio(0, 1), both.rounds())
        .with("cpu_ratio", both.cpuRatio(0, 1))
        .with("cell_per_s", both.rate(0))
        .with("row_per_s", both.rate(1))
        .with("plain_per_s", both.rate(2))
        .with("ratio_to_plain", both.ratio(0, 2).median())
        .with("known_rows", KNOWN_ROWS);
  }
}
