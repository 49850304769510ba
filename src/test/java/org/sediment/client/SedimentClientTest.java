package org.sediment.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.TestRegion;

/** The client against a real cluster. */
@ClusterTest
class SedimentClientTest {
  private static byte[] row(int number) {
    return Bytes.toBytes(String.format("r%03d", number));
  }

  private static List<byte[]> rows(int... numbers) {
    List<byte[]> out = new ArrayList<>();
    for (int number : numbers) {
      out.add(row(number));
    }
    return out;
  }

  private static Put delta(int row, String counter, String id, long amount) {
    return new Put(row(row))
        .addColumn(
            Bytes.toBytes("x"),
            Bytes.toBytes(counter + ":" + id),
            System.currentTimeMillis(),
            Bytes.toBytes(amount));
  }

  /** A table of three regions; even rows from 0 to 58 have {@code qty = 10 + row}. */
  private static TableName filled(MiniCluster cluster) throws IOException {
    TableName name = cluster.create(TestRegion.builder().delta("x"), row(20), row(40));
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 60; i += 2) {
      puts.add(delta(i, "qty", "1", 10));
      puts.add(delta(i, "qty", "2", i));
      puts.add(delta(i, "other", "1", 1));
    }
    try (Table table = cluster.table(name)) {
      table.put(puts);
    }
    return name;
  }

  @Test
  void rowsAreAnsweredInTheOrderAskedAcrossRegions(MiniCluster cluster) throws IOException {
    TableName name = filled(cluster);
    try (SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      List<RowTotals> found =
          client.getTotals(rows(58, 1, 0, 30, 0), TotalsQuery.all().counter("qty"));
      assertThat(found)
          .extracting(totals -> Bytes.toString(totals.row()))
          .containsExactly("r058", "r001", "r000", "r030", "r000");
      assertThat(found)
          .extracting(totals -> totals.get("x", "qty").map(Total::longValue).orElse(-1L))
          .containsExactly(68L, -1L, 10L, 40L, 10L);
      assertThat(found.get(0).totals()).hasSize(1);
      assertThat(client.getTotals(List.of(), TotalsQuery.all())).isEmpty();
      assertThat(client.getTotals(row(2), TotalsQuery.all()).totals()).hasSize(2);
    }
  }

  @Test
  void rangesComeInRowOrderWhateverThePages(MiniCluster cluster) throws IOException {
    TableName name = filled(cluster);
    try (SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      for (int pageRows : new int[] {0, 1, 7}) {
        List<String> found = new ArrayList<>();
        client
            .scanTotals(RowRange.of("r005", "r051"), TotalsQuery.all().family("x"), pageRows)
            .forEach(
                totals ->
                    found.add(
                        Bytes.toString(totals.row())
                            + "="
                            + totals.get("x", "qty").orElseThrow().longValue()));
        List<String> expected = new ArrayList<>();
        for (int i = 6; i < 51; i += 2) {
          expected.add(String.format("r%03d=%d", i, 10 + i));
        }
        assertThat(found).isEqualTo(expected);
      }
    }
  }

  @Test
  void sumsCrossRegions(MiniCluster cluster) throws IOException {
    TableName name = filled(cluster);
    try (SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      RangeSum all = client.sumTotals(RowRange.all(), TotalsQuery.all());
      assertThat(all.rows()).isEqualTo(30);
      assertThat(all.get("x", "qty").orElseThrow().longValue()).isEqualTo(300 + 870);
      assertThat(all.get("x", "other").orElseThrow().longValue()).isEqualTo(30);
      RangeSum some = client.sumTotals(RowRange.of("r018", "r042"), TotalsQuery.all());
      assertThat(some.get("x", "qty").orElseThrow().longValue())
          .isEqualTo(12 * 10 + (18 + 40) * 12 / 2);
      assertThat(client.sumTotals(RowRange.of("a", "b"), TotalsQuery.all()).totals()).isEmpty();
    }
  }

  @Test
  void aTableWithoutTheCoprocessorFailsWithinSeconds(MiniCluster cluster) throws IOException {
    TableName name = cluster.create(TestRegion.builder().withoutSediment().delta("x"));
    try (SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      long began = System.nanoTime();
      assertThatThrownBy(() -> client.getTotals(row(1), TotalsQuery.all()))
          .isInstanceOf(SedimentMissingException.class)
          .hasMessageContaining(name.getNameAsString())
          .hasMessageContaining("sediment.SedimentService");
      assertThatThrownBy(() -> client.sumTotals(RowRange.all(), TotalsQuery.all()))
          .isInstanceOf(SedimentMissingException.class);
      assertThatThrownBy(() -> client.status()).isInstanceOf(SedimentMissingException.class);
      assertThatThrownBy(
              () -> client.scanTotals(RowRange.all(), TotalsQuery.all()).iterator().hasNext())
          .hasCauseInstanceOf(SedimentMissingException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void aWrongRequestIsNotTriedAgain(MiniCluster cluster) throws IOException {
    TableName name = cluster.create(TestRegion.builder().delta("x"));
    try (SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      long began = System.nanoTime();
      assertThatThrownBy(() -> client.getTotals(row(1), TotalsQuery.all().family("nope")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'nope'");
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void everyRegionTellsItsStatus(MiniCluster cluster) throws IOException {
    TableName name =
        cluster.create(
            TestRegion.builder().delta("x").familyValue("x", "sediment.lag", "2h"), row(20));
    try (SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      List<RegionStatus> status = client.status();
      assertThat(status).hasSize(2);
      assertThat(status.get(1).rows().start()).isEqualTo(row(20));
      assertThat(status.get(0).problems()).isEmpty();
      assertThat(status.get(0).families())
          .extracting(RegionStatus.Family::kind)
          .containsExactly("delta");
      assertThat(status.get(0).settings())
          .contains(
              new RegionStatus.SettingValue("x:sediment.lag", "2h", false),
              new RegionStatus.SettingValue("x:sediment.fold", "sum:int64", true),
              new RegionStatus.SettingValue("sediment.future.skew", "1h", true));
      assertThat(status.get(0).counts()).containsKey("folded_deltas");
    }
  }

  @Test
  void wrongSettingsDoNotStopReading(MiniCluster cluster) throws IOException {
    TableName name =
        cluster.create(TestRegion.builder().delta("x").property("sediment.future.skew", "soon"));
    try (SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      assertThat(client.status().get(0).problems()).hasSize(1);
      assertThat(client.getTotals(row(1), TotalsQuery.all()).totals()).isEmpty();
    }
  }
}
