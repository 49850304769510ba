package org.sediment.bench;

import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.example.WriteHeavyIncrementObserver;

/**
 * {@code delta-increment}: deltas of few, hot counters against HBase's Increment, and against the
 * observer of hbase-examples that turns Increments into Puts.
 */
final class DeltaIncrement implements Benchmark {
  private static final double BAR = 20;
  private static final int THREADS = 8;
  private static final int COUNTERS = 10;

  @Override
  public String name() {
    return "delta-increment";
  }

  @Override
  public Figure run(BenchCluster cluster, Scale scale) throws Exception {
    TableName sediment = TableName.valueOf(name() + "-sediment");
    TableName increment = TableName.valueOf(name() + "-increment");
    TableName observer = TableName.valueOf(name() + "-observer");
    cluster.create(BenchTables.deltas(sediment));
    cluster.create(BenchTables.counters(increment));
    cluster.create(BenchTables.deltasUnder(observer, WriteHeavyIncrementObserver.class.getName()));
    DeltaStream deltas = new DeltaStream(COUNTERS);
    DeltaStream increments = new DeltaStream(COUNTERS);
    DeltaStream observed = new DeltaStream(COUNTERS);
    int perThread = scale.of(5_000, 2_500);

    SideBySide sides =
        SideBySide.run(
            scale,
            round -> deltas(cluster, sediment, deltas.next(1, perThread)),
            round -> increments(cluster, increment, increments.next(1, DeltaLists.LIST)),
            round -> increments(cluster, observer, observed.next(1, DeltaLists.LIST)));
    SideBySide crowd =
        SideBySide.run(
            1,
            scale.rounds(),
            List.of(
                round -> deltas(cluster, sediment, deltas.next(THREADS, perThread)),
                round ->
                    increments(cluster, increment, increments.next(THREADS, DeltaLists.LIST))));

    try (Table table = cluster.table(sediment)) {
      deltas.checkCells(table);
      deltas.checkTotals(table);
    }
    checkIncrements(cluster, increment, increments);
    Figure figure =
        new Figure(
                name(),
                "delta Puts / HBase Increments throughput, lists of 500, 10 counters, 1 thread",
                BAR)
            .ratio(sides.ratio(0, 1), sides.rounds())
            .with("ratio_8_threads", crowd.ratio(0, 1).median())
            .with("cpu_ratio", sides.cpuRatio(0, 1))
            .with("deltas_per_s", sides.rate(0))
            .with("increments_per_s", sides.rate(1))
            .with("write_heavy_increment_observer_per_s", sides.rate(2))
            .with("ratio_to_write_heavy_increment_observer", sides.ratio(0, 2).median());
    cluster.drop(sediment, increment, observer);
    return figure;
  }

  private static Sample deltas(
      BenchCluster cluster, TableName name, List<List<DeltaStream.Change>> changes)
      throws Exception {
    return DeltaLists.write(cluster, name, changes, DeltaStream.Change::delta);
  }

  private static Sample increments(
      BenchCluster cluster, TableName name, List<List<DeltaStream.Change>> changes)
      throws Exception {
    return DeltaLists.write(cluster, name, changes, DeltaStream.Change::increment);
  }

  private static void checkIncrements(BenchCluster cluster, TableName name, DeltaStream stream)
      throws Exception {
    try (Table table = cluster.table(name)) {
      for (int row = 0; row < COUNTERS; row++) {
        Result result = table.get(new Get(DeltaStream.row(row)));
        WrongEndState.unlessEqual(
            name + " row " + row, stream.expected(DeltaStream.row(row)), DeltaStream.sum(result));
      }
    }
  }
}
