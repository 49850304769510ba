package org.sediment.live.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** {@code sediment apply --kafka} as a process of its own, killed and started again. One thread. */
final class AppliedProcess {
  private static final String MAIN = "org.sediment.cli.Main";

  private final Path folder;
  private final List<String> arguments;
  private JavaProcess process;
  private int lives;

  /**
   * Not started yet.
   *
   * @param folder for its outputs and dead letters
   */
  AppliedProcess(
      Path folder,
      Configuration hbase,
      String bootstrap,
      String topics,
      String group,
      Path mapping) {
    this.folder = folder;
    arguments =
        List.of(
            "apply",
            "-z",
            hbase.get("hbase.zookeeper.quorum")
                + ":"
                + hbase.get("hbase.zookeeper.property.clientPort"),
            "--kafka",
            bootstrap,
            "--topics",
            topics,
            "--group",
            group,
            "--format",
            "debezium",
            "--mapping",
            mapping.toString(),
            "--dead-letters",
            letters().toString());
  }

  private Path letters() {
    return folder.resolve("letters.jsonl");
  }

  /** Messages that were refused, by any of its lives. */
  List<String> refused() throws IOException {
    return Files.exists(letters()) ? Files.readAllLines(letters()) : List.of();
  }

  /** Starts it; it goes on until it is killed. */
  void start() throws IOException {
    start(arguments);
  }

  private void start(List<String> all) throws IOException {
    process = JavaProcess.start(folder.resolve("apply-" + ++lives + ".log"), MAIN, all);
  }

  /** Waits a while; throws if it ends by itself. */
  void live(long milliseconds) throws InterruptedException, IOException {
    if (process.ends(milliseconds)) {
      throw new IOException("apply ended by itself: " + process.output());
    }
  }

  /** Kills it as a power cut would. */
  void kill() throws InterruptedException {
    process.kill();
  }

  /** Runs it until all is applied; gives what it printed. */
  String finish() throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(arguments);
    all.add("--until-end");
    start(all);
    int code = process.exitCode(1_200);
    if (code != 0) {
      throw new IOException("apply ended with " + code + ": " + process.output());
    }
    return process.output();
  }
}
