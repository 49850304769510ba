package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Keeps the promise of {@code Scan.setBatch} where rows must be read whole: cuts each row that goes
 * to the client into results of so many cells, marked as parts of a row. HBase has counted whole
 * rows until then, so its limits of rows stay right. Thread-safe.
 */
final class ResultBatches {
  /** Set here, in the server; what a client sends is overwritten. */
  private static final String ATTRIBUTE = "sediment.batch";

  /** Only scanners with a batch, by identity: HBase's scanners have no other equality. */
  private final Map<InternalScanner, Integer> batches = new ConcurrentHashMap<>();

  /** Notes the batch of a scan that will be opened; 0 for none. */
  void note(Scan scan, int batch) {
    scan.setAttribute(ATTRIBUTE, batch > 0 ? Bytes.toBytes(batch) : null);
  }

  void opened(Scan scan, RegionScanner scanner) {
    byte[] batch = scan.getAttribute(ATTRIBUTE);
    if (batch != null) {
      batches.put(scanner, Bytes.toInt(batch));
    }
  }

  void closed(InternalScanner scanner) {
    batches.remove(scanner);
  }

  /** Replaces rows by their parts. */
  void cut(InternalScanner scanner, List<Result> results) {
    Integer batch = batches.get(scanner);
    if (batch == null) {
      return;
    }
    List<Result> rows = new ArrayList<>(results);
    results.clear();
    for (Result row : rows) {
      Cell[] cells = row.rawCells();
      for (int from = 0; from < cells.length; from += batch) {
        int to = Math.min(cells.length, from + batch);
        results.add(
            Result.create(
                Arrays.copyOfRange(cells, from, to), null, row.isStale(), to < cells.length));
      }
    }
  }
}
