package org.sediment.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sediment server}: a real HBase on this machine, for trying things out. */
@Command(
    name = "server",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a standalone HBase (one process, loopback only) over a data directory that survives",
      "restarts. Not for production: its file system is this machine's."
    },
    synopsisSubcommandLabel = "(start | stop | status)")
final class ServerCommand {
  private static final long START_SECONDS = 180;

  @Spec private CommandSpec spec;

  @Command(
      name = "start",
      mixinStandardHelpOptions = true,
      description = {
        "Starts it, waits until it serves, and leaves it running. Exit code 0 also if it runs",
        "already. DIR/client/hbase-site.xml tells other clients where it is."
      })
  int start(
      @Option(
              names = "--data-dir",
              paramLabel = "DIR",
              required = true,
              description = "Data directory; made if it is not there.")
          Path dataDir,
      @Option(
              names = "--port",
              paramLabel = "PORT",
              description =
                  "ZooKeeper's port. Default: the one of the last start, else a free one.")
          Integer port,
      @Option(
              names = "--heap",
              paramLabel = "SIZE",
              defaultValue = "1g",
              description = "Largest heap, as java -Xmx takes it. Default: ${DEFAULT-VALUE}.")
          String heap,
      @Option(
              names = "--set",
              paramLabel = "KEY=VALUE",
              description = "A setting of HBase's hbase-site.xml, for this start. May be repeated.")
          Map<String, String> settings)
      throws IOException {
    DataDirectory directory = DataDirectory.of(dataDir);
    ServerProcess server = new ServerProcess(directory);
    Optional<ProcessHandle> running = server.running();
    if (running.isPresent()) {
      print(describe(directory, running.get()));
      return ExitCode.OK;
    }
    Files.createDirectories(directory.root());
    Map<String, String> more = settings == null ? new LinkedHashMap<>() : settings;
    Progress.during(
        "starting HBase",
        spec.commandLine().getErr(),
        () -> {
          long wait = TimeUnit.SECONDS.toMillis(START_SECONDS);
          server.start(port(directory, port), heap, more, wait);
          return server;
        });
    print(describe(directory, server.running().orElseThrow()));
    return ExitCode.OK;
  }

  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      description = "Stops it; what was acknowledged is kept. Exit code 3 if it was not running.")
  int stop(
      @Option(
              names = "--data-dir",
              paramLabel = "DIR",
              required = true,
              description = "Data directory it was started with.")
          Path dataDir,
      @Option(
              names = "--now",
              description = "Kill it at once; the next start recovers from the write-ahead log.")
          boolean now)
      throws IOException {
    ServerProcess server = new ServerProcess(DataDirectory.of(dataDir));
    Optional<ProcessHandle> running = server.running();
    if (running.isEmpty()) {
      print("not running");
      return ExitCode.NOT_THERE;
    }
    Progress.during(
        "stopping HBase",
        spec.commandLine().getErr(),
        () -> {
          server.stop(running.get(), now, TimeUnit.SECONDS.toMillis(30));
          return server;
        });
    print("stopped");
    return ExitCode.OK;
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Says whether it runs. Exit code 3 if it does not.")
  int status(
      @Option(
              names = "--data-dir",
              paramLabel = "DIR",
              required = true,
              description = "Data directory it was started with.")
          Path dataDir)
      throws IOException {
    DataDirectory directory = DataDirectory.of(dataDir);
    Optional<ProcessHandle> running = new ServerProcess(directory).running();
    print(running.map(process -> describe(directory, process)).orElse("not running"));
    return running.isPresent() ? ExitCode.OK : ExitCode.NOT_THERE;
  }

  private static int port(DataDirectory directory, Integer asked) throws IOException {
    if (asked != null) {
      if (!ServerProcess.isFree(asked)) {
        throw new Failure(ExitCode.FAILED, "port " + asked + " is taken; choose another --port");
      }
      return asked;
    }
    OptionalInt last = directory.port();
    return last.isPresent() && ServerProcess.isFree(last.getAsInt())
        ? last.getAsInt()
        : ServerProcess.freePort();
  }

  private static String describe(DataDirectory directory, ProcessHandle process) {
    try {
      return "running: process "
          + process.pid()
          + ", ZooKeeper 127.0.0.1:"
          + directory.port().orElseThrow()
          + ", data in "
          + directory.root();
    } catch (IOException unreadable) {
      throw new Failure(ExitCode.FAILED, "cannot read " + directory.clientSite(), unreadable);
    }
  }

  private void print(String line) {
    spec.commandLine().getOut().println(line);
  }
}
