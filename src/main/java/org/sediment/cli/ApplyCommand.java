package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.sediment.cdc.MessageReader;
import org.sediment.client.SedimentMissingException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
  @Spec private CommandSpec spec;
  @Mixin private ConnectionOptions where;

  @Mixin private EventSourceOptions source;

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

  @Override
  public Integer call() throws IOException {
    MessageReader reader = source.reader();
    PrintWriter err = spec.commandLine().getErr();
    ApplyCounts counts = new ApplyCounts(err);
    try (Connection connection = where.connect(err);
        AsyncConnection patient = EventSourceOptions.patient(connection.getConfiguration());
        DeadLetters letters = new DeadLetters(deadLetters, err);
        Tables tables = new Tables(connection, patient)) {
      EventFeed feed = new EventFeed(reader, tables, table, letters, counts);
      for (String file : source.files()) {
        try (LineSource lines = source.open(file)) {
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
}
