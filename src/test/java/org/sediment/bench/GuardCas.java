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
 * "older, or not there at all".
 */
final class GuardCas implements Benchmark {
  private static final double BAR = 8;

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
    int knownRows = scale.of(100_000, 40_000);
    GuardStream stream = new GuardStream(GuardRounds.THREADS, knownRows, 100);
    GuardRounds.populate(cluster, stream, guarded, conditional);
    GuardRounds rounds = new GuardRounds(cluster, stream, GuardRounds.LIST);
    RegionCounts counts = new RegionCounts(cluster, guarded);
    long before = stream.total();

    Figure figure =
        new Figure(
                name(),
                "guarded Puts / checkAndMutate on the sequence, lists of 500, 8 threads",
                BAR)
            .with("replays", 0)
            .with("known_rows", knownRows);
    for (int percent : new int[] {0, 10, 50}) {
      rounds.replays(percent);
      SideBySide both =
          SideBySide.run(
              percent == 0 ? scale.warmups() : 1,
              scale.rounds(),
              List.of(
                  rounds.side(guarded, GuardRounds::lists),
                  rounds.side(conditional, this::conditions)));
      if (percent == 0) {
        figure
            .ratio(both.ratio(0, 1), both.rounds())
            .with("guarded_per_s", both.rate(0))
            .with("conditional_per_s", both.rate(1));
      } else {
        figure.also("replays_" + percent, both.ratio(0, 1));
      }
    }

    long events = stream.total() - before;
    counts.check("applied", events);
    WrongEndState.unlessEqual("conditions that held", events, matched.sum());
    stream.check(cluster.table(guarded), true);
    stream.check(cluster.table(conditional), true);
    cluster.drop(guarded, conditional);
    return figure;
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
