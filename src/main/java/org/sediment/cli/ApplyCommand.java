package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.sediment.cdc.DebeziumReader;
import org.sediment.cdc.EventLineReader;
import org.sediment.cdc.Mapping;
import org.sediment.cdc.MappingException;
import org.sediment.cdc.MessageReader;
import org.sediment.client.SedimentMissingException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sediment apply}: change events from files or standard input into tables. */
@Command(
    name = "apply",
    mixinStandardHelpOptions = true,
    description = {
      "Applies change events, one a line, and counts what became of them.",
      "Harmless to run again: events that are in the table already are stale or duplicates.",
      "Exit code 4 if some were refused: see --dead-letters. Exit code 1 if it had to stop: run it again.",
      "Example: sediment apply -d DIR --table orders --dead-letters refused.jsonl orders.jsonl"
    })
final class ApplyCommand implements Callable<Integer> {
  private static final int RETRIES = 20;

  @Spec private CommandSpec spec;
  @Mixin private ConnectionOptions where;

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

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "Table for events that name none, neither themselves nor by the mapping.")
  private String table;

  @Option(
      names = "--dead-letters",
      paramLabel = "FILE",
      description = {
        "Where refused messages go, each with its reason, as JSON lines; added to what is there.",
        "Default: only the reasons, on standard error."
      })
  private Path deadLetters;

  /** Forms of messages. */
  enum Format {
    /** JSON lines of our own. */
    LINES,
    /** Debezium's messages. */
    DEBEZIUM
  }

  @Override
  public Integer call() throws IOException {
    MessageReader reader = reader();
    PrintWriter err = spec.commandLine().getErr();
    ApplyCounts counts = new ApplyCounts(err);
    try (Connection connection = where.connect(err);
        AsyncConnection patient = patient(connection.getConfiguration());
        DeadLetters letters = new DeadLetters(deadLetters, err);
        Tables tables = new Tables(connection, patient)) {
      EventFeed feed = new EventFeed(reader, tables, table, letters, counts);
      for (String file : files.isEmpty() ? List.of("-") : files) {
        try (LineSource lines = LineSource.open(file, format == Format.DEBEZIUM)) {
          feed.take(lines);
        }
      }
      tables.flush();
      letters.flush();
    } catch (IOException stopped) {
      throw stopped.getCause() instanceof SedimentMissingException missing ? missing : stopped;
    } finally {
      counts.print(spec.commandLine().getOut());
    }
    return counts.refused() > 0 ? ExitCode.PROBLEMS : ExitCode.OK;
  }

  private MessageReader reader() throws IOException {
    if (mapping == null) {
      if (format == Format.DEBEZIUM) {
        throw new Failure(ExitCode.USAGE, "--format debezium needs --mapping FILE");
      }
      return new EventLineReader();
    }
    if (!Files.isReadable(mapping)) {
      throw new Failure(ExitCode.USAGE, "--mapping " + mapping + ": there is no such file");
    }
    try {
      Mapping parsed = Mapping.parse(mapping.toString(), Files.readString(mapping));
      return format == Format.DEBEZIUM ? new DebeziumReader(parsed) : new EventLineReader(parsed);
    } catch (MappingException wrong) {
      throw new Failure(ExitCode.USAGE, wrong.getMessage(), wrong);
    }
  }

  /** A stream goes on through a restart of a server, which the other commands need not. */
  private static AsyncConnection patient(Configuration conf) throws IOException {
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
