package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.client.RowRange;
import org.sediment.client.RowTotals;
import org.sediment.client.SedimentClient;
import org.sediment.client.TotalsQuery;
import org.sediment.model.ColumnName;
import org.sediment.model.Printable;
import org.sediment.model.Setting;

/**
 * Compares two tables of one schema as readers see them: the newest value of each column of guarded
 * and plain families, and the totals. Times do not count: they depend on the order of arrival.
 */
final class TableComparison {
  private static final int MOST_SHOWN = 100;

  private final Connection connection;
  private final PrintWriter out;
  private long differences;

  TableComparison(Connection connection, PrintWriter out) {
    this.connection = connection;
    this.out = out;
  }

  /** Prints the differences, the first hundred; gives their number. */
  long compare(TableName one, TableName other) throws IOException {
    try (Table left = connection.getTable(one);
        Table right = connection.getTable(other)) {
      Scan scan = scan(left.getDescriptor());
      if (scan.hasFamilies()) {
        try (ResultScanner lefts = left.getScanner(scan);
            ResultScanner rights = right.getScanner(scan)) {
          merge(new Rows(lefts.iterator()), new Rows(rights.iterator()));
        }
      }
      if (hasDeltas(left.getDescriptor())) {
        totals(one, other);
      }
    }
    return differences;
  }

  private static String kind(ColumnFamilyDescriptor family) {
    byte[] kind = family.getValue(Bytes.toBytes(Setting.KIND.key()));
    return kind == null ? Setting.KIND.defaultText() : Bytes.toString(kind);
  }

  private static boolean hasDeltas(TableDescriptor table) {
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      if (kind(family).equals("delta")) {
        return true;
      }
    }
    return false;
  }

  private static Scan scan(TableDescriptor table) {
    Scan scan = new Scan();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      if (!kind(family).matches("delta|sequence|changes")) {
        scan.addFamily(family.getName());
      }
    }
    return scan;
  }

  private void totals(TableName one, TableName other) throws IOException {
    try (AsyncConnection async =
        ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      merge(new Rows(async, one), new Rows(async, other));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while connecting to HBase", interrupted);
    } catch (ExecutionException failed) {
      throw new IOException("cannot connect to HBase: " + failed.getCause(), failed.getCause());
    }
  }

  /** Rows in order, each as names and values to be compared. */
  private static final class Rows {
    private final Iterator<Map.Entry<byte[], Map<String, String>>> rows;
    private Map.Entry<byte[], Map<String, String>> current;

    Rows(Iterator<Result> results) {
      rows = new Mapped<>(results, result -> Map.entry(result.getRow(), values(result)));
      advance();
    }

    Rows(AsyncConnection connection, TableName table) {
      Iterable<RowTotals> totals =
          SedimentClient.of(connection, table).scanTotals(RowRange.all(), TotalsQuery.all());
      rows = new Mapped<>(totals.iterator(), row -> Map.entry(row.row(), values(row)));
      advance();
    }

    void advance() {
      current = rows.hasNext() ? rows.next() : null;
    }

    private static Map<String, String> values(Result result) {
      Map<String, String> values = new TreeMap<>();
      for (Cell cell : result.rawCells()) {
        values.put(
            new ColumnName(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell)).toString(),
            Bytes.toStringBinary(CellUtil.cloneValue(cell)));
      }
      return values;
    }

    private static Map<String, String> values(RowTotals row) {
      Map<String, String> values = new TreeMap<>();
      row.totals().forEach((key, total) -> values.put(key.toString(), total.toString()));
      return values;
    }
  }

  private record Mapped<A, B>(Iterator<A> from, Function<A, B> function) implements Iterator<B> {
    @Override
    public boolean hasNext() {
      return from.hasNext();
    }

    @Override
    public B next() {
      return function.apply(from.next());
    }
  }

  private void merge(Rows left, Rows right) {
    while (left.current != null || right.current != null) {
      int order =
          left.current == null
              ? 1
              : right.current == null
                  ? -1
                  : Bytes.compareTo(left.current.getKey(), right.current.getKey());
      Map<String, String> one = order <= 0 ? left.current.getValue() : Map.of();
      Map<String, String> other = order >= 0 ? right.current.getValue() : Map.of();
      byte[] row = order <= 0 ? left.current.getKey() : right.current.getKey();
      differ(row, one, other);
      if (order <= 0) {
        left.advance();
      }
      if (order >= 0) {
        right.advance();
      }
    }
  }

  private void differ(byte[] row, Map<String, String> one, Map<String, String> other) {
    if (one.equals(other)) {
      return;
    }
    Map<String, String> all = new TreeMap<>(one);
    other.forEach(all::putIfAbsent);
    for (String name : all.keySet()) {
      String left = one.getOrDefault(name, "nothing");
      String right = other.getOrDefault(name, "nothing");
      if (!left.equals(right) && differences++ < MOST_SHOWN) {
        out.println(
            "row "
                + Printable.of(row)
                + ", "
                + name
                + ": "
                + left
                + " in the table, "
                + right
                + " after the replay");
      }
    }
  }
}
