package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.sediment.cdc.MessageReader;
import org.sediment.client.SedimentMissingException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code sediment apply}: change events from files, standard input or Kafka into tables. */
@Command(
    name = "apply",
    mixinStandardHelpOptions = true,
    description = {
      "Applies change events, from files or Kafka, and counts what became of them.",
      "Harmless to run again: events that are in the table already are stale or duplicates.",
      "Exit code 4 if some were refused: see --dead-letters. Exit code 1 if it had to stop: run it again.",
      "Example: sediment apply -d DIR --table orders --dead-letters refused.jsonl orders.jsonl"
    })
final class ApplyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @ParentCommand private Main main;
  @Mixin private ConnectionOptions where;

  @Mixin private EventSourceOptions source;

  @ArgGroup(exclusive = false, heading = "From Kafka:%n")
  private KafkaOptions kafka;

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
        "Default: only the reasons, on standard error; from Kafka a place must be named."
      })
  private Path deadLetters;

  @Override
  public Integer call() throws IOException {
    MessageReader reader = source.reader();
    check();
    PrintWriter err = spec.commandLine().getErr();
    ApplyCounts counts = new ApplyCounts(err);
    ApplyMetrics metrics = new ApplyMetrics(counts);
    try (Connection connection = where.connect(err);
        AsyncConnection patient = EventSourceOptions.patient(connection.getConfiguration());
        EventSource events = open(counts, err);
        Tables tables = new Tables(connection, patient)) {
      EventFeed feed = new EventFeed(reader, tables, table, counts);
      main.termination().during(() -> events.feed(feed), events::stop);
      tables.flush();
      events.flush();
    } catch (IOException stopped) {
      throw missing(stopped);
    } finally {
      metrics.close();
      counts.print(spec.commandLine().getOut());
    }
    return counts.refused() > 0 ? ExitCode.PROBLEMS : ExitCode.OK;
  }

  /** That Sediment is missing has an exit code of its own, however deep it lies. */
  private static IOException missing(IOException stopped) {
    Throwable cause = stopped;
    while (cause != null && !(cause instanceof SedimentMissingException)) {
      cause = cause.getCause();
    }
    return cause instanceof SedimentMissingException missing ? missing : stopped;
  }

  private void check() {
    if (kafka == null) {
      return;
    }
    if (source.hasFiles()) {
      throw new Failure(ExitCode.USAGE, "files are named beside --kafka; take one of the two");
    }
    if (kafka.hasDeadLetterTopic() == (deadLetters != null)) {
      throw new Failure(
          ExitCode.USAGE,
          "with --kafka, name one place for refused messages, --dead-letter-topic TOPIC or"
              + " --dead-letters FILE: their offsets are committed, so that nobody reads them again");
    }
  }

  private EventSource open(ApplyCounts counts, PrintWriter err) throws IOException {
    if (kafka != null) {
      return KafkaSource.open(
          kafka, deadLetters == null ? null : new FileDeadLetters(deadLetters), counts, err);
    }
    return new FileSource(
        source,
        deadLetters == null ? new ShownDeadLetters(err) : new FileDeadLetters(deadLetters),
        counts);
  }
}
