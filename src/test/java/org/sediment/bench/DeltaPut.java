package org.sediment.bench;

import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;

/** {@code delta-put}: what a delta in time costs a writer more than any other cell. */
final class DeltaPut implements Benchmark {
  private static final double BAR = 0.95;
  private static final int THREADS = 8;

  private int made = -1;
  private List<List<DeltaStream.Change>> changes = List.of();

  @Override
  public String name() {
    return "delta-put";
  }

  @Override
  public Figure run(BenchCluster cluster, Scale scale) throws Exception {
    TableName sediment = TableName.valueOf(name() + "-sediment");
    TableName plain = TableName.valueOf(name() + "-plain");
    cluster.create(BenchTables.deltas(sediment));
    cluster.create(BenchTables.plainDeltas(plain));
    int counters = scale.of(20_000, 10_000);
    DeltaStream stream = new DeltaStream(counters);
    List<List<DeltaStream.Change>> first = List.of(stream.ofEach(5, System.currentTimeMillis()));
    for (TableName name : new TableName[] {sediment, plain}) {
      DeltaLists.write(cluster, name, first, DeltaStream.Change::delta);
      cluster.flushAndReopen(name);
    }
    int perThread = scale.of(5_000, 2_500);

    SideBySide both =
        SideBySide.run(
            scale,
            round ->
                DeltaLists.write(
                    cluster,
                    sediment,
                    changes(stream, round, perThread),
                    DeltaStream.Change::delta),
            round ->
                DeltaLists.write(
                    cluster, plain, changes(stream, round, perThread), DeltaStream.Change::delta));

    for (TableName name : new TableName[] {sediment, plain}) {
      try (Table table = cluster.table(name)) {
        stream.checkCells(table);
      }
    }
    try (Table table = cluster.table(sediment)) {
      stream.checkTotals(table);
    }
    cluster.drop(sediment, plain);
    return new Figure(name(), "delta Put / plain Put throughput, lists of 500, 8 threads", BAR)
        .ratio(both.ratio(0, 1), both.rounds())
        .with("cpu_ratio", both.cpuRatio(0, 1))
        .with("deltas_per_s", both.rate(0))
        .with("plain_per_s", both.rate(1))
        .with("counters", counters);
  }

  private List<List<DeltaStream.Change>> changes(DeltaStream stream, int round, int perThread) {
    if (round != made) {
      changes = stream.next(THREADS, perThread);
      made = round;
    }
    return changes;
  }
}
