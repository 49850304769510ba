package org.sediment.coprocessor;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.Printable;
import org.sediment.protocol.SedimentProtos.KeyRange;
import org.sediment.protocol.SedimentProtos.ScanTotalsRequest;
import org.sediment.protocol.SedimentProtos.ScanTotalsResponse;
import org.sediment.protocol.SedimentProtos.SumTotalsRequest;
import org.sediment.protocol.SedimentProtos.SumTotalsResponse;

/**
 * Answers over a range of rows, a page at a time. An answer says which range it covers: the
 * caller's range clipped to the region, and cut after the last row of the page. A row is never cut.
 */
final class RangeReader {
  private static final int DEFAULT_ROWS = 10_000;
  private static final long DEFAULT_BYTES = 4L << 20;
  private static final long MAX_BYTES = 16L << 20;
  private static final int MAX_SUMS = 100_000;

  private final RegionInfo region;
  private final TotalsReader reader;
  private final ReadBudget budget;

  RangeReader(RegionInfo region, TotalsReader reader, ReadBudget budget) {
    this.region = region;
    this.reader = reader;
    this.budget = budget;
  }

  ScanTotalsResponse scan(ScanTotalsRequest request) throws IOException {
    int maxRows = request.getMaxRows() > 0 ? request.getMaxRows() : DEFAULT_ROWS;
    long maxBytes =
        request.getMaxBytes() > 0 ? Math.min(request.getMaxBytes(), MAX_BYTES) : DEFAULT_BYTES;
    ScanTotalsResponse.Builder out = ScanTotalsResponse.newBuilder();
    long[] bytes = new long[1];
    KeyRange covered =
        read(
            request.getRange(),
            row -> {
              if (!row.counters().isEmpty()) {
                out.addRow(TotalsWire.row(row));
                bytes[0] += row.bytes();
              }
              return out.getRowCount() < maxRows && bytes[0] < maxBytes;
            });
    return out.setCovered(covered).build();
  }

  SumTotalsResponse sum(SumTotalsRequest request) throws IOException {
    RangeSums sums = new RangeSums();
    KeyRange covered =
        read(
            request.getRange(),
            row -> {
              sums.add(row);
              return sums.size() < MAX_SUMS;
            });
    SumTotalsResponse.Builder out = SumTotalsResponse.newBuilder();
    sums.totals().forEach(sum -> out.addSum(TotalsWire.counter(sum)));
    return out.setCovered(covered).setRows(sums.rows()).build();
  }

  /** Takes rows for as long as it says that there is room for more. */
  private interface RowTaker {
    boolean take(RowTotal row) throws IOException;
  }

  private KeyRange read(KeyRange asked, RowTaker taker) throws IOException {
    KeyRange clipped = clip(asked);
    byte[] stop = clipped.getStop().toByteArray();
    try (TotalsReader.RowSource rows = reader.rows(clipped.getStart().toByteArray(), stop)) {
      Optional<RowTotal> next = rows.next();
      while (next.isPresent()) {
        if (!taker.take(next.get()) || budget.isSpent()) {
          byte[] row = next.get().row();
          // the first key after the row; the page ends there even if no row follows
          return clipped.toBuilder()
              .setStop(ByteString.copyFrom(Arrays.copyOf(row, row.length + 1)))
              .build();
        }
        next = rows.next();
      }
    }
    return clipped;
  }

  /**
   * The part of a range that lies in this region.
   *
   * @throws NotServingRegionException if there is none, so that HBase's client looks again for the
   *     region of the range's start
   */
  private KeyRange clip(KeyRange asked) throws IOException {
    byte[] start = asked.getStart().toByteArray();
    byte[] stop = asked.getStop().toByteArray();
    if (stop.length > 0 && Bytes.compareTo(start, stop) >= 0) {
      throw new DoNotRetryIOException(
          "range ['"
              + Printable.of(start)
              + "', '"
              + Printable.of(stop)
              + "') is empty: its start must be below its stop");
    }
    if (!region.containsRow(start)) {
      throw new NotServingRegionException(
          "row '"
              + Printable.of(start)
              + "', the start of the range, is not in region "
              + region.getRegionNameAsString());
    }
    byte[] end = region.getEndKey();
    boolean toRegionEnd = end.length > 0 && (stop.length == 0 || Bytes.compareTo(end, stop) < 0);
    return toRegionEnd ? asked.toBuilder().setStop(ByteString.copyFrom(end)).build() : asked;
  }
}
