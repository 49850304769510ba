package org.sediment.counterexamples;

import static org.sediment.counterexamples.Events.bytes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.testing.TestRegion;

/** What a plain client sees of a row, and what is stored of it, as text. */
final class View {
  private View() {}

  /** The row as a plain read shows it, without deltas and bookkeeping: {@code u:a=1 u:b=2}. */
  static String row(TestRegion region, String row) throws IOException {
    return text(region.cells(one(row)), false);
  }

  /** The row as it was at a time, by the cells' timestamps. */
  static String asOf(TestRegion region, String row, long time) throws IOException {
    return text(region.cells(one(row).setTimeRange(0, time + 1)), false);
  }

  /** As {@link #row}, each with its time: {@code u:a=1@100}. */
  static String timed(TestRegion region, String row) throws IOException {
    return text(region.cells(one(row)), true);
  }

  /** The stored sequence; null if the row has none that is live. */
  static String sequence(TestRegion region, String row) throws IOException {
    return region.value(row, "m", "seq");
  }

  /** Whether a scan of all families meets the row at all. */
  static boolean exists(TestRegion region, String row) throws IOException {
    return !region.cells(one(row)).isEmpty();
  }

  /** The delete markers of a family, in order: {@code DeleteColumn del:3@5@5 @7}. */
  static List<String> markers(TestRegion region, String row, String family) throws IOException {
    List<String> out = new ArrayList<>();
    Scan scan = one(row).setRaw(true).readAllVersions().addFamily(bytes(family));
    for (Cell cell : region.cells(scan)) {
      if (CellUtil.isDelete(cell)) {
        String qualifier = Bytes.toStringBinary(CellUtil.cloneQualifier(cell));
        out.add(cell.getType() + " " + qualifier + " @" + cell.getTimestamp());
      }
    }
    return out;
  }

  static Scan one(String row) {
    return new Scan().withStartRow(bytes(row)).withStopRow(bytes(row), true);
  }

  private static String text(List<Cell> cells, boolean timed) {
    StringBuilder out = new StringBuilder();
    for (Cell cell : cells) {
      String family = Bytes.toString(CellUtil.cloneFamily(cell));
      if (family.equals("m") || family.equals("x") || family.equals("y")) {
        continue;
      }
      out.append(out.length() == 0 ? "" : " ");
      out.append(family).append(':').append(Bytes.toString(CellUtil.cloneQualifier(cell)));
      out.append('=').append(Bytes.toString(CellUtil.cloneValue(cell)));
      if (timed) {
        out.append('@').append(cell.getTimestamp());
      }
    }
    return out.toString();
  }
}
