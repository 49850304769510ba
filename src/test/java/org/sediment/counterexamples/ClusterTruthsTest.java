package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Story.HOUR;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.EnvironmentEdge;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.Test;
import org.sediment.client.SedimentClient;
import org.sediment.client.Total;
import org.sediment.client.TotalsQuery;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;

/** Hard truths of HBase that need a server: its errors, its splits, its alters. */
@ClusterTest
class ClusterTruthsTest {
  /**
   * A clock that fails whenever the write path asks it: an error of our own that nobody foresaw.
   */
  private static final class FailingClock implements EnvironmentEdge {
    @Override
    public long currentTime() {
      boolean ours =
          StackWalker.getInstance()
              .walk(
                  frames ->
                      frames.anyMatch(
                          frame ->
                              frame.getClassName().equals("org.sediment.coprocessor.WritePath")));
      if (ours) {
        throw new IllegalStateException("the clock fails");
      }
      return System.currentTimeMillis();
    }
  }

  /**
   * HBase's default for an unchecked exception of a hook: abort the server, and commit the write
   * unguarded all the same.
   */
  @Test
  void truth_aRuntimeExceptionInsideOurCodeIsAnErrorForTheClientOnly(MiniCluster cluster)
      throws IOException {
    TableName name = cluster.create(Story.ordinary());
    long now = System.currentTimeMillis();
    try (Table table = cluster.table(name)) {
      table.put(put("r", "1", now, "u:a=1"));
      EnvironmentEdgeManager.injectEdge(new FailingClock());
      try {
        assertThatThrownBy(() -> table.put(put("r", "2", now, "u:a=2")))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("the clock fails");
        assertThatThrownBy(() -> table.put(put("q", "1", now, "u:a=1")))
            .isInstanceOf(IOException.class);
      } finally {
        EnvironmentEdgeManager.reset();
      }
      assertThat(table.get(new Get(bytes("r"))).getValue(bytes("u"), bytes("a")))
          .isEqualTo(bytes("1"));
      assertThat(table.exists(new Get(bytes("q")))).isFalse();
      assertThat(cluster.util().getMiniHBaseCluster().getLiveRegionServerThreads()).hasSize(2);
      table.put(put("r", "3", now, "u:a=3"));
      assertThat(table.get(new Get(bytes("r"))).getValue(bytes("u"), bytes("a")))
          .isEqualTo(bytes("3"));
      // still loaded, still on guard
      assertThatThrownBy(() -> table.put(put("r", null, now, "u:a=4")))
          .isInstanceOf(DoNotRetryIOException.class);
    }
  }

  /**
   * The daughters of a split refer to the inputs and the output of a compaction together, since an
   * open scanner pinned the inputs. A fold of partial sums would double.
   */
  @Test
  void h01_a_truth_aSplitWhileAnOpenScannerPinsCompactedFiles(MiniCluster cluster)
      throws IOException {
    TableName name = cluster.create(Story.ordinary());
    long old = System.currentTimeMillis() - 3 * HOUR;
    try (Table table = cluster.table(name);
        SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      HRegion parent = cluster.regions(name).get(0);
      // else the daughters compact their references as soon as they open
      cluster.admin().compactionSwitch(false, List.of());
      for (int i = 1; i <= 3; i++) {
        table.put(delta("a", old + i, "x:qty:e" + i + "=+" + i));
        table.put(delta("z", old + i, "x:qty:e" + i + "=+" + 10 * i));
        parent.flush(true);
      }
      try (RegionScanner reader = parent.getScanner(View.one("a"))) {
        parent.compact(true);
        assertThat(parent.getStore(bytes("x")).getStorefilesCount()).isEqualTo(1);
        assertThat(reader.getMvccReadPoint()).isPositive();
        cluster.split(name, bytes("m"));
      }
      int files = 0;
      for (HRegion daughter : cluster.regions(name)) {
        files += daughter.getStore(bytes("x")).getStorefilesCount();
      }
      assertThat(files).as("references to inputs and output").isGreaterThan(2);
      assertThat(total(client, "a").longValue()).isEqualTo(6);
      assertThat(total(client, "z").longValue()).isEqualTo(60);
      for (int round = 0; round < 2; round++) {
        cluster.majorCompact(name);
        assertThat(total(client, "a").longValue()).isEqualTo(6);
        assertThat(total(client, "z").longValue()).isEqualTo(60);
        assertThat(total(client, "a").late()).isZero();
      }
    } finally {
      cluster.admin().compactionSwitch(true, List.of());
    }
  }

  /** Pending 8-byte cells would parse as decimals, silently as other numbers. */
  @Test
  void h17_anAggregatorThatWasAlteredIsAnErrorThatNamesBoth(MiniCluster cluster)
      throws IOException {
    TableName name = cluster.create(Story.ordinary());
    long old = System.currentTimeMillis() - 3 * HOUR;
    try (Table table = cluster.table(name);
        SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      table.put(delta("r", old, "x:qty:e1=+3"));
      cluster.regions(name).get(0).flush(true);
      cluster.majorCompact(name);
      assertThat(total(client, "r").longValue()).isEqualTo(3);
      TableDescriptor before = cluster.admin().getDescriptor(name);
      cluster
          .admin()
          .modifyTable(
              TableDescriptorBuilder.newBuilder(before)
                  .modifyColumnFamily(
                      ColumnFamilyDescriptorBuilder.newBuilder(before.getColumnFamily(bytes("x")))
                          .setValue("sediment.fold", "sum:decimal")
                          .build())
                  .build());
      assertThat(total(client, "r").isFailed()).isTrue();
      assertThat(total(client, "r").error()).contains("int64").contains("decimal");
      cluster.majorCompact(name);
      assertThat(total(client, "r").isFailed()).isTrue();
      cluster.admin().modifyTable(before);
      assertThat(total(client, "r").longValue()).isEqualTo(3);
    }
  }

  private static Total total(SedimentClient client, String row) throws IOException {
    return client.getTotals(bytes(row), TotalsQuery.all()).get("x", "qty").orElseThrow();
  }
}
