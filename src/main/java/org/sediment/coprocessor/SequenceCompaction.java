package org.sediment.coprocessor;

import java.util.OptionalLong;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScanOptions;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;
import org.sediment.model.FamilyKind;

/**
 * Compaction of the sequence family: remembered deletes stay for the retention since their arrival,
 * if they are still needed; and sequences go once all their rows' data has expired. Does nothing
 * for any other family. Thread-safe.
 */
final class SequenceCompaction {
  private final RegionContext region;
  private final ReadPoints readPoints = new ReadPoints();

  SequenceCompaction(RegionContext region) {
    this.region = region;
  }

  private boolean isHere(Store store) {
    return region.settings().kind(RegionContext.family(store)) == FamilyKind.SEQUENCE;
  }

  /** Files are selected; the compactor has not taken its read point yet. */
  void selected(Store store, CompactionRequest request) {
    if (isHere(store)) {
      readPoints.remember(request, store.getSmallestReadPoint());
    }
  }

  /** The compactor is about to open its scanner. */
  void open(Store store, ScanOptions options) {
    if (isHere(store)) {
      // HBase heeds the second only if one of the others is set, and would take it for 0 then.
      options.setMaxVersions(options.getMaxVersions());
      options.setTimeToPurgeDeletes(region.settings().retentionMillis());
    }
  }

  /** Wraps the compactor's scanner, or returns it as it is. */
  InternalScanner wrap(Store store, InternalScanner scanner, CompactionRequest request) {
    OptionalLong readPoint = readPoints.of(request);
    if (!isHere(store) || readPoint.isEmpty() || !region.settings().problems().isEmpty()) {
      return scanner;
    }
    long expiredBefore = request.isAllFiles() ? expiredBefore() : 0;
    return new SequenceFamilyScanner(scanner, readPoint.getAsLong(), expiredBefore);
  }

  /** Rows whose last event is older than this have no data left; 0 if data does not expire. */
  private long expiredBefore() {
    long longest = 0;
    for (FamilySettings family : region.settings().families().values()) {
      if (family.kind().isGuarded()) {
        longest = Math.max(longest, family.ttlMillis());
      }
    }
    if (longest == 0 || longest == Long.MAX_VALUE) {
      return 0;
    }
    return region.now() - longest - region.settings().retentionMillis();
  }
}
