package org.sediment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.Seeds;

/** {@code sediment apply}: events from files end up in the table, and each is accounted for. */
@ClusterTest
class ApplyCommandTest {
  private static final byte[] U = Bytes.toBytes("u");

  private final MiniCluster cluster;
  private final String zookeeper;
  @TempDir private Path dir;

  ApplyCommandTest(MiniCluster cluster) {
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

  private void create(String table) {
    Cli created =
        run("create-table", table, "--jar", "none", "--family", "u=upsert", "--family", "x=delta");
    assertThat(created.code()).as(created.err()).isEqualTo(ExitCode.OK);
  }

  private String file(String name, List<String> lines) throws IOException {
    return Files.write(dir.resolve(name), lines).toString();
  }

  private static String event(String row, int sequence, String rest) {
    return "{\"key\":\"%s\",\"seq\":%d,\"ts\":%d,%s}"
        .formatted(row, sequence, System.currentTimeMillis(), rest);
  }

  private String value(String table, String row, String column) throws IOException {
    try (Table open = cluster.table(TableName.valueOf(table))) {
      Result result = open.get(new Get(Bytes.toBytes(row)));
      return Bytes.toString(result.getValue(U, Bytes.toBytes(column)));
    }
  }

  @Test
  void eventsOfAFileAreAppliedAndAReplayIsHarmless() throws IOException {
    create("orders");
    String file =
        file(
            "orders.jsonl",
            List.of(
                event("r1", 1, "\"set\":{\"u:status\":\"new\"},\"add\":{\"x:units\":3}"),
                event("r2", 2, "\"set\":{\"u:status\":\"new\"}"),
                "",
                event("r1", 3, "\"set\":{\"u:status\":\"paid\"},\"add\":{\"x:units\":-1}"),
                event("r2", 4, "\"op\":\"delete\"")));
    Cli first = run("apply", "--table", "orders", file);
    assertThat(first.code()).as(first.err()).isEqualTo(ExitCode.OK);
    assertThat(first.out())
        .contains("5 messages", "1 skipped: blank", "4 applied, 0 stale", "deltas: 2 stored");
    assertThat(value("orders", "r1", "status")).isEqualTo("paid");
    assertThat(value("orders", "r2", "status")).isNull();
    Cli second = run("apply", "--table", "orders", file);
    assertThat(second.code()).as(second.err()).isEqualTo(ExitCode.OK);
    assertThat(second.out()).contains("0 applied, 2 stale, 2 duplicate");
    assertThat(value("orders", "r1", "status")).isEqualTo("paid");
    assertThat(run("totals", "orders").out())
        .isEqualToNormalizingNewlines("r1\tx:units\t2\t0 late\n");
  }

  @Test
  void refusedMessagesGoToTheDeadLettersWithTheirReasons() throws IOException {
    create("letters");
    String good = event("r1", 1, "\"set\":{\"u:a\":\"1\"}");
    String noFamily = event("r2", 1, "\"set\":{\"nowhere:a\":\"1\"}");
    String noTable = event("r3", 1, "\"table\":\"no:such:table\",\"set\":{\"u:a\":\"1\"}");
    String file = file("some.jsonl", List.of(good, "{\"key\":", noFamily, "{\"kee\":1}", noTable));
    Path letters = dir.resolve("refused.jsonl");
    Cli applied = run("apply", "--table", "letters", "--dead-letters", letters.toString(), file);
    assertThat(applied.code()).as(applied.err()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(applied.out()).contains("3 not understood", "1 applied", "1 rejected");
    assertThat(Files.readAllLines(letters))
        .hasSize(4)
        .anySatisfy(line -> assertThat(line).contains("line 2"))
        .anySatisfy(line -> assertThat(line).contains("line 3", "no family 'nowhere'", "r2"))
        .anySatisfy(line -> assertThat(line).contains("line 4", "kee"))
        .anySatisfy(line -> assertThat(line).contains("line 5", "table 'no:such:table'"));
    Cli shown = run("apply", "--table", "letters", file);
    assertThat(shown.code()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(shown.err()).contains("line 3: row 'r2'", "no family 'nowhere'");
  }

  @Test
  void manyEventsOfAPackedFileEndInTheSameRowsWhateverTheirOrder() throws IOException {
    create("many");
    Random random = Seeds.random("ApplyCommandTest");
    int[] last = new int[50];
    List<String> lines = new ArrayList<>();
    for (int i = 1; i <= 5_000; i++) {
      int row = random.nextInt(last.length);
      last[row] = i;
      lines.add(event("r" + row, i, "\"set\":{\"u:a\":\"" + i + "\"}"));
    }
    Collections.shuffle(lines, random);
    Path packed = dir.resolve("many.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(Bytes.toBytes(String.join("\n", lines)));
    }
    Cli applied = run("apply", "--table", "many", packed.toString());
    assertThat(applied.code()).as(applied.err()).isEqualTo(ExitCode.OK);
    for (int row = 0; row < last.length; row++) {
      assertThat(value("many", "r" + row, "a")).isEqualTo(Integer.toString(last[row]));
    }
  }

  @Test
  void whatIsWrongWithTheCallIsToldAtOnce() throws IOException {
    String file = file("one.jsonl", List.of(event("r", 1, "\"set\":{\"u:a\":\"1\"}")));
    assertThat(run("apply", "--table", "nowhere", file).code()).isEqualTo(ExitCode.NOT_THERE);
    assertThat(run("apply", file).err()).contains("names no table");
    assertThat(run("apply", "--table", "t", "missing.jsonl").code()).isEqualTo(ExitCode.USAGE);
    assertThat(run("apply", "--format", "debezium", file).err()).contains("--mapping");
    String wrong = file("wrong.yaml", List.of("tables:", "  shop.orders:", "    too: orders"));
    Cli mapped = run("apply", "--mapping", wrong, file);
    assertThat(mapped.code()).isEqualTo(ExitCode.USAGE);
    assertThat(mapped.err()).contains("wrong.yaml", "too");
  }

  @Test
  void whyExplainsARowAndForetellsAnEvent() throws IOException {
    create("why");
    String file =
        file(
            "why.jsonl",
            List.of(
                event("r1", 3, "\"op\":\"delete\""),
                event("r1", 5, "\"set\":{\"u:a\":\"new\"},\"add\":{\"x:units\":3}")));
    assertThat(run("apply", "--table", "why", file).code()).isEqualTo(ExitCode.OK);
    Cli why = run("why", "why", "r1", "--seq", "4");
    assertThat(why.code()).as(why.err()).isEqualTo(ExitCode.OK);
    assertThat(why.out())
        .contains(
            "row r1 of table why, guard row",
            "highest sequence   5",
            "row deleted by 3",
            "'new'",
            "delta 3",
            "x:units = 3",
            "an event of sequence 4 would be STALE");
    assertThat(run("why", "why", "r1", "--ts", "4").code()).isEqualTo(ExitCode.USAGE);
    assertThat(run("why", "why", "r1", "--seq", "x").code()).isEqualTo(ExitCode.USAGE);
    assertThat(run("why", "why", "nobody").out()).contains("highest sequence   none");
  }

  @Test
  void verifyFindsAReplayIdenticalAndAStrayWriteNot() throws IOException {
    create("checked");
    List<String> lines = new ArrayList<>();
    for (int i = 1; i <= 500; i++) {
      lines.add(
          event(
              "r" + i % 20, i, "\"set\":{\"u:a\":\"" + i + "\"},\"add\":{\"x:units\":" + i + "}"));
    }
    lines.add(event("r7", 501, "\"op\":\"delete\""));
    String file = file("day.jsonl", lines);
    assertThat(run("apply", "--table", "checked", file).code()).isEqualTo(ExitCode.OK);
    Cli same = run("verify", "--table", "checked", "--window", "100", file);
    assertThat(same.code()).as(same.out() + same.err()).isEqualTo(ExitCode.OK);
    assertThat(same.out()).contains("1002 messages", "identical");
    String stray =
        file(
            "stray.jsonl",
            List.of(event("r3", 900, "\"set\":{\"u:a\":\"x\"},\"add\":{\"x:units\":1}")));
    assertThat(run("apply", "--table", "checked", stray).code()).isEqualTo(ExitCode.OK);
    Cli differs = run("verify", "--table", "checked", file);
    assertThat(differs.code()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(differs.out())
        .contains(
            "row r3, u:a: x in the table, 483 after the replay",
            "row r3, x:units",
            "2 differences");
    try (Admin admin = cluster.connection().getAdmin()) {
      assertThat(admin.listTableNames())
          .extracting(TableName::getNameAsString)
          .noneMatch(name -> name.contains("_verify_"));
    }
  }
}
