package org.sediment.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.sediment.rowkey.KeyQuery;
import org.sediment.rowkey.ScanRange;

/**
 * Reads the rows of a {@link KeyQuery} in the order of their values: scans all salts or buckets at
 * once and merges what they find. If the query has one range, it is one scan. Immutable,
 * thread-safe; each {@link #open} is a read of its own.
 *
 * <p>No threads of its own: the scans run on the connection's. Rows that are fetched ahead take
 * {@link #memory} bytes at most, or one row for each range, if that is more. How long a call may
 * take, and how often it is tried, are HBase's own client settings.
 *
 * <p>Rows are ordered by their <em>logical key</em>: the key without its salt or bucket. The
 * logical key of the last row read says where to go on, after hours or in another process, and
 * whether or not regions were split, merged or moved meanwhile.
 *
 * <pre>{@code
 * KeySchema schema = KeySchema.parse("bucket(16), time:reversed-long, host:text");
 * FanOutScan latest = FanOutScan.of(connection, table, schema.where().from(yesterday)).limit(100);
 * try (FanOutScanner rows = latest.open()) {
 *   for (Result row : rows) ...
 *   next = latest.after(rows.position().orElseThrow());
 * }
 * }</pre>
 */
public final class FanOutScan {
  /** More scans at once than servers should be asked for. */
  private static final int MOST_RANGES = 1024;

  private static final long DEFAULT_MEMORY = 64L << 20;
  private static final long LEAST_PAGE = 16L << 10;

  /** A scan holds two pages at most, and one is under way. */
  private static final int PAGES = 3;

  private final AsyncConnection connection;
  private final TableName table;
  private final KeyQuery query;
  private final Scan template;
  private final boolean reversed;
  private final int limit;
  private final long memory;
  private final byte[] after;

  private FanOutScan(
      AsyncConnection connection,
      TableName table,
      KeyQuery query,
      Scan template,
      boolean reversed,
      int limit,
      long memory,
      byte[] after) {
    this.connection = connection;
    this.table = table;
    this.query = query;
    this.template = template;
    this.reversed = reversed;
    this.limit = limit;
    this.memory = memory;
    this.after = after;
  }

  /**
   * Reads whole rows, in ascending order.
   *
   * @throws IllegalArgumentException if the salt or bucket stands behind a part that has no value
   *     in the query, so that merged rows would not be in order; or if there are more than 1,024
   *     ranges
   */
  public static FanOutScan of(AsyncConnection connection, TableName table, KeyQuery query) {
    if (!query.isMergeable()) {
      throw new IllegalArgumentException(
          "the salt or bucket stands behind a part that has no value in the query: give values for"
              + " all parts before it, or scan the ranges of the query in the order of keys");
    }
    int ranges = query.ranges().size();
    if (ranges > MOST_RANGES) {
      throw new IllegalArgumentException(
          ranges
              + " ranges, more than "
              + MOST_RANGES
              + ": give the values that the salt is reckoned from, or declare fewer salts");
    }
    return new FanOutScan(connection, table, query, new Scan(), false, 0, DEFAULT_MEMORY, null);
  }

  /**
   * What to read of each row: columns, time range, versions, filters, attributes. A filter that
   * counts, such as PageFilter, counts for each range by itself.
   *
   * @throws IllegalArgumentException if rows, a limit or the direction are set in it, or it would
   *     give parts of rows
   */
  public FanOutScan reading(Scan scan) {
    if (scan.getStartRow().length > 0
        || scan.getStopRow().length > 0
        || scan.isReversed()
        || scan.getLimit() > 0) {
      throw new IllegalArgumentException(
          "the scan has rows, a limit or a direction: set them here, on FanOutScan and its query");
    }
    if (scan.getBatch() > 0 || scan.getAllowPartialResults() || scan.isNeedCursorResult()) {
      throw new IllegalArgumentException(
          "the scan would give parts of rows, or cursors: leave out batch, allowPartialResults and"
              + " needCursorResult");
    }
    return new FanOutScan(connection, table, query, scan, reversed, limit, memory, after);
  }

  /** From the last row to the first. */
  public FanOutScan backwards() {
    return new FanOutScan(connection, table, query, template, true, limit, memory, after);
  }

  /** At most so many rows, from 1. */
  public FanOutScan limit(int rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("limit " + rows + ": write 1 or more, or set none");
    }
    return new FanOutScan(connection, table, query, template, reversed, rows, memory, after);
  }

  /** About so many bytes of rows fetched ahead, for all ranges together; 64 MB if not set. */
  public FanOutScan memory(long bytes) {
    return new FanOutScan(connection, table, query, template, reversed, limit, bytes, after);
  }

  /** Only rows behind this logical key, in the direction of reading. */
  public FanOutScan after(byte[] logicalKey) {
    return new FanOutScan(
        connection, table, query, template, reversed, limit, memory, logicalKey.clone());
  }

  /** Begins to read. Nothing is wrong before the first row is asked for. */
  public FanOutScanner open() {
    List<Scan> scans = scans();
    AsyncTable<?> asked = connection.getTable(table);
    LogicalKey key = new LogicalKey(query.spreadOffset(), query.spreadWidth());
    List<ResultScanner> opened = new ArrayList<>();
    try {
      for (Scan scan : scans) {
        opened.add(asked.getScanner(scan));
      }
    } catch (RuntimeException failed) {
      opened.forEach(ResultScanner::close);
      throw failed;
    }
    return new FanOutScanner(opened, key, reversed, limit);
  }

  /** One for each range that may have rows. */
  List<Scan> scans() {
    List<ScanRange> ranges = query.ranges();
    long page = Math.max(LEAST_PAGE, memory / PAGES / Math.max(1, ranges.size()));
    List<Scan> out = new ArrayList<>();
    for (ScanRange range : ranges) {
      Optional<Scan> scan = scan(range);
      scan.ifPresent(
          one -> {
            long asked = one.getMaxResultSize();
            one.setMaxResultSize(asked > 0 ? Math.min(asked, page) : page);
            if (limit > 0) {
              one.setLimit(limit);
            }
            out.add(one);
          });
    }
    return out;
  }

  private Optional<Scan> scan(ScanRange range) {
    byte[] first = reversed ? range.stop() : range.start();
    boolean included = !reversed || first.length == 0;
    if (after != null) {
      LogicalKey key = new LogicalKey(query.spreadOffset(), query.spreadWidth());
      byte[] done = key.insert(after, range.start());
      boolean behind =
          reversed
              ? Arrays.compareUnsigned(done, range.start()) <= 0
              : range.stop().length > 0 && Arrays.compareUnsigned(done, range.stop()) >= 0;
      if (behind) {
        return Optional.empty();
      }
      boolean inside =
          reversed
              ? range.stop().length == 0 || Arrays.compareUnsigned(done, range.stop()) < 0
              : Arrays.compareUnsigned(done, range.start()) >= 0;
      first = inside ? done : first;
      included = included && !inside;
    }
    try {
      return Optional.of(
          new Scan(template)
              .setReversed(reversed)
              .withStartRow(first, included)
              .withStopRow(reversed ? range.start() : range.stop(), reversed));
    } catch (IOException copying) {
      throw new UncheckedIOException(copying);
    }
  }
}
