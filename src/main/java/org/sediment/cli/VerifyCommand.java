package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.sediment.cdc.ExpectedRowReader;
import org.sediment.cdc.MessageReader;
import org.sediment.cdc.SourceMessage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sediment verify}: events replayed twice, shuffled, must make the very same rows. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Replays events twice, each time shuffled within a window, into a scratch table made like TABLE,",
      "and compares its rows and totals with TABLE's, or with those of a file (--expected).",
      "The scratch table is dropped in the end. Without events, TABLE itself is compared with the file.",
      "It must hold these events and no others. Exit code 4 if there are differences."
    })
final class VerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConnectionOptions where;

  @Option(
      names = "--table",
      required = true,
      paramLabel = "TABLE",
      description = "Table to compare with.")
  private String table;

  @Mixin private EventSourceOptions source;

  @Option(
      names = "--expected",
      paramLabel = "FILE",
      description = {
        "Rows that ought to come out, one JSON object a line, in any order; .gz is unpacked:",
        "{\"key\":\"r1\",\"set\":{\"f:status\":\"paid\"},\"totals\":{\"d:qty\":5}}"
      })
  private String expected;

  @Option(
      names = "--window",
      paramLabel = "MESSAGES",
      description = "How many messages are shuffled at a time; default: ${DEFAULT-VALUE}.")
  private int window = 1_000;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      description = "Seed of the shuffle; default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(names = "--keep", description = "Keep the scratch table.")
  private boolean keep;

  @Override
  public Integer call() throws IOException {
    MessageReader reader = source.reader();
    boolean replays = expected == null || source.isNamed();
    if (replays && source.files().contains("-")) {
      throw new Failure(ExitCode.USAGE, "standard input cannot be read twice; name files");
    }
    PrintWriter err = spec.commandLine().getErr();
    TableName original = TableName.valueOf(table);
    try (LineSource rows = expected == null ? null : LineSource.open(expected, false);
        Connection connection = where.connect(err);
        Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(original)) {
        throw new Failure(ExitCode.NOT_THERE, "there is no table '" + table + "'");
      }
      return replays
          ? replayed(connection, admin, original, reader, rows)
          : told(compare(connection, original, rows));
    }
  }

  /** Compares what the events make. */
  private int replayed(
      Connection connection, Admin admin, TableName original, MessageReader reader, LineSource rows)
      throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    TableName scratch = TableName.valueOf(table + "_verify_" + System.currentTimeMillis());
    admin.createTable(TableDescriptorBuilder.copy(scratch, admin.getDescriptor(original)));
    try {
      ApplyCounts counts = new ApplyCounts(spec.commandLine().getErr());
      replay(connection, scratch, reader, counts);
      counts.print(out);
      int code =
          told(
              rows == null
                  ? new TableComparison(connection, out).compare(original, scratch)
                  : compare(connection, scratch, rows));
      return counts.refused() == 0 ? code : ExitCode.PROBLEMS;
    } finally {
      if (keep) {
        out.println("kept: " + scratch);
      } else {
        admin.disableTable(scratch);
        admin.deleteTable(scratch);
      }
    }
  }

  private int told(long differences) {
    spec.commandLine()
        .getOut()
        .println(differences == 0 ? "identical" : differences + " differences");
    return differences == 0 ? ExitCode.OK : ExitCode.PROBLEMS;
  }

  /** The differences to the file; a line that is not understood is one. */
  private long compare(Connection connection, TableName name, LineSource rows) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try (ExpectedComparison comparison = new ExpectedComparison(connection, name, out, err)) {
      comparison.compare(rows, new ExpectedRowReader(source.mapping()));
      out.println(
          comparison.rows()
              + " rows expected, "
              + comparison.notUnderstood()
              + " lines not understood");
      return comparison.differences() + comparison.notUnderstood();
    }
  }

  private void replay(
      Connection connection, TableName scratch, MessageReader reader, ApplyCounts counts)
      throws IOException {
    Random random = new Random(seed);
    PrintWriter err = spec.commandLine().getErr();
    try (AsyncConnection patient = EventSourceOptions.patient(connection.getConfiguration());
        DeadLetters letters = new ShownDeadLetters(err);
        Tables tables = new Tables(connection, patient, scratch.getNameAsString())) {
      EventFeed feed = new EventFeed(reader, tables, table, counts);
      for (int times = 0; times < 2; times++) {
        for (String file : source.files()) {
          try (LineSource lines = source.open(file)) {
            shuffle(lines, feed, letters, random);
          }
        }
        tables.flush();
      }
      letters.flush();
    }
  }

  private void shuffle(LineSource lines, EventFeed feed, DeadLetters letters, Random random)
      throws IOException {
    List<SourceMessage> some = new ArrayList<>();
    Optional<SourceMessage> next = lines.next();
    while (next.isPresent() || !some.isEmpty()) {
      if (next.isEmpty() || some.size() >= window) {
        Collections.shuffle(some, random);
        for (SourceMessage message : some) {
          // the applier's flush throws what failed
          CompletableFuture<?> unused = feed.take(message, letters.of(message));
        }
        some.clear();
      }
      if (next.isPresent()) {
        some.add(next.get());
        next = lines.next();
      }
    }
  }
}
