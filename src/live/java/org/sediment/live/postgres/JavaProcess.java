package org.sediment.live.postgres;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM with this one's class path, whose output goes to a file. It ends with this JVM at the
 * latest. One thread.
 */
final class JavaProcess {
  private final Process process;
  private final Path output;

  private JavaProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * Starts a program.
   *
   * @param output where its output and errors are added
   * @param main the class to run
   */
  static JavaProcess start(Path output, String main, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xshare:auto",
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            main));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .redirectInput(new File("/dev/null"))
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new JavaProcess(process, output);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGKILL: it has no time to do anything more. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** SIGTERM, and its orderly end. */
  void stop() throws InterruptedException, IOException {
    process.destroy();
    exitCode(60);
  }

  /** Waits for its end, however it comes about. */
  int exitCode(int seconds) throws InterruptedException, IOException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      kill();
      throw new IOException("did not end within " + seconds + " s: " + output());
    }
    return process.exitValue();
  }

  /** Waits for its end for a while; true if it came. */
  boolean ends(long milliseconds) throws InterruptedException {
    return process.waitFor(milliseconds, TimeUnit.MILLISECONDS);
  }

  /** All that it has written. */
  String output() throws IOException {
    return Files.readString(output);
  }
}
