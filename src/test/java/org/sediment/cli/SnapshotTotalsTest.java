package org.sediment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;

/**
 * A snapshot's rows that are summed up by customer, while HBase compacts: each counts, and once.
 */
@ClusterTest
class SnapshotTotalsTest {
  private static final String MAPPING =
      """
      snapshot-time: %s
      tables:
        shop.sales:
          to: snapshot_totals
          row: [{column: customer, as: text}]
          before: full
          others: ignore
          columns: {qty: {to: "d:qty", delta: int64}}
      """;

  private final MiniCluster cluster;
  private final String zookeeper;
  @TempDir private Path dir;

  SnapshotTotalsTest(MiniCluster cluster) {
    this.cluster = cluster;
    Configuration conf = cluster.util().getConfiguration();
    this.zookeeper =
        conf.get("hbase.zookeeper.quorum") + ":" + conf.get("hbase.zookeeper.property.clientPort");
  }

  private static String read(int id, String customer, int qty) {
    return """
        {"key":{"id":%d},"value":{"op":"r","before":null,"after":{"id":%d,"customer":"%s","qty":%d},\
        "source":{"connector":"postgresql","schema":"shop","table":"sales","ts_ms":%d,\
        "snapshot":"true","lsn":900,"sequence":"[null,\\"900\\"]"}}}"""
        .formatted(id, id, customer, qty, System.currentTimeMillis());
  }

  private void apply(String mapping, String... lines) throws IOException {
    String file = Files.write(dir.resolve("lines.jsonl"), List.of(lines)).toString();
    Cli applied =
        Cli.run("apply", "-z", zookeeper, "--format", "debezium", "--mapping", mapping, file);
    assertThat(applied.code()).as(applied.out() + applied.err()).isEqualTo(ExitCode.OK);
  }

  private String totals() {
    Cli totals = Cli.run("totals", "-z", zookeeper, "snapshot_totals");
    assertThat(totals.code()).as(totals.out() + totals.err()).isEqualTo(ExitCode.OK);
    return totals.out();
  }

  @Test
  void rowsReadAfterACompactionCountAsThoseBefore() throws IOException {
    Cli created =
        Cli.run(
            "create-table",
            "snapshot_totals",
            "-z",
            zookeeper,
            "--jar",
            "none",
            "--family",
            "d=delta");
    assertThat(created.code()).as(created.err()).isEqualTo(ExitCode.OK);
    String mapping =
        Files.writeString(dir.resolve("mapping.yaml"), MAPPING.formatted(Instant.now())).toString();
    apply(mapping, read(1, "ann", 5), read(2, "bob", 7));
    cluster.admin().flush(TableName.valueOf("snapshot_totals"));
    cluster.majorCompact(TableName.valueOf("snapshot_totals"));
    apply(mapping, read(3, "ann", 11), read(1, "ann", 5));
    assertThat(totals().lines()).containsExactly("ann\td:qty\t16\t0 late", "bob\td:qty\t7\t0 late");
  }
}
