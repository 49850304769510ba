package org.sediment.bench;

import com.google.common.collect.Lists;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Deltas of yesterday, all of them old enough to fold, as two snapshots of the very same store
 * files: one of a table without the coprocessor, one with it. Every round clones its table anew.
 */
final class SettledDeltas {
  private static final long DAY = 24 * 3_600_000L;
  private static final int FILES = 4;
  private static final int LIST = 5_000;

  private final BenchCluster cluster;
  private final DeltaStream stream;
  private final String prefix;
  private final long cells;

  private SettledDeltas(BenchCluster cluster, String prefix, int counters, int deltasEach) {
    this.cluster = cluster;
    this.prefix = prefix;
    stream = new DeltaStream(counters);
    cells = (long) counters * deltasEach;
  }

  /** Writes the deltas to four files of one region. */
  static SettledDeltas create(BenchCluster cluster, String prefix, int counters, int deltasEach)
      throws Exception {
    SettledDeltas made = new SettledDeltas(cluster, prefix, counters, deltasEach);
    made.load(deltasEach / FILES);
    return made;
  }

  DeltaStream stream() {
    return stream;
  }

  long cells() {
    return cells;
  }

  /** A new table of these deltas with Sediment loaded, nothing folded yet. */
  TableName withSediment(String suffix) throws Exception {
    return clone("sediment", suffix);
  }

  /** A new table of these deltas, as HBase is. */
  TableName plain(String suffix) throws Exception {
    return clone("plain", suffix);
  }

  void dropSnapshots() throws Exception {
    cluster.admin().deleteSnapshot(prefix + "-plain");
    cluster.admin().deleteSnapshot(prefix + "-sediment");
  }

  private TableName clone(String kind, String suffix) throws Exception {
    TableName name = TableName.valueOf(prefix + "-" + kind + "-" + suffix);
    cluster.admin().cloneSnapshot(prefix + "-" + kind, name);
    return name;
  }

  private void load(int eachPerFile) throws Exception {
    TableName source = TableName.valueOf(prefix + "-source");
    cluster.create(BenchTables.plainDeltas(source));
    long from = System.currentTimeMillis() - DAY;
    try (Table table = cluster.table(source)) {
      for (int file = 0; file < FILES; file++) {
        List<DeltaStream.Change> changes =
            stream.ofEach(eachPerFile, from + (long) file * eachPerFile);
        for (List<DeltaStream.Change> list : Lists.partition(changes, LIST)) {
          List<Put> puts =
              list.stream()
                  .map(change -> change.delta().setDurability(Durability.SKIP_WAL))
                  .toList();
          table.put(puts);
        }
        cluster.admin().flush(source);
      }
    }
    cluster.admin().snapshot(prefix + "-plain", source);
    cluster
        .admin()
        .modifyTable(
            BenchTables.withSediment(
                TableDescriptorBuilder.newBuilder(cluster.admin().getDescriptor(source))));
    cluster.admin().snapshot(prefix + "-sediment", source);
    cluster.drop(source);
  }
}
