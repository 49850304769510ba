package org.sediment.bench;

import com.google.common.collect.Lists;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;

/** Writes changes of counters in lists of 500, in any form, from several threads. */
final class DeltaLists {
  static final int LIST = 500;

  private DeltaLists() {}

  /** Writes, and says how many there were and what it took. */
  static Sample write(
      BenchCluster cluster,
      TableName name,
      List<List<DeltaStream.Change>> byThread,
      Function<DeltaStream.Change, Row> form)
      throws Exception {
    List<List<Row>> rows = byThread.stream().map(list -> list.stream().map(form).toList()).toList();
    Load.Took took =
        Load.time(
            rows.size(),
            thread -> {
              try (Table table = cluster.table(name)) {
                for (List<Row> list : Lists.partition(rows.get(thread), LIST)) {
                  table.batch(list, new Object[list.size()]);
                }
              }
            });
    return new Sample(rows.stream().mapToLong(List::size).sum(), took);
  }
}
