package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.sediment.model.ColumnName;

/** The columns of a row that a plain read shows, with the times of their cells. Stateless. */
final class ShownColumns {
  private static final int CELLS_AT_ONCE = 1_000;

  private ShownColumns() {}

  /** Reads a row. Runs no hook that checks the writer's right to read. */
  static Map<ColumnName, Long> read(Region region, List<byte[]> families, byte[] row)
      throws IOException {
    Scan scan = new Scan().withStartRow(row).withStopRow(row, true).setBatch(CELLS_AT_ONCE);
    families.forEach(scan::addFamily);
    Map<ColumnName, Long> shown = new HashMap<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<Cell> cells = new ArrayList<>();
      boolean more;
      do {
        more = scanner.next(cells);
        for (Cell cell : cells) {
          shown.put(
              new ColumnName(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell)),
              cell.getTimestamp());
        }
        cells.clear();
      } while (more);
    }
    return shown;
  }
}
