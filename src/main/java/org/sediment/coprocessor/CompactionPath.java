package org.sediment.coprocessor;

import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScanOptions;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;
import org.sediment.model.FamilyKind;

/**
 * Routes a compaction by the kind of its family: delta families fold, the sequence family forgets,
 * others pass.
 */
final class CompactionPath {
  private final RegionContext region;
  private final SequenceCompaction sequences;
  private final ReadPoints readPoints = new ReadPoints();

  CompactionPath(RegionContext region) {
    this.region = region;
    this.sequences = new SequenceCompaction(region);
  }

  /** Files are selected; the compactor has not taken its read point yet. */
  void selected(Store store, CompactionRequest request) {
    if (isDelta(store)) {
      readPoints.remember(request, store.getSmallestReadPoint());
    } else {
      sequences.selected(store, request);
    }
  }

  /** The compactor is about to open its scanner. */
  void open(Store store, ScanOptions options, CompactionRequest request) {
    if (isDelta(store)) {
      // HBase heeds the second only if one of the others is set, and would take it for 0 then.
      options.setMaxVersions(Integer.MAX_VALUE);
      options.setTimeToPurgeDeletes(region.settings().retentionMillis());
    } else {
      sequences.open(store, options);
    }
  }

  /** Wraps the compactor's scanner, or returns it as it is. */
  InternalScanner wrap(Store store, InternalScanner scanner, CompactionRequest request) {
    if (!isDelta(store)) {
      return sequences.wrap(store, scanner, request);
    }
    InternalScanner folding =
        region
            .deltaStore(RegionContext.family(store))
            .fold(store, scanner, request, readPoints.of(request));
    return SequenceIdKeeper.around(folding, request, region.now());
  }

  private boolean isDelta(Store store) {
    return region.settings().kind(RegionContext.family(store)) == FamilyKind.DELTA;
  }
}
