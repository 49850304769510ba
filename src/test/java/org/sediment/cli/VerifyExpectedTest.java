package org.sediment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.Seeds;

/**
 * {@code sediment verify --expected}: whatever differs from the file is found, and nothing else.
 */
@ClusterTest
class VerifyExpectedTest {
  private final String zookeeper;
  @TempDir private Path dir;

  VerifyExpectedTest(MiniCluster cluster) {
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
        run(
            "create-table",
            table,
            "--jar",
            "none",
            "--family",
            "u=upsert",
            "--family",
            "p=plain",
            "--family",
            "x=delta",
            "--family",
            "y=delta,fold=sum:decimal");
    assertThat(created.code()).as(created.err()).isEqualTo(ExitCode.OK);
  }

  private String file(String name, List<String> lines) throws IOException {
    return Files.write(dir.resolve(name), lines).toString();
  }

  private static String event(String row, int sequence, String rest) {
    return "{\"key\":\"%s\",\"seq\":%d,\"ts\":%d,%s}"
        .formatted(row, sequence, System.currentTimeMillis(), rest);
  }

  private static final List<String> EVENTS =
      List.of(
          event("r1", 1, "\"set\":{\"u:a\":\"old\",\"u:b\":\"1\"},\"add\":{\"x:n\":3}"),
          event("r1", 2, "\"set\":{\"u:a\":\"new\"},\"null\":[\"u:b\"],\"add\":{\"x:n\":4}"),
          event("r2", 3, "\"set\":{\"u:a\":\"\",\"p:raw\":{\"bytes\":\"AP8=\"}}"),
          event("r3", 4, "\"set\":{\"u:a\":\"gone\"}"),
          event("r3", 5, "\"op\":\"delete\""),
          event("r4", 6, "\"add\":{\"y:paid\":{\"decimal\":\"1.50\"}}"));

  private static final List<String> EXPECTED =
      List.of(
          "{\"key\":\"r4\",\"totals\":{\"y:paid\":1.5}}",
          "{\"key\":\"r2\",\"set\":{\"u:a\":\"\",\"u:z\":null,\"p:raw\":{\"bytes\":\"AP8=\"}}}",
          "",
          "{\"key\":\"r3\",\"set\":{\"u:a\":null}}",
          "{\"key\":\"r1\",\"set\":{\"u:a\":\"new\"},\"totals\":{\"x:n\":7,\"y:paid\":null}}");

  @Test
  void theFileMayHaveItsRowsInAnyOrder() throws IOException {
    create("asked");
    String events = file("events.jsonl", EVENTS);
    assertThat(run("apply", "--table", "asked", events).code()).isEqualTo(ExitCode.OK);
    String expected = file("expected.jsonl", EXPECTED);
    Cli table = run("verify", "--table", "asked", "--expected", expected);
    assertThat(table.code()).as(table.out() + table.err()).isEqualTo(ExitCode.OK);
    assertThat(table.out()).contains("4 rows expected, 0 lines not understood", "identical");
    Cli replay = run("verify", "--table", "asked", "--window", "1", "--expected", expected, events);
    assertThat(replay.code()).as(replay.out() + replay.err()).isEqualTo(ExitCode.OK);
    assertThat(replay.out()).contains("12 messages", "identical");
  }

  @Test
  void everyKindOfDifferenceIsFound() throws IOException {
    create("planted");
    String events = file("events.jsonl", EVENTS);
    assertThat(run("apply", "--table", "planted", events).code()).isEqualTo(ExitCode.OK);
    differs("r5", "{\"key\":\"r5\",\"set\":{\"u:a\":\"1\"}}", "u:a: 1 expected, nothing found");
    differs("r5", "{\"key\":\"r5\",\"totals\":{\"x:n\":0}}", "x:n: 0 expected, nothing found");
    differs("r1", null, "u:a: nothing expected, new found", "x:n: nothing expected, 7 found");
    differs("r4", null, "y:paid: nothing expected, 1.5 found");
    differs(
        "r1",
        "{\"key\":\"r1\",\"set\":{\"u:a\":\"old\"},\"totals\":{\"x:n\":8}}",
        "u:a: old expected, new found",
        "x:n: 8 expected, 7 found");
    differs(
        "r2",
        "{\"key\":\"r2\",\"set\":{\"u:a\":\"\"}}",
        "p:raw: nothing expected, \\x00\\xFF found");
    differs(
        "r2",
        "{\"key\":\"r2\",\"set\":{\"p:raw\":{\"bytes\":\"AP8=\"}}}",
        "u:a: nothing expected, an empty value found");
    differs(
        "r1",
        "{\"key\":\"r1\",\"set\":{\"u:a\":\"new\",\"u:b\":\"\"},\"totals\":{\"x:n\":7}}",
        "u:b: an empty value expected, nothing found");
    differs(
        "r1",
        "{\"key\":\"r1\",\"set\":{\"u:a\":\"new\",\"u:b\":\"nothing\"},\"totals\":{\"x:n\":7}}",
        "u:b: nothing expected, nothing found");
    differs(
        "r4",
        "{\"key\":\"r4\",\"totals\":{\"y:paid\":\"1.51\"}}",
        "y:paid: 1.51 expected, 1.5 found");
  }

  /** The file with another line for one row, or none, has these differences and no others. */
  private void differs(String row, String line, String... differences) throws IOException {
    List<String> lines = new ArrayList<>(EXPECTED);
    lines.removeIf(each -> each.contains("\"" + row + "\""));
    if (line != null) {
      lines.add(line);
    }
    Cli found = run("verify", "--table", "planted", "--expected", file("wrong.jsonl", lines));
    assertThat(found.code()).as(found.out() + found.err()).isEqualTo(ExitCode.PROBLEMS);
    List<String> told = found.out().lines().filter(each -> each.startsWith("row ")).toList();
    List<String> expected = new ArrayList<>();
    for (String difference : differences) {
      expected.add("row " + row + ", " + difference);
    }
    assertThat(told).containsExactlyElementsOf(expected);
    assertThat(found.out()).contains(differences.length + " differences");
  }

  @Test
  void aLineThatIsNotUnderstoodIsADifference() throws IOException {
    create("expected-wrongly");
    String expected =
        file(
            "lines.jsonl",
            List.of(
                "{\"key\":\"r1\",\"set\":",
                "{\"key\":\"r2\",\"seq\":3}",
                "{\"key\":\"r3\"}",
                "{\"key\":\"r3\"}",
                "{\"key\":\"r4\",\"totals\":{\"x:n\":\"many\"}}"));
    Cli wrong = run("verify", "--table", "expected-wrongly", "--expected", expected);
    assertThat(wrong.code()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(wrong.err()).contains("line 1", "line 2", "'seq'", "line 4", "line 5", "x:n");
    assertThat(wrong.out()).contains("1 rows expected, 4 lines not understood", "4 differences");
    assertThat(run("verify", "--table", "expected-wrongly", "--expected", "nowhere.jsonl").code())
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void manyRowsAreComparedInPieces() throws IOException {
    create("expected-many");
    Random random = Seeds.random("VerifyExpectedTest");
    List<String> events = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      events.add(event("r" + i, 1, "\"set\":{\"u:a\":\"" + i + "\"},\"add\":{\"x:n\":" + i + "}"));
      expected.add(
          "{\"key\":\"r%d\",\"set\":{\"u:a\":\"%d\"},\"totals\":{\"x:n\":%d}}".formatted(i, i, i));
    }
    assertThat(run("apply", "--table", "expected-many", file("e.jsonl", events)).code()).isZero();
    Collections.shuffle(expected, random);
    Cli same = run("verify", "--table", "expected-many", "--expected", file("x.jsonl", expected));
    assertThat(same.code()).as(same.out() + same.err()).isEqualTo(ExitCode.OK);
    List<String> some = expected.subList(0, 2_000);
    Cli less = run("verify", "--table", "expected-many", "--expected", file("y.jsonl", some));
    assertThat(less.out()).contains("2000 differences"); // a column and a total each
    assertThat(less.out().lines().filter(line -> line.startsWith("row "))).hasSize(100);
  }
}
