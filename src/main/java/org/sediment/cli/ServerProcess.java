package org.sediment.cli;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A standalone HBase (master, region server and ZooKeeper in one process of its own) over a data
 * directory.
 */
final class ServerProcess {
  private static final String LOST = "ABORTING region server";
  private static final String READY = "Master has completed initialization";
  private static final String MARK = "-Dsediment.data=";

  private final DataDirectory directory;

  ServerProcess(DataDirectory directory) {
    this.directory = directory;
  }

  /** The running process; empty if none runs, whatever a pid file left over from a crash says. */
  Optional<ProcessHandle> running() throws IOException {
    return directory
        .pid()
        .flatMap(ProcessHandle::of)
        .filter(ProcessHandle::isAlive)
        .filter(this::isOurs);
  }

  /** A process ID may have been given to another program since. */
  private boolean isOurs(ProcessHandle process) {
    String mark = MARK + directory.root();
    return process
        .info()
        .arguments()
        .map(arguments -> Arrays.asList(arguments).contains(mark))
        .orElse(true); // the system does not tell
  }

  /**
   * Starts it and waits until it serves.
   *
   * @param port ZooKeeper's
   * @throws Failure if it dies or does not serve in time
   */
  void start(int port, String heap, Map<String, String> settings, long waitMillis)
      throws IOException {
    ServerConfig.write(directory, port, settings);
    Files.deleteIfExists(directory.log());
    ProcessBuilder builder = new ProcessBuilder(command(heap));
    builder.directory(directory.root().toFile());
    builder.redirectErrorStream(true);
    builder.redirectOutput(directory.log().toFile());
    Process process = builder.start();
    Files.writeString(directory.pidFile(), process.pid() + "\n");
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    while (!logHas(READY)) {
      pause();
      boolean dead = !process.isAlive() || logHas(LOST);
      if (dead || System.nanoTime() > deadline) {
        process.destroyForcibly();
        Files.deleteIfExists(directory.pidFile());
        throw new Failure(
            ExitCode.FAILED,
            "HBase "
                + (dead ? "ended while it started" : "did not serve in time")
                + ". The end of "
                + directory.log()
                + ":\n"
                + logEnd());
      }
    }
  }

  /** Ends it: asks first, insists after a while. */
  void stop(ProcessHandle process, boolean now, long waitMillis) throws IOException {
    if (now) {
      process.destroyForcibly();
    } else {
      process.destroy();
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    while (process.isAlive()) {
      if (System.nanoTime() > deadline) {
        process.destroyForcibly(); // what was acknowledged is in the log files
      }
      pause();
    }
    Files.deleteIfExists(directory.pidFile());
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(100);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new Failure(ExitCode.FAILED, "interrupted", stop);
    }
  }

  /** A port that was free a moment ago. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Whether someone could listen there now. */
  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  private List<String> command(String heap) {
    List<String> command = new ArrayList<>();
    // a session of its own, so that closing the terminal does not stop it
    pathOf("setsid").ifPresent(setsid -> command.add(setsid.toString()));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String opened : List.of("java.lang", "java.nio", "java.lang.reflect")) {
      command.add("--add-opens");
      command.add("java.base/" + opened + "=ALL-UNNAMED");
    }
    command.add("-XX:+UseSerialGC");
    command.add("-Xmx" + heap);
    command.add(MARK + directory.root());
    command.add("-cp");
    command.add(directory.confFolder() + File.pathSeparator + hbaseClassPath());
    command.add("org.apache.hadoop.hbase.master.HMaster");
    command.add("start");
    return command;
  }

  /** This program's class path without Sediment: HBase gets that from the tables' descriptors. */
  private static String hbaseClassPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !Files.exists(Path.of(entry, "org", "sediment")))
        .filter(entry -> !Path.of(entry).getFileName().toString().matches("sediment-.*\\.jar"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Optional<Path> pathOf(String program) {
    String path = System.getenv("PATH");
    return path == null
        ? Optional.empty()
        : Arrays.stream(path.split(File.pathSeparator))
            .map(folder -> Path.of(folder, program))
            .filter(Files::isExecutable)
            .findFirst();
  }

  private boolean logHas(String text) throws IOException {
    return Files.exists(directory.log()) && Files.readString(directory.log()).contains(text);
  }

  private String logEnd() throws IOException {
    List<String> lines = Files.readString(directory.log()).lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size()));
  }
}
