package org.sediment.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The mini cluster itself: tables with the coprocessor, splits, merges and moves. */
@ClusterTest
class SharedClusterTest {
  private static final byte[] FAMILY = Bytes.toBytes("u");
  private static final byte[] COLUMN = Bytes.toBytes("a");

  @Test
  void keepsRowsThroughSplitMoveAndMerge(MiniCluster cluster) throws Exception {
    TableName name = cluster.create(TestRegion.builder().sequence().upsert("u").delta("x"));
    try (Table table = cluster.table(name)) {
      for (String row : new String[] {"a", "m", "z"}) {
        table.put(
            new Put(Bytes.toBytes(row), System.currentTimeMillis())
                .addColumn(FAMILY, COLUMN, Bytes.toBytes(row))
                .addColumn(Bytes.toBytes("m"), Bytes.toBytes("seq"), Bytes.toBytes("1")));
      }
      cluster.split(name, Bytes.toBytes("m"));
      cluster.move(cluster.regions(name).get(1).getRegionInfo());
      cluster.majorCompact(name);
      cluster.merge(name, 0, 1);
      for (String row : new String[] {"a", "m", "z"}) {
        assertThat(table.get(new Get(Bytes.toBytes(row))).getValue(FAMILY, COLUMN))
            .isEqualTo(Bytes.toBytes(row));
      }
    }
  }
}
