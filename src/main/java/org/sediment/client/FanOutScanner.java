package org.sediment.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * The rows of a {@link FanOutScan}, merged from its scans. One thread; close it, or read it to the
 * end.
 *
 * <p>An error of one scan is the error of all: {@code next()} throws it, everything is closed, and
 * what was read until then is whole and in order, so that another scan may go on after {@link
 * #position}.
 */
public final class FanOutScanner implements ResultScanner {
  private static final int NONE = -1;

  private final List<ResultScanner> scanners;
  private final LogicalKey key;
  private final PriorityQueue<Head> heads;
  private long left;
  private int owed = NONE;
  private boolean begun;
  private boolean closed;
  private byte[] last;

  /** The next row of a scan. */
  private record Head(Result row, int scanner) {}

  FanOutScanner(List<ResultScanner> scanners, LogicalKey key, boolean reversed, int limit) {
    this.scanners = new ArrayList<>(scanners);
    this.key = key;
    this.left = limit > 0 ? limit : Long.MAX_VALUE;
    Comparator<Head> order = (a, b) -> key.compare(a.row().getRow(), b.row().getRow());
    this.heads =
        new PriorityQueue<>(
            Math.max(1, scanners.size()),
            (reversed ? order.reversed() : order).thenComparingInt(Head::scanner));
  }

  /** The next row; null behind the last one, and after {@link #close}. */
  @Override
  public Result next() throws IOException {
    if (closed) {
      return null;
    }
    boolean done = false;
    try {
      if (!begun) {
        begun = true;
        for (int i = 0; i < scanners.size(); i++) {
          fetch(i);
        }
      }
      // not before: if it fails, the row before has been given
      if (owed != NONE && left > 0) {
        fetch(owed);
      }
      Head head = left > 0 ? heads.poll() : null;
      if (head != null) {
        left--;
        owed = head.scanner();
        last = key.of(head.row().getRow());
      }
      done = head != null;
      return done ? head.row() : null;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  private void fetch(int scanner) throws IOException {
    Result row = scanners.get(scanner).next();
    if (row != null) {
      heads.add(new Head(row, scanner));
    }
  }

  /**
   * The logical key of the last row that {@code next()} gave: where a scan of the same query goes
   * on. Empty before the first row.
   */
  public Optional<byte[]> position() {
    return Optional.ofNullable(last).map(byte[]::clone);
  }

  /** Ends all scans; those under way on servers end with the answer that is on its way. */
  @Override
  public void close() {
    closed = true;
    heads.clear();
    scanners.forEach(ResultScanner::close);
  }

  /** Not needed: HBase's scanners renew their leases themselves while they wait. */
  @Override
  public boolean renewLease() {
    return false;
  }

  /** None. */
  @Override
  public ScanMetrics getScanMetrics() {
    return null;
  }
}
