package org.sediment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.model.Setting;

/** What needs no server: help, usage errors, settings. */
class MainTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "server --help",
        "server start --help",
        "server stop --help",
        "server status --help",
        "create-table --help",
        "totals --help",
        "apply --help",
        "status --help",
        "key --help",
        "key spread --help",
        "settings --help"
      })
  void everyCommandHasHelp(String line) {
    Cli run = Cli.run(line.split(" "));
    assertThat(run.code()).isEqualTo(ExitCode.OK);
    assertThat(run.out()).contains("Usage: sediment").contains("--help");
  }

  @Test
  void theHelpTellsTheExitCodes() {
    assertThat(Cli.run("--help").out()).contains("Exit codes:", "3  the server, table or service");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "--nonsense",
        "server start",
        "server stop --nonsense",
        "create-table t",
        "create-table t --family u=upsert",
        "create-table -z localhost:1 -d /tmp t --family u=upsert",
        "totals",
        "status",
        "totals -z localhost:1 t row --sum",
        "totals -z localhost:1 t --as-of yesterday",
        "create-table -z localhost t --family u=upsert",
        "apply -z localhost:1 --kafka b:1 --topics t",
        "apply -z localhost:1 --topics t --group g",
        "apply -z localhost:1 --kafka b:1 --topics t --group g",
        "apply -z localhost:1 --kafka b:1 --topics t --group g --dead-letter-topic d file.jsonl",
        "apply -z localhost:1 --kafka b:1 --topics t --group g --dead-letter-topic d --dead-letters f",
        "create-table -z localhost:1 t --family u",
        "create-table -z localhost:1 t --family u=nonsense",
        "create-table -z localhost:1 t --family u=upsert --jar /no/such.jar",
        "create-table -z localhost:1 t --family u=upsert --set sediment.tombstone.retention=long"
      })
  void aWrongCommandLineIsExitCode2(String line) {
    Cli run = Cli.run(line.split(" "));
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).isNotBlank();
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aServerThatIsNotThereIsExitCode3(@TempDir Path dir) {
    String data = dir.toString();
    assertThat(Cli.run("server", "status", "--data-dir", data).code())
        .isEqualTo(ExitCode.NOT_THERE);
    assertThat(Cli.run("server", "stop", "--data-dir", data).code()).isEqualTo(ExitCode.NOT_THERE);
    Cli table = Cli.run("create-table", "-d", data, "t", "--family", "u=upsert");
    assertThat(table.code()).isEqualTo(ExitCode.NOT_THERE);
    assertThat(table.err()).contains("has the server been started?");
  }

  @Test
  void aPidFileLeftOverDoesNotMakeAnotherProcessOurs(@TempDir Path dir) throws IOException {
    Files.writeString(dir.resolve("server.pid"), ProcessHandle.current().pid() + "\n");
    assertThat(Cli.run("server", "status", "--data-dir", dir.toString()).code())
        .isEqualTo(ExitCode.NOT_THERE);
  }

  @Test
  void settingsShowsEverySetting() {
    String text = Cli.run("settings").out();
    for (Setting setting : Setting.values()) {
      assertThat(text).contains(setting.key() + "  (", setting.meaning());
    }
  }

  @Test
  void theSettingsPageIsWhatTheProgramPrints() throws IOException {
    assertThat(Path.of("src/site/markdown/settings.md"))
        .content()
        .as("run: scripts/sediment settings --markdown > src/site/markdown/settings.md")
        .isEqualTo(Cli.run("settings", "--markdown").out());
  }
}
