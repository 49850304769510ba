package org.sediment.cli;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.client.RowTotals;
import org.sediment.client.Total;
import org.sediment.model.ColumnName;
import org.sediment.model.FamilyName;
import org.sediment.model.Setting;

/**
 * A row as its readers see it, printable: values of guarded and plain families, and totals, by
 * name. No two values look the same. Stateless.
 */
final class RowView {
  private RowView() {}

  /** Whether a family's columns are read as they are: no deltas, no bookkeeping. */
  static boolean isVisible(ColumnFamilyDescriptor family) {
    return !kind(family).matches("delta|sequence|changes");
  }

  static boolean hasDeltas(TableDescriptor table) {
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      if (kind(family).equals("delta")) {
        return true;
      }
    }
    return false;
  }

  private static String kind(ColumnFamilyDescriptor family) {
    byte[] kind = family.getValue(Bytes.toBytes(Setting.KIND.key()));
    return kind == null ? Setting.KIND.defaultText() : Bytes.toString(kind);
  }

  static Map<String, String> of(Result result) {
    Map<String, String> values = new TreeMap<>();
    if (!result.isEmpty()) {
      for (Cell cell : result.rawCells()) {
        values.put(
            new ColumnName(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell)).toString(),
            of(CellUtil.cloneValue(cell)));
      }
    }
    return values;
  }

  static String of(byte[] value) {
    return Bytes.toStringBinary(value);
  }

  static Map<String, String> of(RowTotals row) {
    Map<String, String> values = new TreeMap<>();
    row.totals()
        .forEach(
            (key, total) -> {
              byte[] family = FamilyName.bytes(key.family());
              values.put(new ColumnName(family, key.counter()).toString(), of(total));
            });
    return values;
  }

  /** A total, whatever its trailing zeros. */
  static String of(BigDecimal total) {
    return total.stripTrailingZeros().toPlainString();
  }

  private static String of(Total total) {
    if (total.isFailed() || total.isAbsent()) {
      return total.toString();
    }
    return of(total.value()) + (total.late() > 0 ? " (" + total.late() + " late)" : "");
  }
}
