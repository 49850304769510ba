package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.client.CounterKey;
import org.sediment.client.RangeSum;
import org.sediment.client.RowRange;
import org.sediment.client.RowTotals;
import org.sediment.client.SedimentClient;
import org.sediment.client.Total;
import org.sediment.client.TotalsQuery;
import org.sediment.model.Printable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sediment totals}: base plus pending deltas, exact, now or as of a time. */
@Command(
    name = "totals",
    mixinStandardHelpOptions = true,
    description = {
      "Prints totals, a line a counter: row, family:counter, total, and how many late changes are",
      "listed but not in it; separated by tabs. Bytes that are not printable are \\xHH.",
      "Exit code 4 if a counter has no total (standard error says why), or one over 64 bits."
    })
final class TotalsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConnectionOptions where;

  @Parameters(index = "0", paramLabel = "TABLE", description = "Name of the table.")
  private String table;

  @Parameters(index = "1..*", paramLabel = "ROW", description = "Rows; none: a range.")
  private List<String> rows = List.of();

  @Option(names = "--start", paramLabel = "ROW", description = "First row of the range.")
  private String start = "";

  @Option(names = "--stop", paramLabel = "ROW", description = "End of the range, excluded.")
  private String stop = "";

  @Option(names = "--sum", description = "One line a counter: its sum over the range.")
  private boolean sum;

  @Option(
      names = "--family",
      paramLabel = "NAME",
      description = "This family only; repeat for more.")
  private List<String> families = List.of();

  @Option(
      names = "--counter",
      paramLabel = "NAME",
      description = "This counter only; repeat for more.")
  private List<String> counters = List.of();

  @Option(
      names = "--as-of",
      paramLabel = "TIME",
      description = "Without later deltas: milliseconds, or like 2025-01-31T12:00:00Z.")
  private String asOf;

  private boolean problems;

  @Override
  public Integer call() throws IOException {
    if (!rows.isEmpty() && (sum || !start.isEmpty() || !stop.isEmpty())) {
      throw new Failure(ExitCode.USAGE, "name rows, or a range (--start, --stop, --sum), not both");
    }
    TotalsQuery query = query();
    PrintWriter err = spec.commandLine().getErr();
    try (SedimentClient client = where.sediment(TableName.valueOf(table), err)) {
      Progress.during("reading totals of " + table, err, () -> read(client, query));
    }
    return problems ? ExitCode.PROBLEMS : ExitCode.OK;
  }

  private int read(SedimentClient client, TotalsQuery query) throws IOException {
    RowRange range = new RowRange(Bytes.toBytesBinary(start), Bytes.toBytesBinary(stop));
    if (!rows.isEmpty()) {
      List<byte[]> keys = rows.stream().map(Bytes::toBytesBinary).toList();
      client.getTotals(keys, query).forEach(this::print);
    } else if (sum) {
      RangeSum total = client.sumTotals(range, query);
      total.totals().forEach((key, value) -> print(total.rows() + " rows", key, value));
    } else {
      client.scanTotals(range, query).forEach(this::print);
    }
    return ExitCode.OK;
  }

  private TotalsQuery query() {
    TotalsQuery query = TotalsQuery.all();
    for (String family : families) {
      query = query.family(family);
    }
    for (String counter : counters) {
      query = query.counter(Bytes.toBytesBinary(counter));
    }
    return asOf == null ? query : query.asOf(millis(asOf));
  }

  private static long millis(String text) {
    try {
      return text.matches("\\d{1,18}") ? Long.parseLong(text) : Instant.parse(text).toEpochMilli();
    } catch (DateTimeParseException wrong) {
      throw new Failure(
          ExitCode.USAGE,
          "--as-of " + text + ": write milliseconds, or like 2025-01-31T12:00:00Z",
          wrong);
    }
  }

  private void print(RowTotals row) {
    for (Map.Entry<CounterKey, Total> entry : row.totals().entrySet()) {
      print(Printable.of(row.row()), entry.getKey(), entry.getValue());
    }
  }

  private void print(String head, CounterKey key, Total total) {
    String value = total.isFailed() || total.isAbsent() ? "-" : total.value().toPlainString();
    spec.commandLine()
        .getOut()
        .println(head + "\t" + key + "\t" + value + "\t" + total.late() + " late");
    if (total.isFailed() || total.isOverflow()) {
      problems = true;
      String why =
          total.isFailed()
              ? total.error()
              : "exact, but more than 64 bits hold: a plain reader cannot show it";
      spec.commandLine().getErr().println(head + " " + key + ": " + why);
    }
  }
}
