package org.sediment.counterexamples;

import static org.sediment.counterexamples.Story.HOUR;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.sediment.testing.TestRegion;

/** Steps that many stories share. */
final class Steps {
  private Steps() {}

  /** Lets all deltas settle and folds them. */
  static void fold(TestRegion region) throws IOException {
    region.flush();
    region.clock().advance(3 * HOUR);
    region.majorCompact("x");
  }

  /** Folds what is in files: nothing is flushed. */
  static void foldFiles(TestRegion region) throws IOException {
    region.clock().advance(3 * HOUR);
    region.majorCompact("x");
  }

  /** Selects all files of a family for a compaction; {@link #run} does it. */
  static CompactionContext select(TestRegion region, String family) throws IOException {
    HStore store = region.store(family);
    store.triggerMajorCompaction();
    Optional<CompactionContext> compaction = store.requestCompaction();
    return compaction.orElseThrow();
  }

  static void run(TestRegion region, String family, CompactionContext compaction)
      throws IOException {
    region.region().compact(compaction, region.store(family), NoLimitThroughputController.INSTANCE);
  }
}
