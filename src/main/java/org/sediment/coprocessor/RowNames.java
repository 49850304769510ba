package org.sediment.coprocessor;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.sediment.model.FamilyName;

/**
 * Rows of a range that have anything in the families asked for, cells that a delete hides and the
 * deletes themselves included. Not thread-safe.
 */
final class RowNames implements Closeable {
  private static final int SLICE = 10;

  private final Region region;
  private final RegionScanner scanner;
  private boolean more = true;

  RowNames(Region region, Selection selection, byte[] start, byte[] stop) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(start)
            .withStopRow(stop)
            .setRaw(true)
            .readAllVersions()
            .setFilter(new FirstKeyOnlyFilter());
    selection.families().forEach(family -> scan.addFamily(FamilyName.bytes(family.name())));
    this.region = region;
    this.scanner = ReadAccess.open(region, scan);
  }

  /** The next row; empty after the last one. */
  Optional<byte[]> next() throws IOException {
    List<Cell> cells = new ArrayList<>();
    while (more && cells.isEmpty()) {
      more = scanner.next(cells);
    }
    return cells.isEmpty() ? Optional.empty() : Optional.of(CellUtil.cloneRow(cells.get(0)));
  }

  @Override
  public void close() throws IOException {
    ReadAccess.close(region, scanner);
  }

  /**
   * Time of the newest row delete that a family still remembers, {@link Long#MIN_VALUE} if there is
   * none.
   */
  static long newestRowDelete(Region region, byte[] row, String family) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(row)
            .withStopRow(row, true)
            .addFamily(FamilyName.bytes(family))
            .setRaw(true)
            .readAllVersions()
            .setBatch(SLICE);
    RegionScanner scanner = ReadAccess.open(region, scan);
    try {
      List<Cell> cells = new ArrayList<>();
      boolean more = true;
      while (more) {
        more = scanner.next(cells);
        for (Cell cell : cells) {
          if (cell.getType() == Cell.Type.DeleteFamily) {
            return cell.getTimestamp(); // markers of the row sort first, the newest before others
          }
          if (cell.getQualifierLength() > 0) {
            return Long.MIN_VALUE;
          }
        }
        cells.clear();
      }
      return Long.MIN_VALUE;
    } finally {
      ReadAccess.close(region, scanner);
    }
  }
}
