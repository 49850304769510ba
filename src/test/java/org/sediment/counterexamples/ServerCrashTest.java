package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Story.HOUR;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.junit.jupiter.api.Test;
import org.sediment.client.SedimentClient;
import org.sediment.client.TotalsQuery;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;

/** A server dies with everything in its memory; its log is replayed on another one. */
@ClusterTest
class ServerCrashTest {
  @Test
  void whatWasAcknowledgedOutlivesTheServer(MiniCluster cluster) throws IOException {
    TableName name = cluster.create(Story.ordinary());
    long now = System.currentTimeMillis();
    long past = now - 5 * HOUR;
    try (Table table = cluster.table(name)) {
      table.put(put("r", "5", past + 5, "u:a=5", "x:qty:e1=+1", "x:qty:e2=+2"));
      table.put(put("gone", "1", past, "u:a=1"));
      HRegion first = cluster.regions(name).get(0);
      first.flush(true);
      cluster.majorCompact(name); // folds
      table.delete(deleteRow("gone", "3", past + 3));
      table.put(put("r", "6", past + 5, "u:a=6", "x:qty:e3=+4"));
      table.put(delta("r", now, "x:qty:e4=+8"));
      table.put(delta("r", past, "x:qty:late=+100"));
      cluster.kill(first.getRegionInfo());
      assertThat(cluster.regions(name).get(0)).isNotSameAs(first);
      // what comes again after the crash meets the same memory
      table.put(put("gone", "2", past + 9, "u:a=2"));
      table.put(put("r", "5.5", past + 99, "u:a=stale"));
      table.put(put("r", "6", past + 5, "u:a=6", "x:qty:e3=+4"));
      table.put(delta("r", past, "x:qty:late=+100"));
      for (int round = 0; round < 2; round++) {
        var cells = table.get(new Get(bytes("r")).addFamily(bytes("u"))).rawCells();
        assertThat(cells).hasSize(1);
        assertThat(cells[0].getTimestamp()).isEqualTo(past + 6);
        assertThat(table.exists(new Get(bytes("gone")))).isFalse();
        try (SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
          var total = client.getTotals(bytes("r"), TotalsQuery.all()).get("x", "qty").orElseThrow();
          assertThat(total.longValue()).isEqualTo(1 + 2 + 8);
          assertThat(total.late()).as("late, and e3 at the time of the base").isEqualTo(2);
        }
        cluster.regions(name).get(0).flush(true);
        cluster.majorCompact(name);
      }
    }
  }
}
