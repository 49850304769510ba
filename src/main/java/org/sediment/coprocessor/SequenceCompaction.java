package org.sediment.coprocessor;

import org.apache.hadoop.hbase.regionserver.ScanOptions;
import org.apache.hadoop.hbase.regionserver.Store;
import org.sediment.model.FamilyKind;

/**
 * Compaction of the sequence family: remembered deletes stay for the retention since their arrival.
 * Does nothing for any other family. Thread-safe.
 */
final class SequenceCompaction {
  private final RegionContext region;

  SequenceCompaction(RegionContext region) {
    this.region = region;
  }

  private boolean isHere(Store store) {
    return region.settings().kind(store.getColumnFamilyName()) == FamilyKind.SEQUENCE;
  }

  /** The compactor is about to open its scanner. */
  void open(Store store, ScanOptions options) {
    if (isHere(store)) {
      // HBase heeds the second only if one of the others is set, and would take it for 0 then.
      options.setMaxVersions(options.getMaxVersions());
      options.setTimeToPurgeDeletes(region.settings().retentionMillis());
    }
  }
}
