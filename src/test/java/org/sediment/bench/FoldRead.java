package org.sediment.bench;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;

/**
 * {@code fold-read}: the total of a counter of 100,000 deltas before it is folded, and after. The
 * deltas are the same, in two tables.
 */
final class FoldRead implements Benchmark {
  private static final double BAR = 50;
  private static final int DELTAS = 100_000;

  @Override
  public String name() {
    return "fold-read";
  }

  @Override
  public Figure run(BenchCluster cluster, Scale scale) throws Exception {
    SettledDeltas deltas = SettledDeltas.create(cluster, name(), 1, DELTAS);
    TableName pending = deltas.withSediment("pending");
    TableName folded = deltas.withSediment("folded");
    FoldTime.compact(cluster.region(folded));
    byte[] row = DeltaStream.row(0);
    long right = deltas.stream().expected(row);
    SideBySide both;
    try (Table before = cluster.table(pending);
        Table after = cluster.table(folded)) {
      WrongEndState.unlessEqual(
          "pending deltas after the fold", 0L, SedimentRpc.total(after, row).getPending());
      WrongEndState.unlessEqual(
          "pending deltas without a fold",
          deltas.cells(),
          SedimentRpc.total(before, row).getPending());
      both =
          SideBySide.run(
              scale,
              round ->
                  TotalRow.timed(
                      scale.of(200, 100), right, () -> SedimentRpc.total(after, row).getValue()),
              round ->
                  TotalRow.timed(
                      scale.of(5, 3), right, () -> SedimentRpc.total(before, row).getValue()));
    }
    cluster.drop(pending, folded);
    deltas.dropSnapshots();
    return new Figure(name(), "GetTotals of 100,000 pending deltas / of them folded, time", BAR)
        .ratio(both.ratio(0, 1), both.rounds())
        .with("pending_ms", both.millis(1))
        .with("folded_ms", both.millis(0));
  }
}
