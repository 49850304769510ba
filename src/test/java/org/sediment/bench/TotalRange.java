package org.sediment.bench;

import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.AggregationClient;
import org.apache.hadoop.hbase.client.coprocessor.LongColumnInterpreter;
import org.apache.hadoop.hbase.coprocessor.AggregateImplementation;

/**
 * {@code total-range}: the sum over 10,000 counters of 10 deltas each, by SumTotals, by a client
 * that scans and adds up, and by hbase-endpoint's AggregationClient, which adds up any 8 bytes.
 */
final class TotalRange implements Benchmark {
  private static final double BAR = 2.5;
  private static final int COUNTERS = 10_000;
  private static final int DELTAS_EACH = 10;

  @Override
  public String name() {
    return "total-range";
  }

  @Override
  public Figure run(BenchCluster cluster, Scale scale) throws Exception {
    TableName sediment = TableName.valueOf(name() + "-sediment");
    TableName aggregated = TableName.valueOf(name() + "-aggregated");
    cluster.create(BenchTables.deltas(sediment));
    cluster.create(BenchTables.deltasUnder(aggregated, AggregateImplementation.class.getName()));
    DeltaStream stream = new DeltaStream(COUNTERS);
    List<List<DeltaStream.Change>> changes =
        List.of(stream.ofEach(DELTAS_EACH, System.currentTimeMillis()));
    for (TableName name : List.of(sediment, aggregated)) {
      DeltaLists.write(cluster, name, changes, DeltaStream.Change::delta);
      cluster.flushAndReopen(name);
    }
    int calls = scale.of(5, 3);
    long right = stream.sum();
    SideBySide sides;
    try (Table table = cluster.table(sediment);
        Table other = cluster.table(aggregated);
        AggregationClient client = new AggregationClient(cluster.conf())) {
      sides =
          SideBySide.run(
              scale,
              round -> TotalRow.timed(calls, right, () -> SedimentRpc.sum(table)),
              round -> TotalRow.timed(calls, right, () -> scanAndSum(table)),
              round -> TotalRow.timed(calls, right, () -> aggregate(client, other)));
      stream.checkCells(table);
      stream.checkTotals(table);
    }
    cluster.drop(sediment, aggregated);
    return new Figure(
            name(), "client-side scan-and-sum of 10,000 x 10 deltas / SumTotals, time", BAR)
        .ratio(sides.ratio(0, 1), sides.rounds())
        .with("cpu_ratio", sides.cpuRatio(0, 1))
        .with("sum_totals_ms", sides.millis(0))
        .with("client_scan_ms", sides.millis(1))
        .with("aggregation_client_ms", sides.millis(2))
        .with("aggregation_client_time_over_sum_totals_time", sides.ratio(0, 2).median());
  }

  /** Sum of all cells of a table, as hbase-endpoint reckons it. */
  static long aggregate(AggregationClient client, Table table) throws Exception {
    try {
      return client.sum(
          table,
          new LongColumnInterpreter(),
          new Scan().addFamily(BenchTables.DELTA).readAllVersions());
    } catch (Exception e) {
      throw e;
    } catch (Throwable e) { // what the client declares
      throw new IllegalStateException(e);
    }
  }

  private static long scanAndSum(Table table) throws Exception {
    Scan scan = new Scan().addFamily(BenchTables.DELTA).readAllVersions().setCaching(1_000);
    long sum = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        sum += DeltaStream.sum(row);
      }
    }
    return sum;
  }
}
