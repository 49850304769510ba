package org.sediment.counterexamples;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;

/** A compaction's scanner that tells when it is first asked for cells, and when it has ended. */
final class WatchedScanner implements InternalScanner, Shipper {
  private final InternalScanner scanner;
  private final Interference.Deed first;
  private final Interference.Deed last;

  WatchedScanner(InternalScanner scanner, Interference.Deed first, Interference.Deed last) {
    this.scanner = scanner;
    this.first = first;
    this.last = last;
  }

  @Override
  public boolean next(List<Cell> cells, ScannerContext context) throws IOException {
    first.run();
    boolean more = scanner.next(cells, context);
    if (!more) {
      last.run();
    }
    return more;
  }

  @Override
  public void shipped() throws IOException {
    if (scanner instanceof Shipper shipper) {
      shipper.shipped();
    }
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
