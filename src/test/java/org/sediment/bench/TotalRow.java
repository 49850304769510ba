package org.sediment.bench;

import com.google.common.collect.Lists;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * {@code total-row}: the total of one counter with 100,000 pending deltas, by GetTotals and by a
 * client that scans them and adds them up.
 */
final class TotalRow implements Benchmark {
  private static final double BAR = 2;
  private static final int MANY = 100_000;
  private static final int FEW = 10_000;

  @Override
  public String name() {
    return "total-row";
  }

  @Override
  public Figure run(BenchCluster cluster, Scale scale) throws Exception {
    TableName name = TableName.valueOf(name());
    cluster.create(BenchTables.deltas(name));
    byte[] row = DeltaStream.row(0);
    int calls = scale.of(5, 3);
    SideBySide many;
    SideBySide few;
    try (Table table = cluster.table(name)) {
      DeltaStream stream = new DeltaStream(1);
      load(cluster, name, stream.ofEach(FEW, System.currentTimeMillis()));
      few = measure(scale, table, row, stream.expected(row), calls);
      load(cluster, name, stream.ofEach(MANY - FEW, System.currentTimeMillis()));
      many = measure(scale, table, row, stream.expected(row), calls);
      stream.checkCells(table);
    }
    cluster.drop(name);
    return new Figure(name(), "client-side scan-and-sum of 100,000 deltas / GetTotals, time", BAR)
        .ratio(many.ratio(0, 1), many.rounds())
        .with("cpu_ratio", many.cpuRatio(0, 1))
        .with("get_totals_ms", many.millis(0))
        .with("client_scan_ms", many.millis(1))
        .with("get_totals_ms_of_10000", few.millis(0))
        .with("ratio_of_10000", few.ratio(0, 1).median());
  }

  private static SideBySide measure(Scale scale, Table table, byte[] row, long right, int calls)
      throws Exception {
    return SideBySide.run(
        scale,
        round -> timed(calls, right, () -> SedimentRpc.total(table, row).getValue()),
        round -> timed(calls, right, () -> scanAndSum(table, row)));
  }

  /** A way to get at a total. */
  interface Answer {
    long get() throws Exception;
  }

  /** Asks so many times, and checks every answer. */
  static Sample timed(int calls, long right, Answer answer) throws Exception {
    long start = System.nanoTime();
    long startCpu = Load.cpuNanos();
    for (int i = 0; i < calls; i++) {
      WrongEndState.unlessEqual("answer", right, answer.get());
    }
    return new Sample(calls, System.nanoTime() - start, Load.cpuNanos() - startCpu);
  }

  private static void load(BenchCluster cluster, TableName name, List<DeltaStream.Change> changes)
      throws Exception {
    try (Table table = cluster.table(name)) {
      for (List<DeltaStream.Change> list : Lists.partition(changes, 5_000)) {
        List<Put> puts = list.stream().map(DeltaStream.Change::delta).toList();
        table.put(puts);
      }
    }
    cluster.flushAndReopen(name);
  }

  /** In parts as large as the server likes to send them: the fastest way a client has. */
  private static long scanAndSum(Table table, byte[] row) throws Exception {
    Scan scan =
        new Scan()
            .withStartRow(row)
            .withStopRow(row, true)
            .addFamily(BenchTables.DELTA)
            .readAllVersions()
            .setAllowPartialResults(true);
    long sum = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result part : scanner) {
        sum += DeltaStream.sum(part);
      }
    }
    return sum;
  }
}
