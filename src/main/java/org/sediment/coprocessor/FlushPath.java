package org.sediment.coprocessor;

import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;

/** Follows flushes, so that the fold knows which times are still in memory only. */
final class FlushPath {
  private final RegionContext region;

  FlushPath(RegionContext region) {
    this.region = region;
  }

  /** A flush of the region is about to start. */
  void before() {
    region.deltaStores().forEach(DeltaStore::beforeFlush);
  }

  /** A store's file is written, but not yet listed. */
  void wrote(Store store, StoreFile file) {
    DeltaStore deltas = region.deltaStore(RegionContext.family(store));
    if (deltas != null) {
      deltas.wrote(file);
    }
  }

  /** A flush of the region has ended well; its files are listed. */
  void after() {
    region.deltaStores().forEach(DeltaStore::afterFlush);
  }
}
