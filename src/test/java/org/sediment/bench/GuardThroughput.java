package org.sediment.bench;

import java.util.List;
import org.apache.hadoop.hbase.TableName;

/**
 * {@code guard-put}, {@code guard-batch}: what the guard costs a writer. The same Puts go to a
 * table with the guard and to one without, half of them to rows that are known, which are as many
 * as the guard keeps in memory. A last ratio is for five times as many known rows, none of which is
 * in memory at first, so that the guard has to read nearly each of them.
 */
final class GuardThroughput implements Benchmark {
  private static final int KNOWN_PERCENT = 50;

  /** As many as the guard remembers by default; rows never seen before compete with them. */
  private static final int KNOWN_ROWS = 20_000;

  private final String name;
  private final double bar;
  private final GuardRounds.Writer writer;
  private final int fullRound;
  private final int quickRound;

  private GuardThroughput(
      String name, double bar, GuardRounds.Writer writer, int fullRound, int quickRound) {
    this.name = name;
    this.bar = bar;
    this.writer = writer;
    this.fullRound = fullRound;
    this.quickRound = quickRound;
  }

  static Benchmark oneByOne() {
    return new GuardThroughput("guard-put", 0.9, GuardRounds::oneByOne, 200, 100);
  }

  static Benchmark lists() {
    return new GuardThroughput("guard-batch", 0.75, GuardRounds::lists, 2_000, 1_000);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Figure run(BenchCluster cluster, Scale scale) throws Exception {
    TableName guarded = TableName.valueOf(name + "-guarded");
    TableName plain = TableName.valueOf(name + "-plain");
    TableName bare = TableName.valueOf(name + "-bare");
    cluster.create(BenchTables.guarded(guarded));
    cluster.create(BenchTables.plain(plain));
    cluster.create(BenchTables.plain(bare));
    int manyRows = scale.of(100_000, 40_000);
    GuardStream stream = new GuardStream("some", GuardRounds.THREADS, KNOWN_ROWS, KNOWN_PERCENT);
    GuardStream many = new GuardStream("many", GuardRounds.THREADS, manyRows, KNOWN_PERCENT);
    GuardRounds.populate(cluster, many, guarded, plain, bare);
    for (TableName table : List.of(guarded, plain, bare)) {
      cluster.flushAndReopen(table);
    }
    new GuardRounds(cluster, many, scale.of(10_000, 4_000)).ahead(guarded, plain);
    GuardRounds.populate(cluster, stream, guarded, plain, bare);
    RegionCounts counts = new RegionCounts(cluster, guarded);
    long before = stream.total() + many.total();

    Figure figure =
        new Figure(name, "guarded / plain Put throughput, same cells, 8 threads", bar)
            .with("replays", 0)
            .with("known_rows", KNOWN_ROWS);
    int perThread = scale.of(fullRound, quickRound);
    GuardRounds rounds = new GuardRounds(cluster, stream, perThread);
    SideBySide without =
        SideBySide.run(
            scale,
            rounds.side(guarded, writer),
            rounds.side(plain, writer),
            rounds.side(bare, writer, GuardStream::withoutSequence));
    figure
        .ratio(without.ratio(0, 1), without.rounds())
        .with("cpu_ratio", without.cpuRatio(0, 1))
        .with("guarded_per_s", without.rate(0))
        .with("plain_per_s", without.rate(1))
        .with("ratio_to_put_without_sequence_cell", without.ratio(0, 2).median());
    for (int percent : new int[] {10, 50}) {
      rounds.replays(percent);
      figure.also("replays_" + percent, run(scale, rounds, guarded, plain).ratio(0, 1));
    }
    GuardRounds cold = new GuardRounds(cluster, many, perThread);
    SideBySide mostlyRead = run(scale, cold, guarded, plain);
    figure
        .with("known_rows_" + manyRows, mostlyRead.ratio(0, 1).median())
        .with("known_rows_" + manyRows + "_cpu_ratio", mostlyRead.cpuRatio(0, 1));

    counts.check("applied", stream.total() + many.total() - before);
    for (GuardStream sent : List.of(stream, many)) {
      sent.check(cluster.table(guarded), true);
      sent.check(cluster.table(plain), true);
    }
    cluster.drop(guarded, plain, bare);
    return figure;
  }

  private SideBySide run(Scale scale, GuardRounds rounds, TableName guarded, TableName plain)
      throws Exception {
    return SideBySide.run(
        1, scale.rounds(), List.of(rounds.side(guarded, writer), rounds.side(plain, writer)));
  }
}
