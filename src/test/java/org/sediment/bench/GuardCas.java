package org.sediment.bench;

import com.google.common.collect.Lists;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * {@code guard-cas}: lists of Puts under the guard against the same lists as conditions on the
 * sequence, which is how it is done without a guard. All rows are known: a condition cannot say
 * "older, or not there at all". They are as many as the guard keeps in memory; a last ratio is for
 * five times as many, none of which is in memory at first.
 */
final class GuardCas implements Benchmark {
  private static final double BAR = 8;
  private static final int KNOWN_ROWS = 20_000;

  private final LongAdder matched = new LongAdder();

  @Override
  public String name() {
    return "guard-cas";
  }

  @Override
  public Figure run(BenchCluster cluster, Scale scale) throws Exception {
    TableName guarded = TableName.valueOf(name() + "-guarded");
    TableName conditional = TableName.valueOf(name() + "-conditional");
    cluster.create(BenchTables.guarded(guarded));
    cluster.create(BenchTables.plain(conditional));
    int manyRows = scale.of(100_000, 40_000);
    GuardStream one = new GuardStream("one", 1, KNOWN_ROWS, 100);
    GuardStream many = new GuardStream("many", 1, manyRows, 100);
    GuardStream eight = new GuardStream("eight", GuardRounds.THREADS, KNOWN_ROWS, 100);
    GuardRounds.populate(cluster, many, guarded, conditional);
    GuardRounds.populate(cluster, eight, guarded, conditional);
    cluster.flushAndReopen(guarded);
    cluster.flushAndReopen(conditional);
    new GuardRounds(cluster, eight, scale.of(10_000, 4_000)).ahead(guarded, conditional);
    GuardRounds.populate(cluster, one, guarded, conditional);
    RegionCounts counts = new RegionCounts(cluster, guarded);
    long before = one.total() + many.total() + eight.total();

    Figure figure =
        new Figure(
                name(),
                "guarded Puts / checkAndMutate on the sequence, lists of 500, 1 thread",
                BAR)
            .with("replays", 0)
            .with("known_rows", KNOWN_ROWS);
    GuardRounds rounds = new GuardRounds(cluster, one, 2 * GuardRounds.LIST);
    SideBySide both = run(scale, rounds, guarded, conditional);
    figure
        .ratio(both.ratio(0, 1), both.rounds())
        .with("cpu_ratio", both.cpuRatio(0, 1))
        .with("guarded_per_s", both.rate(0))
        .with("conditional_per_s", both.rate(1));
    for (int percent : new int[] {10, 50}) {
      rounds.replays(percent);
      figure.also("replays_" + percent, run(scale, rounds, guarded, conditional).ratio(0, 1));
    }
    rounds = new GuardRounds(cluster, many, 2 * GuardRounds.LIST);
    figure.with(
        "known_rows_" + manyRows, run(scale, rounds, guarded, conditional).ratio(0, 1).median());
    GuardRounds crowd = new GuardRounds(cluster, eight, GuardRounds.LIST);
    figure.with("ratio_8_threads", run(scale, crowd, guarded, conditional).ratio(0, 1).median());

    long events = one.total() + many.total() + eight.total() - before;
    counts.check("applied", events);
    WrongEndState.unlessEqual("conditions that held", events, matched.sum());
    for (GuardStream sent : List.of(one, many, eight)) {
      sent.check(cluster.table(guarded), true);
      sent.check(cluster.table(conditional), true);
    }
    cluster.drop(guarded, conditional);
    return figure;
  }

  private SideBySide run(Scale scale, GuardRounds rounds, TableName guarded, TableName conditional)
      throws Exception {
    return SideBySide.run(
        scale,
        rounds.side(guarded, GuardRounds::lists),
        rounds.side(conditional, this::conditions));
  }

  private void conditions(Table table, List<Put> events) throws Exception {
    for (List<Put> list : Lists.partition(events, GuardRounds.LIST)) {
      List<CheckAndMutate> conditions =
          list.stream()
              .map(
                  event ->
                      CheckAndMutate.newBuilder(event.getRow())
                          .ifMatches(
                              BenchTables.SEQUENCE_FAMILY,
                              BenchTables.SEQUENCE,
                              CompareOperator.GREATER,
                              GuardStream.sequenceOf(event))
                          .build(event))
              .toList();
      for (CheckAndMutateResult result : table.checkAndMutate(conditions)) {
        matched.add(result.isSuccess() ? 1 : 0);
      }
    }
  }
}
