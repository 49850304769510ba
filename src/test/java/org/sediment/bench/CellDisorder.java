package org.sediment.bench;

import com.google.common.collect.Lists;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * {@code cell-disorder}: partial events of known rows in cell mode, a tenth of them after a newer
 * event of their row, against the very same events in order. Each late one has to be compared with
 * the columns it sets.
 */
final class CellDisorder implements Benchmark {
  private static final double BAR = 0.7;
  private static final int PERCENT_LATE = 10;
  private static final int KNOWN_ROWS = 20_000;

  private PartialStream.Round events;
  private int made = -1;

  @Override
  public String name() {
    return "cell-disorder";
  }

  @Override
  public Figure run(BenchCluster cluster, Scale scale) throws Exception {
    TableName disorder = TableName.valueOf(name() + "-late");
    TableName order = TableName.valueOf(name() + "-in-order");
    cluster.create(BenchTables.guardedByCell(disorder));
    cluster.create(BenchTables.guardedByCell(order));
    PartialStream stream = new PartialStream(GuardRounds.THREADS, KNOWN_ROWS, PERCENT_LATE);
    List<List<Put>> known = stream.known();
    for (TableName table : List.of(disorder, order)) {
      write(cluster, table, known);
      cluster.flushAndReopen(table);
    }
    int perThread = scale.of(2_000, 1_500);
    for (int ahead = 0; ahead < scale.of(5, 3); ahead++) {
      PartialStream.Round round = stream.next(perThread);
      write(cluster, disorder, round.asTheyCome());
      write(cluster, order, round.inOrder());
    }
    RegionCounts counts = new RegionCounts(cluster, disorder);
    RegionCounts inOrder = new RegionCounts(cluster, order);
    long lateBefore = stream.late();

    SideBySide both =
        SideBySide.run(
            scale,
            round -> {
              List<List<Put>> mine = round(stream, round, perThread).asTheyCome();
              return write(cluster, disorder, mine);
            },
            round -> {
              List<List<Put>> mine = round(stream, round, perThread).inOrder();
              return write(cluster, order, mine);
            });

    long sent = (long) perThread * GuardRounds.THREADS * (scale.rounds() + scale.warmups());
    inOrder.check("applied", sent);
    WrongEndState.unlessEqual(
        "late events applied or stale", sent, counts.get("applied") + counts.get("stale"));
    stream.check(cluster.table(disorder));
    stream.check(cluster.table(order));
    Figure figure =
        new Figure(
                name(),
                "cell mode with 10 % of the events after a newer one of their row / in order,"
                    + " lists of 500, 8 threads",
                BAR)
            .ratio(both.ratio(0, 1), both.rounds())
            .with("cpu_ratio", both.cpuRatio(0, 1))
            .with("disorder_per_s", both.rate(0))
            .with("in_order_per_s", both.rate(1))
            .with("late", (stream.late() - lateBefore) / (double) sent)
            .with("stale", counts.get("stale") / (double) sent)
            .with("column_reads", counts.get("column_reads") / (double) sent)
            .with("known_rows", KNOWN_ROWS);
    cluster.drop(disorder, order);
    return figure;
  }

  private PartialStream.Round round(PartialStream stream, int round, int perThread) {
    if (round != made) {
      events = stream.next(perThread);
      made = round;
    }
    return events;
  }

  private static Sample write(BenchCluster cluster, TableName name, List<List<Put>> events)
      throws Exception {
    Load.Took took =
        Load.time(
            events.size(),
            thread -> {
              try (Table table = cluster.table(name)) {
                for (List<Put> list : Lists.partition(events.get(thread), GuardRounds.LIST)) {
                  table.put(list);
                }
              }
            });
    return new Sample(events.stream().mapToLong(List::size).sum(), took);
  }
}
