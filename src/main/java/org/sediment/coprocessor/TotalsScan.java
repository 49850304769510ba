package org.sediment.coprocessor;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * One scanner, read row by row into totals. Rows come in slices and are never held whole. One
 * consistent view per row: every cell of a row comes from this one scanner. Not thread-safe.
 */
final class TotalsScan implements Closeable {
  private static final int SHIP_AFTER = 1000;

  private final Region region;
  private final RowTotaller totaller;
  private final ReadBudget budget;
  private final RegionScanner scanner;
  private final List<Cell> slice = new ArrayList<>();
  private boolean more = true;
  private int cellsSinceShipped;

  /**
   * Opens the scanner as the RPC's caller.
   *
   * @throws IOException if the caller may not read this, or the region is closing
   */
  TotalsScan(Region region, Scan scan, RowTotaller totaller, ReadBudget budget) throws IOException {
    this.region = region;
    this.totaller = totaller;
    this.budget = budget;
    this.scanner = ReadAccess.open(region, scan);
  }

  /**
   * Reads the next row.
   *
   * @return its totals, void if the totaller says {@link RowTotaller#isStale}; empty after the last
   *     row
   */
  Optional<RowTotal> next() throws IOException {
    if (slice.isEmpty() && !fetch()) {
      return Optional.empty();
    }
    byte[] row = CellUtil.cloneRow(slice.get(0));
    totaller.start(row);
    do {
      for (int i = 0; i < slice.size(); i++) {
        totaller.add(slice.get(i));
      }
    } while (fetch() && CellUtil.matchingRows(slice.get(0), row));
    return Optional.of(totaller.finish());
  }

  /** Reads the next slice, of one row, into the emptied list; false after the last one. */
  private boolean fetch() throws IOException {
    cellsSinceShipped += slice.size();
    slice.clear();
    if (cellsSinceShipped >= SHIP_AFTER && scanner instanceof Shipper shipper) {
      shipper.shipped(); // nothing of the slices before is kept: let their blocks go
      cellsSinceShipped = 0;
    }
    while (more && slice.isEmpty()) {
      budget.check();
      more = scanner.next(slice);
    }
    return !slice.isEmpty();
  }

  @Override
  public void close() throws IOException {
    ReadAccess.close(region, scanner);
  }
}
