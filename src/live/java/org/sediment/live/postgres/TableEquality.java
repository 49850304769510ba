package org.sediment.live.postgres;

import java.io.IOException;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.client.RowRange;
import org.sediment.client.RowTotals;
import org.sediment.client.SedimentClient;
import org.sediment.client.TotalsQuery;
import org.sediment.testing.MiniCluster;

/**
 * The oracle: PostgreSQL's rows by SELECT on one side, HBase's by a plain Scan and by totals on the
 * other, both as texts ({@link Form}); nothing of the mapping or the guard is in it. One thread.
 */
final class TableEquality {
  private final PostgresServer postgres;
  private final MiniCluster cluster;
  private final List<String> differences = new ArrayList<>();
  private int rows;

  TableEquality(PostgresServer postgres, MiniCluster cluster) {
    this.postgres = postgres;
    this.cluster = cluster;
  }

  /** Compares all tables; gives the differences, none if they are equal. */
  List<String> differences() throws Exception {
    differences.clear();
    rows = 0;
    for (SourceTable table : SourceTable.ALL) {
      Map<String, Map<String, String>> source = select(table);
      Map<String, Map<String, String>> columns = new TreeMap<>();
      Map<String, Map<String, String>> counters = new TreeMap<>();
      source.forEach((row, values) -> divide(table, row, values, columns, counters));
      if (!table.equals(SourceTable.SALES)) {
        compare(table, columns, scan(table));
      }
      if (counts(table)) {
        compare(table, counters, totals(table));
      }
      rows += source.size();
    }
    return differences;
  }

  /** Rows that were compared. */
  int rows() {
    return rows;
  }

  private static boolean counts(SourceTable table) {
    return table.equals(SourceTable.STOCK) || table.equals(SourceTable.SALES);
  }

  private static boolean isCounter(SourceTable table, String column) {
    return counts(table) && (column.equals("qty") || column.equals("paid"));
  }

  /** What should be in which part of the HBase table. */
  private static void divide(
      SourceTable table,
      String row,
      Map<String, String> values,
      Map<String, Map<String, String>> columns,
      Map<String, Map<String, String>> counters) {
    Map<String, String> cells = new TreeMap<>();
    Map<String, String> sums = new TreeMap<>();
    values.forEach((column, value) -> (isCounter(table, column) ? sums : cells).put(column, value));
    if (table.equals(SourceTable.STOCK)) {
      cells.remove("sku");
    } else if (table.equals(SourceTable.ORDERS) || table.equals(SourceTable.PARTS)) {
      cells.remove("id");
    } else if (table.equals(SourceTable.KV)) {
      cells.remove("b");
    }
    if (!cells.isEmpty()) {
      columns.put(row, cells);
    }
    sums.replaceAll((counter, sum) -> plain(new BigDecimal(sum)));
    sums.values().removeIf(sum -> sum.equals("0"));
    if (!sums.isEmpty()) {
      counters.put(row, sums);
    }
  }

  private Map<String, Map<String, String>> select(SourceTable table) throws SQLException {
    Map<String, Map<String, String>> all = new TreeMap<>();
    String query =
        table.equals(SourceTable.SALES)
            ? "select customer, sum(qty), sum(paid) from shop.sales group by customer"
            : "select "
                + String.join(", ", table.columns().keySet())
                + " from shop."
                + table.name();
    List<String> names =
        table.equals(SourceTable.SALES)
            ? List.of("customer", "qty", "paid")
            : List.copyOf(table.columns().keySet());
    try (var connection = postgres.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < names.size(); i++) {
          if (row.getObject(i + 1) != null) {
            values.put(names.get(i), table.columns().get(names.get(i)).sql(row, i + 1));
          }
        }
        all.put(table.rowKey(values), values);
      }
    }
    return all;
  }

  private Map<String, Map<String, String>> scan(SourceTable table) throws IOException {
    Map<String, Map<String, String>> all = new TreeMap<>();
    Scan scan = new Scan().addFamily(Bytes.toBytes("f"));
    try (Table open = cluster.table(MirrorTables.name(table.name()));
        ResultScanner results = open.getScanner(scan)) {
      for (Result result : results) {
        Map<String, String> values = new TreeMap<>();
        for (Cell cell : result.rawCells()) {
          String column = Bytes.toString(CellUtil.cloneQualifier(cell));
          values.put(column, table.columns().get(column).cell(CellUtil.cloneValue(cell)));
        }
        all.put(table.rowKey(result.getRow()), values);
      }
    }
    return all;
  }

  private Map<String, Map<String, String>> totals(SourceTable table) throws Exception {
    Map<String, Map<String, String>> all = new TreeMap<>();
    try (AsyncConnection connection =
        ConnectionFactory.createAsyncConnection(cluster.conf()).get()) {
      SedimentClient client = SedimentClient.of(connection, MirrorTables.name(table.name()));
      for (RowTotals row : client.scanTotals(RowRange.all(), TotalsQuery.all())) {
        Map<String, String> values = new TreeMap<>();
        row.totals()
            .forEach(
                (counter, total) -> {
                  String sum = total.isAbsent() ? "0" : plain(total.value());
                  if (!sum.equals("0") || total.late() > 0) {
                    values.put(
                        Bytes.toString(counter.counter()),
                        sum + (total.late() > 0 ? " and " + total.late() + " late" : ""));
                  }
                });
        if (!values.isEmpty()) {
          all.put(table.rowKey(row.row()), values);
        }
      }
    }
    return all;
  }

  private void compare(
      SourceTable table,
      Map<String, Map<String, String>> source,
      Map<String, Map<String, String>> mirror) {
    Map<String, Map<String, String>> both = new TreeMap<>(source);
    mirror.forEach(both::putIfAbsent);
    for (String row : both.keySet()) {
      Map<String, String> want = source.getOrDefault(row, Map.of());
      Map<String, String> have = mirror.getOrDefault(row, Map.of());
      if (!want.equals(have)) {
        Map<String, String> names = new TreeMap<>(want);
        names.putAll(have);
        for (String name : names.keySet()) {
          differ(table.name() + " row " + row + " " + name, want.get(name), have.get(name));
        }
      }
    }
  }

  private void differ(String where, String want, String have) {
    if (want == null || !want.equals(have)) {
      differences.add(where + ": " + brief(want) + " in PostgreSQL, " + brief(have) + " in HBase");
    }
  }

  private static String plain(BigDecimal sum) {
    return sum.signum() == 0 ? "0" : sum.stripTrailingZeros().toPlainString();
  }

  private static String brief(String value) {
    return value == null || value.length() <= 80
        ? String.valueOf(value)
        : value.substring(0, 60) + "... (" + value.length() + " characters)";
  }
}
