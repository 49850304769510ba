package org.sediment.coprocessor;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.sediment.model.FamilyName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the pending deltas of one store and asks for a compaction of all its files when they are
 * many: a partial one seldom folds, since a file left out usually holds something old. Thread-safe.
 */
final class FoldRequests {
  private static final Logger LOG = LoggerFactory.getLogger(FoldRequests.class);

  private final FamilySettings family;
  private final LongAdder written = new LongAdder();

  /** Pending deltas that were there already: at the opening, or left over by the last fold. */
  private long before = -1;

  private long requestedAt = Long.MIN_VALUE;

  FoldRequests(FamilySettings family) {
    this.family = family;
  }

  /** A delta is about to be stored. */
  void wrote() {
    written.increment();
  }

  /** Pending deltas, an estimate. */
  synchronized long pending(Store store) {
    return estimateBefore(store) + written.sum();
  }

  /** Number written so far, to hand to {@link #folded}. */
  long written() {
    return written.sum();
  }

  /**
   * All files were folded.
   *
   * @param writtenBefore what {@link #written} was when the fold began
   * @param left deltas that it found and had to leave pending
   */
  synchronized void folded(long writtenBefore, long left) {
    written.add(-writtenBefore);
    before = left;
  }

  /** Asks for a compaction if it is time to. Not to be called with a lock of HBase held. */
  void requestIfDue(Region region, Store store, long now, Counters counters) {
    long pending;
    synchronized (this) {
      pending = estimateBefore(store) + written.sum();
      boolean soon = requestedAt != Long.MIN_VALUE && now - requestedAt < family.foldEveryMillis();
      if (pending < family.foldPending() || soon || store.getStorefiles().isEmpty()) {
        return;
      }
      requestedAt = now;
    }
    String why = "Sediment: about " + pending + " pending deltas in family '" + family.name() + "'";
    try {
      region.requestCompaction(
          FamilyName.bytes(family.name()),
          why,
          Store.PRIORITY_USER,
          true,
          CompactionLifeCycleTracker.DUMMY);
      counters.add(Counters.What.COMPACTIONS_REQUESTED);
      LOG.info("{}: asked for a compaction of all its files", why);
    } catch (IOException | RuntimeException failed) {
      LOG.warn("{}: cannot ask for a compaction now", why, failed);
    }
  }

  /** Cells in files that no compaction of all files has made: an upper bound, and cheap. */
  private long estimateBefore(Store store) {
    if (before < 0 && store != null) {
      long cells = 0;
      for (StoreFile file : store.getStorefiles()) {
        StoreFileReader reader = file instanceof HStoreFile own ? own.getReader() : null;
        if (reader != null && !file.isMajorCompactionResult()) {
          cells += reader.getEntries();
        }
      }
      before = cells;
    }
    return Math.max(before, 0);
  }
}
