package org.sediment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;

/** Commands against a running HBase: what they print and their exit codes. */
@ClusterTest
class CommandsTest {
  private static final byte[] X = Bytes.toBytes("x");

  private final MiniCluster cluster;
  private final String zookeeper;

  CommandsTest(MiniCluster cluster) {
    this.cluster = cluster;
    Configuration conf = cluster.util().getConfiguration();
    this.zookeeper =
        conf.get("hbase.zookeeper.quorum") + ":" + conf.get("hbase.zookeeper.property.clientPort");
  }

  private Cli run(String command, String... more) {
    List<String> line = new ArrayList<>(List.of(command, "--zookeeper", zookeeper));
    line.addAll(List.of(more));
    return Cli.run(line.toArray(String[]::new));
  }

  private Cli create(String table, String... more) {
    List<String> line = new ArrayList<>(List.of(table, "--jar", "none"));
    line.addAll(List.of(more));
    return run("create-table", line.toArray(String[]::new));
  }

  private void delta(String table, String row, String column, byte[] value) throws IOException {
    long now = System.currentTimeMillis();
    try (Table open = cluster.table(TableName.valueOf(table))) {
      open.put(new Put(Bytes.toBytes(row)).addColumn(X, Bytes.toBytes(column), now, value));
    }
  }

  @Test
  void createsATableThatIsRightAndReadsItsTotals() throws IOException {
    Cli created =
        create("shop", "--family", "u=upsert", "--family", "x=delta,lag=30m", "--split", "b");
    assertThat(created.code()).as(created.err()).isEqualTo(ExitCode.OK);
    assertThat(created.out()).contains("'m'", "sediment.lag", "SedimentCoprocessor");
    delta("shop", "a1", "units:1", Bytes.toBytes(5L));
    delta("shop", "a1", "units:2", Bytes.toBytes(-2L));
    delta("shop", "c1", "units:1", Bytes.toBytes(10L));

    assertThat(run("totals", "shop").out())
        .isEqualToNormalizingNewlines("a1\tx:units\t3\t0 late\nc1\tx:units\t10\t0 late\n");
    assertThat(run("totals", "shop", "c1").out())
        .isEqualToNormalizingNewlines("c1\tx:units\t10\t0 late\n");
    assertThat(run("totals", "shop", "--sum").out())
        .isEqualToNormalizingNewlines("2 rows\tx:units\t13\t0 late\n");
    assertThat(run("totals", "shop", "--start", "b", "--family", "x", "--counter", "units").out())
        .isEqualToNormalizingNewlines("c1\tx:units\t10\t0 late\n");
    assertThat(run("totals", "shop", "--as-of", "1970-01-01T00:00:01Z").out()).isEmpty();

    Cli status = run("status", "shop");
    assertThat(status.code()).as(status.err()).isEqualTo(ExitCode.OK);
    assertThat(status.out())
        .contains("2 regions", "* x:sediment.lag = 30m", "deltas_stored = 3", "x (delta)");

    Cli again = create("shop", "--family", "u=upsert");
    assertThat(again.code()).isEqualTo(ExitCode.FAILED);
    assertThat(again.err()).contains("table 'shop' exists already");
  }

  @Test
  void aTableWithAWrongSettingIsCreatedButSaysSo() throws IOException {
    Cli created = create("wrong", "--family", "x=delta,ttl=1d");
    assertThat(created.code()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(created.err()).contains("TTL => 'FOREVER'");
    Cli status = run("status", "wrong");
    assertThat(status.code()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(status.err()).contains("TTL = 86400 of family 'x'", "TTL => 'FOREVER'");
    assertThat(run("totals", "wrong").code()).isEqualTo(ExitCode.OK);
  }

  @Test
  void aSumOver64BitsIsToldAndIsExitCode4() throws IOException {
    assertThat(create("big", "--family", "x=delta").code()).isEqualTo(ExitCode.OK);
    delta("big", "r", "c:1", Bytes.toBytes(Long.MAX_VALUE));
    delta("big", "r", "c:2", Bytes.toBytes(1L));
    Cli totals = run("totals", "big");
    assertThat(totals.code()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(totals.out()).contains("r\tx:c\t9223372036854775808\t0 late");
    assertThat(totals.err()).contains("more than 64 bits");
  }

  @Test
  void whatIsNotThereIsExitCode3() throws IOException {
    assertThat(run("totals", "nowhere").code()).isEqualTo(ExitCode.NOT_THERE);
    assertThat(run("status", "nowhere").err()).contains("there is no table 'nowhere'");
    TableName bare = TableName.valueOf("bare");
    try (Admin admin = cluster.util().getConnection().getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(bare)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("x"))
              .build());
    }
    Cli status = run("status", "bare");
    assertThat(status.code()).as(status.err()).isEqualTo(ExitCode.NOT_THERE);
    assertThat(status.err()).contains("bare", "SedimentService");
    Cli unreachable = Cli.run("totals", "--zookeeper", "127.0.0.1:1", "shop");
    assertThat(unreachable.code()).isEqualTo(ExitCode.NOT_THERE);
    assertThat(unreachable.err()).contains("127.0.0.1:1");
  }
}
