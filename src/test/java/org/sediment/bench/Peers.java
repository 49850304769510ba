package org.sediment.bench;

import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.coprocessor.AggregationClient;
import org.apache.hadoop.hbase.coprocessor.AggregateImplementation;
import org.apache.hadoop.hbase.coprocessor.example.WriteHeavyIncrementObserver;
import org.sediment.protocol.SedimentProtos.CounterTotal;

/**
 * {@code peers}: what each way of counting says after a stream was delivered twice, beside the
 * right number. No speed is measured; only Sediment's own answers have to be right.
 */
final class Peers implements Benchmark {
  private static final int CHANGES_EACH = 1_000;
  private static final int COUNTERS = 10;

  @Override
  public String name() {
    return "peers";
  }

  @Override
  public Figure run(BenchCluster cluster, Scale scale) throws Exception {
    DeltaStream stream = new DeltaStream(COUNTERS);
    List<List<DeltaStream.Change>> changes =
        List.of(stream.ofEach(CHANGES_EACH, System.currentTimeMillis() - 24 * 3_600_000L));
    long right = stream.sum();
    Figure figure = new Figure(name(), "Sediment's total after a replay / the right one", 1);
    say(figure, "right", right, "");

    TableName sediment = TableName.valueOf("peers-sediment");
    twice(cluster, BenchTables.deltas(sediment), changes, DeltaStream.Change::delta);
    try (Table table = cluster.table(sediment)) {
      long pending = SedimentRpc.sum(table);
      say(figure, "Sediment", pending, "");
      cluster.admin().flush(sediment);
      FoldTime.compact(cluster.region(sediment));
      DeltaLists.write(cluster, sediment, changes, DeltaStream.Change::delta);
      long folded = SedimentRpc.sum(table);
      long late = 0;
      for (int row = 0; row < COUNTERS; row++) {
        CounterTotal total = SedimentRpc.total(table, DeltaStream.row(row));
        late += total.getLate();
      }
      say(figure, "Sediment, folded and replayed again", folded, late + " listed as late");
      stream.checkTotals(table);
      WrongEndState.unlessEqual("pending", right, pending);
      figure.ratio(Ratio.of(new double[] {(double) pending / right, (double) folded / right}), 2);
    }

    TableName increments = TableName.valueOf("peers-increment");
    twice(cluster, BenchTables.counters(increments), changes, DeltaStream.Change::increment);
    say(figure, "Increment", gets(cluster, increments), "");

    TableName observer = TableName.valueOf("peers-observer");
    twice(
        cluster,
        BenchTables.deltasUnder(observer, WriteHeavyIncrementObserver.class.getName()),
        changes,
        DeltaStream.Change::increment);
    say(figure, "WriteHeavyIncrementObserver", gets(cluster, observer), "");

    TableName aggregated = TableName.valueOf("peers-aggregated");
    twice(
        cluster,
        BenchTables.deltasUnder(aggregated, AggregateImplementation.class.getName()),
        changes,
        DeltaStream.Change::delta);
    try (Table table = cluster.table(aggregated);
        AggregationClient client = new AggregationClient(cluster.conf())) {
      say(
          figure,
          "AggregationClient over a cell a change",
          TotalRange.aggregate(client, table),
          "every cell read each time, kept for ever");
    }
    cluster.drop(sediment, increments, observer, aggregated);
    return figure;
  }

  private static void say(Figure figure, String who, long total, String remark) {
    figure.note(String.format("  %-40s %12d  %s", who, total, remark));
    figure.with(who, total);
  }

  private static void twice(
      BenchCluster cluster,
      TableDescriptor table,
      List<List<DeltaStream.Change>> changes,
      Function<DeltaStream.Change, Row> form)
      throws Exception {
    cluster.create(table);
    DeltaLists.write(cluster, table.getTableName(), changes, form);
    DeltaLists.write(cluster, table.getTableName(), changes, form);
  }

  /** What a plain Get of each counter shows, added up: the observer reckons in Gets only. */
  private static long gets(BenchCluster cluster, TableName name) throws Exception {
    long sum = 0;
    try (Table table = cluster.table(name)) {
      for (int row = 0; row < COUNTERS; row++) {
        Get get = new Get(DeltaStream.row(row)).addColumn(BenchTables.DELTA, DeltaStream.COUNTER);
        sum += DeltaStream.sum(table.get(get));
      }
    }
    return sum;
  }
}
