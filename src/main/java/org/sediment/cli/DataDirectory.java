package org.sediment.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The data directory of a standalone HBase: its files and what they say.
 *
 * <pre>
 * server.pid             process ID while it runs
 * client/hbase-site.xml  for clients: add the folder "client" to their class path
 * conf/                  the server's own configuration, written anew at each start
 * log/hbase.log          what the server says
 * data/ zookeeper/ tmp/  HBase's files
 * </pre>
 *
 * @param root the directory, absolute
 */
record DataDirectory(Path root) {
  private static final Pattern PORT = Pattern.compile("clientPort</name>\\s*<value>(\\d+)</value>");

  static DataDirectory of(Path path) {
    return new DataDirectory(path.toAbsolutePath().normalize());
  }

  Path pidFile() {
    return root.resolve("server.pid");
  }

  Path clientFolder() {
    return root.resolve("client");
  }

  Path clientSite() {
    return clientFolder().resolve("hbase-site.xml");
  }

  Path confFolder() {
    return root.resolve("conf");
  }

  Path log() {
    return root.resolve("log").resolve("hbase.log");
  }

  /** Process ID written at the last start; empty if it was stopped or never started. */
  Optional<Long> pid() throws IOException {
    if (!Files.exists(pidFile())) {
      return Optional.empty();
    }
    String text = Files.readString(pidFile()).trim();
    return text.matches("\\d{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  /** ZooKeeper's port of the last start. */
  OptionalInt port() throws IOException {
    if (!Files.exists(clientSite())) {
      return OptionalInt.empty();
    }
    Matcher matcher = PORT.matcher(Files.readString(clientSite()));
    return matcher.find()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }
}
