package org.sediment.bench;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.sediment.protocol.SedimentProtos.Count;

/** What a table's only region counted since this object was made. */
final class RegionCounts {
  private final BenchCluster cluster;
  private final TableName table;
  private final Map<String, Long> before;

  RegionCounts(BenchCluster cluster, TableName table) throws IOException {
    this.cluster = cluster;
    this.table = table;
    before = all();
  }

  long get(String name) throws IOException {
    return all().getOrDefault(name, 0L) - before.getOrDefault(name, 0L);
  }

  void check(String name, long expected) throws IOException, WrongEndState {
    WrongEndState.unlessEqual(table + " count of " + name, expected, get(name));
  }

  private Map<String, Long> all() throws IOException {
    try (Table opened = cluster.table(table)) {
      return SedimentRpc.status(opened).getCountList().stream()
          .collect(Collectors.toMap(Count::getName, Count::getValue));
    }
  }
}
