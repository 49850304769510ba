package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.sediment.cdc.ExpectedRow;
import org.sediment.cdc.ExpectedRowReader;
import org.sediment.cdc.SourceMessage;
import org.sediment.client.RowRange;
import org.sediment.client.RowTotals;
import org.sediment.client.SedimentClient;
import org.sediment.client.TotalsQuery;

/**
 * Compares a table with a file of the rows it ought to have, in any order: reads each row of the
 * file from the table, remembers its key, and then looks for rows of the table that no line named.
 * Holds a few hundred rows and the hashes of the keys. Not thread-safe.
 */
final class ExpectedComparison implements AutoCloseable {
  private static final int AT_ONCE = 500;

  private final Table table;
  private final AsyncConnection async;
  private final SedimentClient totals;
  private final List<byte[]> families = new ArrayList<>();
  private final Differences differences;
  private final PrintWriter err;
  private final SeenRows seen = new SeenRows();
  private final List<ExpectedRow> waiting = new ArrayList<>();
  private long rows;
  private long notUnderstood;

  ExpectedComparison(Connection connection, TableName name, PrintWriter out, PrintWriter err)
      throws IOException {
    this.err = err;
    this.differences = new Differences(out, "expected", "found");
    this.table = connection.getTable(name);
    TableDescriptor descriptor = table.getDescriptor();
    for (ColumnFamilyDescriptor family : descriptor.getColumnFamilies()) {
      if (RowView.isVisible(family)) {
        families.add(family.getName());
      }
    }
    this.async = EventSourceOptions.patient(connection.getConfiguration());
    this.totals = RowView.hasDeltas(descriptor) ? SedimentClient.of(async, name) : null;
  }

  /** Compares with all rows of a file. */
  void compare(LineSource lines, ExpectedRowReader reader) throws IOException {
    Optional<SourceMessage> line = lines.next();
    while (line.isPresent()) {
      take(line.get(), reader);
      line = lines.next();
    }
    flush();
    extraRows();
  }

  /** Rows of the file that were understood. */
  long rows() {
    return rows;
  }

  /** Columns and totals that differ. */
  long differences() {
    return differences.found();
  }

  /** Lines that were not understood, or named a row a second time. */
  long notUnderstood() {
    return notUnderstood;
  }

  private void take(SourceMessage line, ExpectedRowReader reader) throws IOException {
    Optional<ExpectedRow> row;
    try {
      row = reader.read(line);
    } catch (IllegalArgumentException wrong) {
      refuse(wrong.getMessage());
      return;
    }
    if (row.isPresent()) {
      if (!seen.add(row.get().row())) {
        refuse(
            line.origin()
                + ": the key is that of an earlier line; write one line for each row of the table");
        return;
      }
      rows++;
      waiting.add(row.get());
      if (waiting.size() >= AT_ONCE) {
        flush();
      }
    }
  }

  private void refuse(String reason) {
    notUnderstood++;
    err.println(reason);
  }

  private void flush() throws IOException {
    List<byte[]> rows = waiting.stream().map(ExpectedRow::row).toList();
    if (rows.isEmpty()) {
      return;
    }
    List<Map<String, String>> found = read(rows);
    for (int i = 0; i < waiting.size(); i++) {
      ExpectedRow expected = waiting.get(i);
      Map<String, String> view = new TreeMap<>();
      expected.columns().forEach((name, value) -> view.put(name.toString(), RowView.of(value)));
      expected.totals().forEach((name, total) -> view.put(name.toString(), RowView.of(total)));
      differences.compare(expected.row(), view, found.get(i));
    }
    waiting.clear();
  }

  /** What readers see of some rows. */
  private List<Map<String, String>> read(List<byte[]> rows) throws IOException {
    List<Map<String, String>> views = new ArrayList<>();
    for (Result result : table.get(rows.stream().map(this::get).toList())) {
      views.add(families.isEmpty() ? new TreeMap<>() : RowView.of(result));
    }
    if (totals != null) {
      List<RowTotals> answers = totals.getTotals(rows, TotalsQuery.all());
      for (int i = 0; i < views.size(); i++) {
        views.get(i).putAll(RowView.of(answers.get(i)));
      }
    }
    return views;
  }

  private Get get(byte[] row) {
    Get get = new Get(row);
    families.forEach(get::addFamily);
    return get;
  }

  private void extraRows() throws IOException {
    if (!families.isEmpty()) {
      Scan keys = new Scan().setFilter(new FirstKeyOnlyFilter());
      families.forEach(keys::addFamily);
      try (ResultScanner scanner = table.getScanner(keys)) {
        for (Result row : scanner) {
          extra(row.getRow());
        }
      }
    }
    if (totals != null) {
      for (RowTotals row : totals.scanTotals(RowRange.all(), TotalsQuery.all())) {
        extra(row.row());
      }
    }
    flush();
  }

  /** A row that no line names ought to have nothing. */
  private void extra(byte[] row) throws IOException {
    if (seen.add(row)) {
      waiting.add(new ExpectedRow(row, new TreeMap<>(), new TreeMap<>()));
      if (waiting.size() >= AT_ONCE) {
        flush();
      }
    }
  }

  @Override
  public void close() throws IOException {
    async.close();
    table.close();
  }
}
