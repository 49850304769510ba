package org.sediment.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.TestRegion;

/** The decisions are among the metrics of a server, by the name that the guide gives. */
@ClusterTest
class ServerMetricsTest {
  private static final String BEAN =
      "Hadoop:service=HBase,name=RegionServer,"
          + "sub=Coprocessor.Region.CP_org.sediment.coprocessor.SedimentCoprocessor";

  @Test
  void decisionsAreCountedByJmx(MiniCluster cluster) throws Exception {
    TableName name = cluster.create(TestRegion.builder().sequence().upsert("u"));
    try (Table table = cluster.table(name)) {
      for (String sequence : new String[] {"2", "1"}) {
        table.put(
            new Put(Bytes.toBytes("r"))
                .addColumn(Bytes.toBytes("u"), Bytes.toBytes("a"), Bytes.toBytes(sequence))
                .addColumn(Bytes.toBytes("m"), Bytes.toBytes("seq"), Bytes.toBytes(sequence)));
      }
    }
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    // HBase hands new metrics on every ten seconds
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> beans.isRegistered(new ObjectName(BEAN)));
    ObjectName bean = new ObjectName(BEAN);
    assertThat((Long) beans.getAttribute(bean, "Stale")).isPositive();
    assertThat((Long) beans.getAttribute(bean, "Applied")).isPositive();
  }
}
