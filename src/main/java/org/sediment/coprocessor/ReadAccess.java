package org.sediment.coprocessor;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * Opens scanners as the caller of the RPC, exactly as a client's scan would be opened. Stateless.
 *
 * <p>{@code Region.getScanner} alone runs no hook, so the access controller would never be asked.
 * Only the region's coprocessor host offers the hooks, and only on the implementation class:
 * HBase's own Export endpoint does the same.
 */
final class ReadAccess {
  private ReadAccess() {}

  /**
   * Opens a scanner, which shows delta families as they are stored, whatever plain reads show.
   *
   * @throws IOException an {@code AccessDeniedException} if the caller may not read what is
   *     scanned; close the scanner with {@link #close}
   */
  static RegionScanner open(Region region, Scan scan) throws IOException {
    RegionCoprocessorHost host = ((HRegion) region).getCoprocessorHost();
    ReadMode.RAW.set(scan);
    host.preScannerOpen(scan);
    RegionScanner scanner = region.getScanner(scan);
    try {
      return host.postScannerOpen(scan, scanner);
    } catch (IOException refused) {
      scanner.close();
      throw refused;
    }
  }

  /** Closes a scanner that {@link #open} gave. */
  static void close(Region region, RegionScanner scanner) throws IOException {
    RegionCoprocessorHost host = ((HRegion) region).getCoprocessorHost();
    try {
      host.preScannerClose(scanner);
    } finally {
      scanner.close();
    }
    host.postScannerClose(scanner);
  }
}
