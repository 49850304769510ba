package org.sediment.bench;

import java.util.List;
import org.apache.hadoop.hbase.TableName;

/**
 * {@code guard-put}, {@code guard-batch}: what the guard costs a writer. The same Puts go to a
 * table with the guard and to one without, half of them to rows that are known, of which there are
 * more than the guard's cache holds.
 */
final class GuardThroughput implements Benchmark {
  private static final int KNOWN_PERCENT = 50;

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
    return new GuardThroughput("guard-put", 0.9, GuardRounds::oneByOne, 500, 250);
  }

  static Benchmark lists() {
    return new GuardThroughput("guard-batch", 0.75, GuardRounds::lists, 5_000, 2_500);
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
    int knownRows = scale.of(100_000, 40_000);
    GuardStream stream = new GuardStream(GuardRounds.THREADS, knownRows, KNOWN_PERCENT);
    GuardRounds.populate(cluster, stream, guarded, plain, bare);
    GuardRounds rounds = new GuardRounds(cluster, stream, scale.of(fullRound, quickRound));
    RegionCounts counts = new RegionCounts(cluster, guarded);
    long before = stream.total();

    Figure figure =
        new Figure(name, "guarded / plain Put throughput, same cells, 8 threads", bar)
            .with("replays", 0)
            .with("known_rows", knownRows);
    SideBySide without =
        SideBySide.run(
            scale,
            rounds.side(guarded, writer),
            rounds.side(plain, writer),
            rounds.side(bare, writer, GuardStream::withoutSequence));
    figure
        .ratio(without.ratio(0, 1), without.rounds())
        .with("guarded_per_s", without.rate(0))
        .with("plain_per_s", without.rate(1))
        .with("ratio_to_put_without_sequence_cell", without.ratio(0, 2).median());
    for (int percent : new int[] {10, 50}) {
      rounds.replays(percent);
      SideBySide with =
          SideBySide.run(
              1, scale.rounds(), List.of(rounds.side(guarded, writer), rounds.side(plain, writer)));
      figure.also("replays_" + percent, with.ratio(0, 1));
    }

    counts.check("applied", stream.total() - before);
    stream.check(cluster.table(guarded), true);
    stream.check(cluster.table(plain), true);
    cluster.drop(guarded, plain, bare);
    return figure;
  }
}
