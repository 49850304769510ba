package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * Hands out cells in slices of rows as a compaction's scanner does, now and then none, and spoils
 * their bytes as soon as it may: at the next call or when they are shipped.
 */
final class ReusingScanner implements InternalScanner, Shipper {
  private final List<Cell> cells;
  private final int limit;
  private final Random random;
  private final List<KeyValue> lent = new ArrayList<>();
  private int at;

  /** Whether it was closed. */
  boolean closed;

  ReusingScanner(List<Cell> cells, int limit, Random random) {
    this.cells = cells;
    this.limit = limit;
    this.random = random;
  }

  @Override
  public boolean next(List<Cell> out, ScannerContext context) {
    shipped();
    if (random.nextInt(10) == 0) {
      return true; // as HBase does at its limit of bytes
    }
    int first = at;
    while (at < cells.size()
        && at - first < limit
        && CellUtil.matchingRows(cells.get(first), cells.get(at))) {
      KeyValue cell = KeyValueUtil.copyToNewKeyValue(cells.get(at++));
      lent.add(cell);
      out.add(cell);
    }
    return at < cells.size();
  }

  @Override
  public void shipped() {
    for (KeyValue cell : lent) {
      Arrays.fill(cell.getBuffer(), (byte) 0xEE);
    }
    lent.clear();
  }

  @Override
  public void close() {
    closed = true;
  }
}
