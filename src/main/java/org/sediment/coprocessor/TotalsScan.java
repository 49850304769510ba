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
 *
 * <p>As HBase's own scan RPC does it, the region is entered once for many rows, not once a row:
 * entering costs as much as reading a few cells, and every coprocessor of the table is told. It is
 * left now and then, so that a region that wants to close need not wait for a long answer.
 */
final class TotalsScan implements Closeable {
  /** Cells after which the region is left and the clock looked at. */
  private static final int CELLS_A_STAY = 1000;

  /** Slices after which it is, however few their cells: a filter may have skipped many between. */
  private static final int SLICES_A_STAY = 32;

  /**
   * Bytes of cells after which their blocks are let go. Not at every stay: it is then that HBase
   * goes over from single reads to a stream, and opens the files again for it, which takes as long
   * as the reading of some megabytes that are cached.
   */
  private static final long BYTES_HELD = 16L << 20;

  /** Nanoseconds after which they are, too: deleted cells fill blocks and are not seen here. */
  private static final long TIME_HELD = 100_000_000;

  private final Region region;
  private final RowTotaller totaller;
  private final ReadBudget budget;
  private final RegionScanner scanner;
  private final List<Cell> slice = new ArrayList<>();
  private boolean more = true;
  private boolean inRegion;
  private int cellsOfStay;
  private int slicesOfStay;

  /** Whether cells that are not seen here may fill blocks, too. */
  private final boolean skips;

  private long bytesHeld;
  private long heldSince = System.nanoTime();

  /**
   * Opens the scanner as the RPC's caller.
   *
   * @param lookup finds bases beside this scanner; the region is left before
   * @throws IOException if the caller may not read this, or the region is closing
   */
  TotalsScan(
      Region region,
      Scan scan,
      Selection selection,
      RowTotaller.BaseLookup lookup,
      ReadBudget budget)
      throws IOException {
    this.region = region;
    this.totaller =
        new RowTotaller(
            selection,
            (row, family, counter) -> {
              leave();
              return lookup.find(row, family, counter);
            });
    this.budget = budget;
    this.skips = scan.hasFilter();
    this.scanner = ReadAccess.open(region, scan);
  }

  /**
   * Reads the next row.
   *
   * @return its totals, void if then {@link #isStale}; empty after the last row
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

  /** Whether the row must be read again by itself: a base changed while it was read. */
  boolean isStale() {
    return totaller.isStale();
  }

  /** Reads the next slice, of one row, into the emptied list; false after the last one. */
  private boolean fetch() throws IOException {
    cellsOfStay += slice.size();
    for (int i = 0; i < slice.size(); i++) {
      bytesHeld += slice.get(i).getSerializedSize();
    }
    slice.clear();
    if (cellsOfStay >= CELLS_A_STAY || slicesOfStay >= SLICES_A_STAY) {
      leave();
      if (scanner instanceof Shipper shipper && isHeldLongEnough()) {
        shipper.shipped(); // nothing of the slices before is kept: let their blocks go
        bytesHeld = 0;
        heldSince = System.nanoTime();
      }
      cellsOfStay = 0;
      slicesOfStay = 0;
    }
    while (more && slice.isEmpty()) {
      enter();
      more = scanner.nextRaw(slice);
      slicesOfStay++;
    }
    return !slice.isEmpty();
  }

  private boolean isHeldLongEnough() {
    return skips || bytesHeld >= BYTES_HELD || System.nanoTime() - heldSince >= TIME_HELD;
  }

  private void enter() throws IOException {
    if (!inRegion) {
      budget.check();
      region.startRegionOperation(Region.Operation.SCAN);
      inRegion = true;
    }
  }

  /** Leaves the region until the next cell is read: to be called before anything else enters it. */
  void leave() throws IOException {
    if (inRegion) {
      inRegion = false;
      region.closeRegionOperation(Region.Operation.SCAN);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      leave();
    } finally {
      ReadAccess.close(region, scanner);
    }
  }
}
