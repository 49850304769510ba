package org.sediment.client;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.sediment.protocol.SedimentProtos.GetTotalsRequest;
import org.sediment.protocol.SedimentProtos.GetTotalsResponse;

/**
 * Asks for the totals of some rows, region by region in row order. A region answers rows from the
 * first one asked for as far as they are its own and time allows; the walk goes on behind them. So
 * a region that was split in between costs one more call and nothing else. Not thread-safe.
 */
final class RowsWalk {
  private static final int BATCH = 1000;
  private static final long BATCH_BYTES = 1L << 20;

  private final ServiceCalls calls;
  private final TotalsQuery query;
  private final Map<byte[], RowTotals> found = new TreeMap<>(Arrays::compareUnsigned);

  RowsWalk(ServiceCalls calls, TotalsQuery query) {
    this.calls = calls;
    this.query = query;
  }

  List<RowTotals> read(List<byte[]> rows) throws IOException {
    TreeMap<byte[], byte[]> sorted = new TreeMap<>(Arrays::compareUnsigned);
    rows.forEach(row -> sorted.put(row, row));
    List<byte[]> asked = List.copyOf(sorted.values());
    int next = 0;
    while (next < asked.size()) {
      next += ask(asked.subList(next, asked.size()));
    }
    return rows.stream().map(row -> found.getOrDefault(row, new RowTotals(row, Map.of()))).toList();
  }

  /** Asks the region of the first of the rows; gives the number of rows answered. */
  private int ask(List<byte[]> rows) throws IOException {
    GetTotalsRequest.Builder request =
        GetTotalsRequest.newBuilder().setSelection(query.selection());
    RegionInfo region = rows.size() == 1 ? null : calls.locate(rows.get(0)).getRegion();
    long bytes = 0;
    for (byte[] row : rows) {
      boolean first = request.getRowCount() == 0;
      if (!first
          && (request.getRowCount() == BATCH || bytes > BATCH_BYTES || !region.containsRow(row))) {
        break;
      }
      request.addRow(ByteString.copyFrom(row));
      bytes += row.length;
    }
    GetTotalsRequest built = request.build();
    GetTotalsResponse answer =
        calls.call(
            rows.get(0), (stub, controller, done) -> stub.getTotals(controller, built, done));
    if (answer.getAnswered() < 1 || answer.getAnswered() > built.getRowCount()) {
      throw new IOException(
          answer.getAnswered() + " of " + built.getRowCount() + " rows were answered");
    }
    answer.getRowList().forEach(row -> found.put(row.getRow().toByteArray(), Wire.row(row)));
    return answer.getAnswered();
  }
}
