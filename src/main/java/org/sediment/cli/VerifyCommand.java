package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
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
      "and compares its rows and totals with TABLE's. The scratch table is dropped in the end.",
      "TABLE must hold these events and no others. Exit code 4 if there are differences."
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
    if (source.files().contains("-")) {
      throw new Failure(ExitCode.USAGE, "standard input cannot be read twice; name files");
    }
    PrintWriter err = spec.commandLine().getErr();
    PrintWriter out = spec.commandLine().getOut();
    TableName original = TableName.valueOf(table);
    TableName scratch = TableName.valueOf(table + "_verify_" + System.currentTimeMillis());
    try (Connection connection = where.connect(err);
        Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(original)) {
        throw new Failure(ExitCode.NOT_THERE, "there is no table '" + table + "'");
      }
      admin.createTable(TableDescriptorBuilder.copy(scratch, admin.getDescriptor(original)));
      try {
        ApplyCounts counts = new ApplyCounts(err);
        replay(connection, scratch, reader, counts);
        counts.print(out);
        long differences = new TableComparison(connection, out).compare(original, scratch);
        out.println(differences == 0 ? "identical" : differences + " differences");
        return differences == 0 && counts.refused() == 0 ? ExitCode.OK : ExitCode.PROBLEMS;
      } finally {
        if (keep) {
          out.println("kept: " + scratch);
        } else {
          admin.disableTable(scratch);
          admin.deleteTable(scratch);
        }
      }
    }
  }

  private void replay(
      Connection connection, TableName scratch, MessageReader reader, ApplyCounts counts)
      throws IOException {
    Random random = new Random(seed);
    PrintWriter err = spec.commandLine().getErr();
    try (AsyncConnection patient = EventSourceOptions.patient(connection.getConfiguration());
        DeadLetters letters = new DeadLetters(null, err);
        Tables tables = new Tables(connection, patient, scratch.getNameAsString())) {
      EventFeed feed = new EventFeed(reader, tables, table, letters, counts);
      for (int times = 0; times < 2; times++) {
        for (String file : source.files()) {
          try (LineSource lines = source.open(file)) {
            shuffle(lines, feed, random);
          }
        }
        tables.flush();
      }
      letters.flush();
    }
  }

  private void shuffle(LineSource lines, EventFeed feed, Random random) throws IOException {
    List<SourceMessage> some = new ArrayList<>();
    Optional<SourceMessage> next = lines.next();
    while (next.isPresent() || !some.isEmpty()) {
      if (next.isEmpty() || some.size() >= window) {
        Collections.shuffle(some, random);
        for (SourceMessage message : some) {
          feed.take(message);
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
