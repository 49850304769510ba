package org.sediment.coprocessor;

import java.util.Map;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * A Get or a Scan, in the terms in which both say the same. Not thread-safe.
 *
 * @param query the operation itself
 * @param families columns asked for, by family; no columns for all
 * @param times times asked for, where a family has none of its own
 * @param versions versions of a column asked for
 * @param limit cells of a family in a row at most, -1 for all
 * @param offset cells of a family in a row to leave out first
 * @param batch cells of a result at most, 0 for all
 */
record PlainRead(
    Query query,
    Map<byte[], NavigableSet<byte[]>> families,
    TimeRange times,
    int versions,
    int limit,
    int offset,
    int batch) {

  static PlainRead of(Get get) {
    return new PlainRead(
        get,
        get.getFamilyMap(),
        get.getTimeRange(),
        get.getMaxVersions(),
        get.getMaxResultsPerColumnFamily(),
        get.getRowOffsetPerColumnFamily(),
        0);
  }

  static PlainRead of(Scan scan) {
    return new PlainRead(
        scan,
        scan.getFamilyMap(),
        scan.getTimeRange(),
        scan.getMaxVersions(),
        scan.getMaxResultsPerColumnFamily(),
        scan.getRowOffsetPerColumnFamily(),
        Math.max(0, scan.getBatch()));
  }

  /** Times asked for in a family. */
  TimeRange times(byte[] family) {
    TimeRange own = query.getColumnFamilyTimeRange().get(family);
    return own == null ? times : own;
  }

  boolean isRaw() {
    return query instanceof Scan scan && scan.isRaw();
  }

  /** Asks for every cell of a family, of any time. */
  void widen(byte[] family) {
    if (query instanceof Scan scan) {
      scan.addFamily(family);
    } else {
      ((Get) query).addFamily(family);
    }
    if (!times(family).isAllTime()) {
      query.setColumnFamilyTimeRange(family, 0, Long.MAX_VALUE);
    }
  }

  /**
   * Hands whole rows, with all versions, to a filter, which does everything else that was asked.
   *
   * <p>A client that comes back to a scan, after an error, asks for the moment of its first
   * scanner, so that a row it has half of stays of one piece. Nothing keeps the bases of that
   * moment once its scanner is gone: a base folded since then would be invisible, and the deltas
   * that it holds are gone. Here rows come whole, so the moment may be another one. There is no
   * public way to say so.
   */
  void giveRowsTo(Filter filter) {
    if (query instanceof Scan scan) {
      scan.setFilter(null); // a batch limit must not be set beside a filter of rows
      scan.setBatch(-1);
      scan.readAllVersions().setMaxResultsPerColumnFamily(-1).setRowOffsetPerColumnFamily(0);
      PackagePrivateFieldAccessor.setMvccReadPoint(scan, -1);
    } else {
      ((Get) query)
          .readAllVersions()
          .setMaxResultsPerColumnFamily(-1)
          .setRowOffsetPerColumnFamily(0);
    }
    query.setFilter(filter);
  }
}
