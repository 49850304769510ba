package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
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

/**
 * Compares two tables of one schema as readers see them: the newest value of each column of guarded
 * and plain families, and the totals. Times do not count: they depend on the order of arrival.
 */
final class TableComparison {
  private final Connection connection;
  private final Differences differences;

  TableComparison(Connection connection, PrintWriter out) {
    this.connection = connection;
    this.differences = new Differences(out, "in the table", "after the replay");
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
      if (RowView.hasDeltas(left.getDescriptor())) {
        totals(one, other);
      }
    }
    return differences.found();
  }

  private static Scan scan(TableDescriptor table) {
    Scan scan = new Scan();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      if (RowView.isVisible(family)) {
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
      rows = new Mapped<>(results, result -> Map.entry(result.getRow(), RowView.of(result)));
      advance();
    }

    Rows(AsyncConnection connection, TableName table) {
      Iterable<RowTotals> totals =
          SedimentClient.of(connection, table).scanTotals(RowRange.all(), TotalsQuery.all());
      rows = new Mapped<>(totals.iterator(), row -> Map.entry(row.row(), RowView.of(row)));
      advance();
    }

    void advance() {
      current = rows.hasNext() ? rows.next() : null;
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
      differences.compare(row, one, other);
      if (order <= 0) {
        left.advance();
      }
      if (order >= 0) {
        right.advance();
      }
    }
  }
}
