package org.sediment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;

/** {@code sediment apply --format debezium}: what a real PostgreSQL sent, into tables. */
@ClusterTest
class DebeziumApplyTest {
  private static final String MAPPING =
      """
      unmapped: skip
      tables:
        shop.orders:
          to: %1$s_orders
          row: [{column: id, as: text}]
          others: ignore
          columns:
            customer: "f:customer"
            status: "f:status"
            amount: {to: "f:amount", type: text}
            note: "f:note"
        shop.kv:
          to: %1$s_kv
          row: [{column: a, as: text, delimiter: "|"}, {column: b, as: text}]
          truncate: skip
          columns: {v: "f:v"}
        shop.fullid:
          to: %1$s_full
          row: [{column: id, as: text}]
          columns: {v: "f:v", big: "f:big"}
      """;

  private final MiniCluster cluster;
  private final String zookeeper;
  @TempDir private Path dir;

  DebeziumApplyTest(MiniCluster cluster) {
    this.cluster = cluster;
    Configuration conf = cluster.util().getConfiguration();
    this.zookeeper =
        conf.get("hbase.zookeeper.quorum") + ":" + conf.get("hbase.zookeeper.property.clientPort");
  }

  private static List<String> recording() throws IOException {
    try (InputStream in =
        DebeziumApplyTest.class.getResourceAsStream("/org/sediment/cdc/postgres.jsonl")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /** The messages as {@code kafka-console-consumer} prints them: key, tab, value. */
  private static List<String> keyed() throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<String> lines = new ArrayList<>();
    for (String line : recording()) {
      JsonNode message = json.readTree(line);
      lines.add(message.get("key") + "\t" + message.get("value"));
    }
    return lines;
  }

  private String mapping(String prefix) throws IOException {
    for (String table : List.of("_orders", "_kv", "_full")) {
      Cli created =
          Cli.run(
              "create-table",
              "-z",
              zookeeper,
              prefix + table,
              "--jar",
              "none",
              "--family",
              "f=upsert",
              "--set",
              "sediment.guard=cell");
      assertThat(created.code()).as(created.err()).isEqualTo(ExitCode.OK);
    }
    return Files.writeString(dir.resolve(prefix + ".yaml"), MAPPING.formatted(prefix)).toString();
  }

  private Cli apply(String mapping, String... more) {
    List<String> line =
        new ArrayList<>(
            List.of("apply", "-z", zookeeper, "--format", "debezium", "--mapping", mapping));
    line.addAll(List.of(more));
    return Cli.run(line.toArray(String[]::new));
  }

  private Map<String, Map<String, String>> rows(String table) throws IOException {
    Map<String, Map<String, String>> rows = new TreeMap<>();
    try (Table open = cluster.table(TableName.valueOf(table));
        ResultScanner results = open.getScanner(new Scan().addFamily(Bytes.toBytes("f")))) {
      for (Result result : results) {
        Map<String, String> columns = new TreeMap<>();
        for (Cell cell : result.rawCells()) {
          columns.put(
              Bytes.toString(CellUtil.cloneQualifier(cell)),
              Bytes.toString(CellUtil.cloneValue(cell)));
        }
        rows.put(Bytes.toString(result.getRow()), columns);
      }
    }
    return rows;
  }

  /** The end of {@code changes.sql}: order 1 of the snapshot, 12 that was 11, and one row of kv. */
  private void checkRows(String prefix) throws IOException {
    assertThat(rows(prefix + "_orders"))
        .containsOnly(
            Map.entry("1", Map.of("customer", "snap", "status", "new", "amount", "1.10")),
            Map.entry("12", Map.of("customer", "bob")));
    assertThat(rows(prefix + "_kv")).containsOnly(Map.entry("1|1", Map.of("v", "z")));
    assertThat(rows(prefix + "_full")).isEmpty();
  }

  @Test
  void aRecordingOfPostgresEndsInTheRowsThatTheDatabaseHad() throws IOException {
    String mapping = mapping("lines");
    String file = Files.write(dir.resolve("lines.jsonl"), recording()).toString();
    Cli first = apply(mapping, file);
    assertThat(first.code()).as(first.out() + first.err()).isEqualTo(ExitCode.OK);
    assertThat(first.out())
        .contains(
            "48 messages",
            "1 skipped: logical_message",
            "1 skipped: other_table",
            "4 skipped: tombstone",
            "26 skipped: transaction",
            "1 skipped: truncate",
            "15 applied, 0 stale, 0 duplicate, 0 rejected");
    checkRows("lines");
    Cli again = apply(mapping, file);
    assertThat(again.code()).isEqualTo(ExitCode.OK);
    assertThat(again.out()).contains("0 applied").contains("0 rejected");
    checkRows("lines");
  }

  @Test
  void keyAndValueOnOneLineInAnyOrderEndInTheSameRows() throws IOException {
    String mapping = mapping("keyed");
    List<String> reversed = new ArrayList<>(keyed());
    Collections.reverse(reversed);
    String file = Files.write(dir.resolve("keyed.jsonl"), reversed).toString();
    Cli applied = apply(mapping, file);
    assertThat(applied.code()).as(applied.out() + applied.err()).isEqualTo(ExitCode.OK);
    checkRows("keyed");
  }

  @Test
  void standardInputIsReadAndWhatIsRefusedIsKeptWithItsReason() throws IOException {
    String mapping = mapping("piped");
    String strict =
        Files.writeString(
                dir.resolve("strict.yaml"),
                Files.readString(Path.of(mapping)).replace("truncate: skip", "truncate: reject"))
            .toString();
    Path letters = dir.resolve("letters.jsonl");
    InputStream before = System.in;
    Cli applied;
    try {
      System.setIn(
          new ByteArrayInputStream(String.join("\n", keyed()).getBytes(StandardCharsets.UTF_8)));
      applied = apply(strict, "--dead-letters", letters.toString(), "-");
    } finally {
      System.setIn(before);
    }
    assertThat(applied.code()).as(applied.out() + applied.err()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(Files.readAllLines(letters))
        .singleElement()
        .satisfies(
            letter ->
                assertThat(letter)
                    .contains("standard input line 47", "shop.kv", "truncated the table"));
    checkRows("piped");
  }
}
