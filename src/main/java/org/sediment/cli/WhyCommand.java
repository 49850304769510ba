package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.client.RowExplanation;
import org.sediment.client.SedimentClient;
import org.sediment.model.ColumnName;
import org.sediment.model.Printable;
import org.sediment.model.Sequence;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sediment why}: why a row is as it is, and what the guard would say to an event. */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    description = {
      "Explains a row: its sequence, remembered deletes, every stored cell and marker, its totals.",
      "With --seq: what the guard would say to an event. Changes nothing.",
      "Example: sediment why -d DIR orders order-17 --seq 118.108.2 --ts 1700000000000"
    })
final class WhyCommand implements Callable<Integer> {
  private static final int VALUE_BYTES = 40;

  @Spec private CommandSpec spec;
  @Mixin private ConnectionOptions where;

  @Parameters(index = "0", paramLabel = "TABLE", description = "Name of the table.")
  private String table;

  @Parameters(index = "1", paramLabel = "ROW", description = "The row, with \\xHH for bytes.")
  private String row;

  @Option(names = "--seq", paramLabel = "SEQUENCE", description = "Sequence of an event.")
  private String sequence;

  @Option(
      names = "--ts",
      paramLabel = "MILLIS",
      description = "Its commit time in milliseconds; default: now.")
  private Long time;

  @Option(names = "--delete", description = "It deletes the row; else it sets columns.")
  private boolean delete;

  @Option(
      names = "--column",
      paramLabel = "FAMILY:QUALIFIER",
      description = "A column it sets, for cell mode; repeat for more. Default: those the row has.")
  private List<String> columns = List.of();

  @Override
  public Integer call() throws IOException {
    Optional<RowExplanation.Question> question = question();
    byte[] key = Bytes.toBytesBinary(row);
    PrintWriter err = spec.commandLine().getErr();
    RowExplanation why;
    try (SedimentClient client = where.sediment(TableName.valueOf(table), err)) {
      why = Progress.during("asking about " + row, err, () -> client.explain(key, question));
    }
    print(why);
    return ExitCode.OK;
  }

  private Optional<RowExplanation.Question> question() {
    if (sequence == null) {
      if (time != null || delete || !columns.isEmpty()) {
        throw new Failure(ExitCode.USAGE, "--ts, --delete and --column need --seq");
      }
      return Optional.empty();
    }
    List<ColumnName> names = new ArrayList<>();
    for (String column : columns) {
      int colon = column.indexOf(':');
      if (colon <= 0) {
        throw new Failure(ExitCode.USAGE, "--column " + column + ": write family:qualifier");
      }
      names.add(
          new ColumnName(
              Bytes.toBytes(column.substring(0, colon)),
              Bytes.toBytesBinary(column.substring(colon + 1))));
    }
    try {
      return Optional.of(
          new RowExplanation.Question(
              Sequence.parse(sequence),
              time == null ? System.currentTimeMillis() : time,
              delete,
              names));
    } catch (IllegalArgumentException malformed) {
      throw new Failure(ExitCode.USAGE, "--seq: " + malformed.getMessage(), malformed);
    }
  }

  private void print(RowExplanation why) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("row " + row + " of table " + table + ", guard " + why.guard());
    if (!why.guard().equals("off")) {
      out.println("  highest sequence   " + why.sequence().map(Sequence::canonical).orElse("none"));
      out.println("  last effective     " + text(why.lastEffective()));
      out.println("  shown              " + (why.live() ? "yes" : "no live sequence"));
      out.println(
          "  remembered delete  "
              + (why.deletedEffective().isEmpty() && why.deletedCommit().isEmpty()
                  ? "none"
                  : "effective "
                      + text(why.deletedEffective())
                      + ", committed "
                      + text(why.deletedCommit())));
    }
    out.println("stored, newest first within a column; times of guarded cells are effective times");
    why.cells().forEach(cell -> out.println("  " + text(cell)));
    if (why.cut()) {
      out.println("  ... and more");
    }
    if (!why.totals().isEmpty()) {
      out.println("totals");
      why.totals()
          .forEach(
              (key, total) ->
                  out.println(
                      "  "
                          + key
                          + " = "
                          + (total.isFailed() ? total.error() : total.value().toPlainString())
                          + ", "
                          + total.pending()
                          + " deltas pending, folded through "
                          + text(total.through())
                          + ", "
                          + total.late()
                          + " late"));
    }
    why.forecast().ifPresent(forecast -> out.println(text(forecast)));
    out.flush();
  }

  private String text(RowExplanation.Forecast forecast) {
    return "an event of sequence "
        + sequence
        + " would be "
        + forecast.outcome()
        + (forecast.effective().isPresent() ? " at " + text(forecast.effective()) : "")
        + (forecast.reason().isEmpty() ? "" : ": " + forecast.reason());
  }

  private static String text(RowExplanation.StoredCell cell) {
    int shown = Math.min(VALUE_BYTES, cell.value().length);
    return cell.column()
        + "  "
        + Instant.ofEpochMilli(cell.time())
        + "  "
        + cell.type()
        + (cell.value().length == 0 ? "" : "  '" + Printable.of(cell.value(), 0, shown) + "'")
        + (cell.note().isEmpty() ? "" : "  (" + cell.note() + ")");
  }

  private static String text(OptionalLong millis) {
    return millis.isEmpty() ? "-" : Instant.ofEpochMilli(millis.getAsLong()).toString();
  }
}
