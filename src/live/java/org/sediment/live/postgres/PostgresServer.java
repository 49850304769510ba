package org.sediment.live.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL of the test's own, with logical decoding: data in a temporary folder, on a free port
 * of the loopback address, everybody trusted. PostgreSQL refuses to run as root: then it runs as
 * the user {@code postgres}.
 */
final class PostgresServer implements AutoCloseable {
  /** What to do when {@link #binaries} is empty. */
  static final String MISSING =
      "PostgreSQL 10 or newer is not here: install the package postgresql (Debian, Ubuntu) to run"
          + " this test";

  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final String USER = "postgres";

  private final Path bin;
  private final Path folder;
  private final int port;
  private final boolean asRoot = System.getProperty("user.name").equals("root");
  private final Thread lastResort = new Thread(this::stopNow);

  private PostgresServer(Path bin, Path folder, int port) {
    this.bin = bin;
    this.folder = folder;
    this.port = port;
  }

  /** The folder with {@code initdb} and {@code pg_ctl}, of the newest version; empty if none. */
  static Optional<Path> binaries() {
    List<Path> places = new ArrayList<>();
    if (Files.isDirectory(DEBIAN)) {
      try (Stream<Path> versions = Files.list(DEBIAN)) {
        versions
            .sorted(Comparator.comparing(PostgresServer::version).reversed())
            .forEach(version -> places.add(version.resolve("bin")));
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
    Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
        .map(Path::of)
        .forEach(places::add);
    return places.stream()
        .filter(place -> Files.isExecutable(place.resolve("initdb")))
        .filter(place -> Files.isExecutable(place.resolve("pg_ctl")))
        .findFirst();
  }

  private static double version(Path folder) {
    String name = folder.getFileName().toString();
    return name.matches("\\d+(\\.\\d+)?") ? Double.parseDouble(name) : 0;
  }

  /** Makes a new database and starts its server. */
  static PostgresServer start(Path bin) throws IOException {
    Path folder = Files.createTempDirectory("sediment-postgres");
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    PostgresServer server = new PostgresServer(bin, folder, port);
    Runtime.getRuntime().addShutdownHook(server.lastResort);
    if (server.asRoot) {
      Files.setOwner(
          folder,
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER));
    }
    server.run(
        "initdb", "-D", server.data(), "-A", "trust", "-E", "UTF8", "--locale=C", "-U", USER);
    Files.write(
        Path.of(server.data(), "postgresql.conf"),
        List.of(
            "port = " + port,
            "listen_addresses = '127.0.0.1'",
            "unix_socket_directories = '" + folder + "'",
            "wal_level = logical",
            "fsync = off",
            "deadlock_timeout = '100ms'"),
        StandardOpenOption.APPEND);
    server.run(
        "pg_ctl", "-D", server.data(), "-l", folder.resolve("log").toString(), "-w", "start");
    return server;
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  /** The port, on 127.0.0.1. */
  int port() {
    return port;
  }

  /** A new session of the superuser {@code postgres} in the database of that name. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + port + "/" + USER, USER, "none");
  }

  /** Runs statements, each committed by itself. */
  void execute(String... statements) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private void run(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    if (asRoot) {
      command.addAll(List.of("runuser", "-u", USER, "--"));
    }
    command.add(bin.resolve(program).toString());
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("sediment-postgres", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IOException(command + " failed: " + Files.readString(output));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted: " + command, interrupted);
    } finally {
      Files.delete(output);
    }
  }

  private void stopNow() {
    try {
      run("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    } catch (IOException gone) {
      System.err.println("PostgreSQL in " + folder + " was not stopped: " + gone.getMessage());
    }
  }

  @Override
  public void close() {
    stopNow();
    Runtime.getRuntime().removeShutdownHook(lastResort);
  }
}
