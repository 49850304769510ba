package org.sediment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code sediment key}: what it prints, and its exit codes. */
class KeyCommandTest {
  private static final String SCHEMA = "bucket(16,host), host:text(|), time:reversed-long";
  private static final String KEY = "\\x05host1|\\x7F\\xFF\\xFEkC\\xC4\\x8D\\xFF";

  private static String ok(String... line) {
    List<String> all = new ArrayList<>(List.of("key"));
    all.addAll(List.of(line));
    Cli run = Cli.run(all.toArray(String[]::new));
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.err()).isEmpty();
    return run.out().replace(System.lineSeparator(), "\n");
  }

  @Test
  void keysAreEncodedDecodedAndExplained() {
    assertThat(ok("encode", SCHEMA, "host1", "2025-01-31T12:00:00Z")).isEqualTo(KEY + "\n");
    assertThat(ok("decode", SCHEMA, KEY, KEY)).isEqualTo("host1\t1738324800000\n".repeat(2));
    assertThat(ok("explain", SCHEMA, KEY).replaceAll(" +", " "))
        .isEqualTo(
            """
             0 \\x05 bucket:bucket(16,host)
             1 host1| host:text(|) = host1
             7 \\x7F\\xFF\\xFEkC\\xC4\\x8D\\xFF time:reversed-long = 1738324800000
            """);
    assertThat(ok("encode", "n:int", "--", "-1")).isEqualTo("\\x7F\\xFF\\xFF\\xFF\n");
  }

  @Test
  void rangesAreExact() {
    assertThat(ok("range", "host:text(|), n:int", "host1")).isEqualTo("host1|\thost1}\n");
    assertThat(ok("range", "host:text(|), n:int", "host1", "--from", "0", "--to", "2"))
        .isEqualTo("host1|\\x80\\x00\\x00\\x00\thost1|\\x80\\x00\\x00\\x02\n");
    assertThat(ok("range", "bucket(3), n:int"))
        .isEqualTo("\\x00\t\\x01\n\\x01\t\\x02\n\\x02\t\\x03\n");
    assertThat(ok("range", "name:text", "--begins", "ab")).isEqualTo("ab\tac\n");
    assertThat(ok("range", "name:reversed-text", "--ends", "de")).isEqualTo("ed\tee\n");
    assertThat(ok("range", "n:long", "--from", "2", "--to", "2")).isEmpty();
  }

  @Test
  void splitsComeFromTheBucketsOrFromASample(@TempDir Path dir) throws IOException {
    assertThat(ok("splits", SCHEMA, "--regions", "4")).isEqualTo("\\x04\n\\x08\n\\x0C\n");
    Path sample = dir.resolve("sample");
    Files.write(sample, List.of("c", "a", "d", "", "b"));
    String file = sample.toString();
    assertThat(ok("splits", "text", "--regions", "2", "--sample", file)).isEqualTo("c\n");
    Cli few = Cli.run("key", "splits", "text", "--regions", "9", "--sample", file);
    assertThat(few.code()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(few.err()).contains("4 regions only");
  }

  @Test
  void aSampleIsShownAsItWouldSpread(@TempDir Path dir) throws IOException {
    Path sample = dir.resolve("sample");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      lines.add(Long.toString(1_700_000_000_000L + i));
    }
    Files.write(sample, lines);
    String plain =
        ok("spread", sample.toString(), "--regions", "4", "--schema", "t:long", "--values");
    assertThat(plain)
        .contains(
            "   3  ########################################      1000 100.0 %  from \\x80\\x00")
        .contains("1000 keys in 4 regions: the busiest has 100.0 %, an even share is 25.0 %")
        .contains("100 keys at a time: the busiest region gets 100.0 % of them");
    String salted =
        ok(
            "spread",
            sample.toString(),
            "--regions",
            "4",
            "--schema",
            "bucket(16), t:long",
            "--values");
    assertThat(salted).containsPattern("busiest has 2[5-9]\\.\\d %").doesNotContain("100.0 %");
    assertThat(ok("spread", sample.toString(), "--split", "1700000000500"))
        .contains("   2  ########################################       500  50.0 %");
    Files.writeString(sample, "1\nx\n2\n");
    Cli wrong =
        Cli.run(
            "key", "spread", sample.toString(), "--regions", "2", "--schema", "n:int", "--values");
    assertThat(wrong.code()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(wrong.err()).contains("line 2: part 1 'n': 'x' is not a whole number");
    assertThat(wrong.out()).contains("2 keys in 2 regions");
  }

  @Test
  void queriesAreToldApart() {
    String out = ok("queries", SCHEMA);
    assertThat(out.substring(0, out.indexOf("lost")))
        .contains("host begins with ?", "16 scans, merged (FanOutScan)");
    assertThat(out.substring(out.indexOf("lost")))
        .contains("host ends with ?", "inverted-key index table", "time = ?, without host");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      value = {
        "encode;a:text, b:text;x;y@2@has no end",
        "encode;a:int;x@2@part 1 'a'",
        "encode;a:int;1;2@2@a value '2' too many",
        "decode;a:int;abc@1@the key ends after 3 of 4 bytes",
        "explain;bucket(4), a:text;\\x09a@1@its parts make",
        "range;a:text(|);--from;b@1@does not sort as its values",
        "range;a:int;--from;b@2@part 1 'a'",
        "splits;a:int;--regions;4@2@begin the schema with a salt",
        "splits;a:int;--regions;4;--sample;/no/such@1@cannot read",
        "spread;/no/such;--regions;4@1@cannot read",
        "spread;/no/such@2@--regions",
        "spread;/no/such;--regions;4;--values@2@--schema",
        "queries;nonsense@2@there is no kind 'nonsense'"
      })
  void whatIsWrongHasItsExitCodeAndARemedy(String line, int code, String message) {
    Cli run = Cli.run(("key;" + line).split(";"));
    assertThat(run.code()).as(run.err()).isEqualTo(code);
    assertThat(run.err()).contains(message);
    assertThat(run.out()).isEmpty();
  }
}
