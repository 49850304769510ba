package org.sediment.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.sediment.cdc.DebeziumReader;
import org.sediment.cdc.EventLineReader;
import org.sediment.cdc.Mapping;
import org.sediment.cdc.MappingException;
import org.sediment.cdc.MessageReader;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where change events come from, and in what form; of every command that reads some. */
final class EventSourceOptions {
  private static final int RETRIES = 20;

  @Parameters(
      paramLabel = "FILE",
      description = "Files, read one after the other; .gz is unpacked; - or none: standard input.")
  private List<String> files = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = {
        "lines: JSON lines of Sediment's own. debezium: a message a line, its key and a tab in front if it has one.",
        "Default: lines."
      })
  private Format format = Format.LINES;

  @Option(
      names = "--mapping",
      paramLabel = "FILE",
      description = "How the source's tables become rows (YAML); needed for debezium.")
  private Path mapping;

  /** Forms of messages. */
  enum Format {
    /** JSON lines of our own. */
    LINES,
    /** Debezium's messages. */
    DEBEZIUM
  }

  /** Whether files are named. */
  boolean hasFiles() {
    return !files.isEmpty();
  }

  /** The files to read; {@code -} for standard input. */
  List<String> files() {
    return files.isEmpty() ? List.of("-") : files;
  }

  /** Whether files, or standard input, are named. */
  boolean isNamed() {
    return !files.isEmpty();
  }

  /** Opens one of them. */
  LineSource open(String file) throws IOException {
    return LineSource.open(file, format == Format.DEBEZIUM);
  }

  /**
   * Who understands the messages.
   *
   * @throws Failure with code 2 if the mapping is not there or wrong
   */
  MessageReader reader() throws IOException {
    Optional<Mapping> parsed = mapping();
    if (format == Format.DEBEZIUM) {
      return new DebeziumReader(
          parsed.orElseThrow(
              () -> new Failure(ExitCode.USAGE, "--format debezium needs --mapping FILE")));
    }
    return parsed.map(EventLineReader::new).orElseGet(EventLineReader::new);
  }

  /**
   * The mapping; empty if none is named.
   *
   * @throws Failure with code 2 if it is not there or wrong
   */
  Optional<Mapping> mapping() throws IOException {
    if (mapping == null) {
      return Optional.empty();
    }
    if (!Files.isReadable(mapping)) {
      throw new Failure(ExitCode.USAGE, "--mapping " + mapping + ": there is no such file");
    }
    try {
      return Optional.of(Mapping.parse(mapping.toString(), Files.readString(mapping)));
    } catch (MappingException wrong) {
      throw new Failure(ExitCode.USAGE, wrong.getMessage(), wrong);
    }
  }

  /** A stream goes on through a restart of a server, which the other commands need not. */
  static AsyncConnection patient(Configuration conf) throws IOException {
    Configuration longer = new Configuration(conf);
    longer.setInt("hbase.client.retries.number", RETRIES);
    try {
      return ConnectionFactory.createAsyncConnection(longer).get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while connecting to HBase", interrupted);
    } catch (ExecutionException failed) {
      throw new IOException("cannot connect to HBase: " + failed.getCause(), failed.getCause());
    }
  }
}
