package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.sediment.model.Base;
import org.sediment.model.DeltaColumn;

/** Looks bases up with scans of one row of the region, which see all files and the memstore. */
final class RegionBaseLookup implements BaseLookup {
  private static final int CELLS_A_TIME = 100;

  private final Region region;
  private final byte[] family;

  RegionBaseLookup(Region region, byte[] family) {
    this.region = region;
    this.family = family;
  }

  @Override
  public void column(byte[] row, byte[] counter, boolean raw, Consumer<Cell> each)
      throws IOException {
    byte[] column = DeltaColumn.base(counter);
    Scan scan = scan(row, new ColumnRangeFilter(column, true, column, true)).setRaw(raw);
    List<Cell> cells = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      boolean more;
      do {
        cells.clear();
        more = scanner.next(cells);
        for (Cell cell : cells) {
          if (CellUtil.matchingQualifier(cell, column)) {
            each.accept(cell);
          }
        }
      } while (more);
    }
  }

  @Override
  public boolean fewLate(byte[] row, byte[] counter, Base base, int maxCells, long maxBytes)
      throws IOException {
    byte[] first = DeltaColumn.delta(counter, new byte[0]);
    byte[] end = DeltaColumn.base(counter);
    // Raw: a marker in memory may hide here what the fold will be shown.
    Scan scan = scan(row, new ColumnRangeFilter(first, true, end, false)).setRaw(true);
    scan.setTimeRange(0, base.through() + 1);
    long late = 0;
    long bytes = 0;
    List<Cell> cells = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      boolean more;
      do {
        cells.clear();
        more = scanner.next(cells);
        for (Cell cell : cells) {
          if (cell.getType() == Cell.Type.Put && CellSequence.of(cell) > base.foldedSequenceId()) {
            late++;
            bytes += cell.getSerializedSize();
          }
        }
      } while (more && late <= maxCells && bytes <= maxBytes);
    }
    return late <= maxCells && bytes <= maxBytes;
  }

  private Scan scan(byte[] row, ColumnRangeFilter columns) {
    return new Scan()
        .withStartRow(row)
        .withStopRow(row, true)
        .addFamily(family)
        .setFilter(columns)
        .readAllVersions()
        .setBatch(CELLS_A_TIME)
        .setCacheBlocks(false);
  }
}
