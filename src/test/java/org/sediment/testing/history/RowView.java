package org.sediment.testing.history;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * All that a reader can learn of a row: nothing of it may change while only the storage does.
 *
 * @param columns what a plain read shows of the guarded families and the sequence family
 * @param stored totals and late entries by the bytes of the delta families
 * @param endpoint totals by the endpoint
 */
record RowView(Map<String, String> columns, StoredTotals stored, Map<String, String> endpoint) {
  static RowView read(Stage stage, String row) throws IOException {
    return new RowView(
        columns(stage.row(row)), StoredTotals.of(stage.deltas(row)), plain(stage.totals(row)));
  }

  /** In words, for comparison; late entries that are resolved do not count. */
  String text() {
    List<String> late =
        stored.entries().stream()
            .filter(StoredTotals.Entry::open)
            .map(StoredTotals.Entry::toString)
            .sorted()
            .toList();
    return columns + "\n" + plain(stored.totals()) + "\n" + endpoint + "\n" + late;
  }

  private static Map<String, String> columns(Result result) {
    Map<String, String> columns = new TreeMap<>();
    if (!result.isEmpty()) {
      for (Cell cell : result.rawCells()) {
        columns.put(
            Bytes.toString(CellUtil.cloneFamily(cell))
                + ":"
                + Bytes.toString(CellUtil.cloneQualifier(cell)),
            Bytes.toString(CellUtil.cloneValue(cell)));
      }
    }
    return columns;
  }

  static Map<String, String> plain(Map<String, BigDecimal> totals) {
    Map<String, String> plain = new TreeMap<>();
    totals.forEach(
        (key, value) ->
            plain.put(key, value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString()));
    return plain;
  }
}
