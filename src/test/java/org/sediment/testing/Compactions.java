package org.sediment.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.sediment.model.FamilyName;

/**
 * Compactions of one store, in the calling thread. A minor one needs a {@link CompactionChooser} on
 * the table.
 */
public final class Compactions {
  private Compactions() {}

  /** The files of a family, oldest first. */
  public static List<HStoreFile> files(HRegion region, String family) {
    List<HStoreFile> files = new ArrayList<>(store(region, family).getStorefiles());
    files.sort(Comparator.comparingLong(HStoreFile::getMaxSequenceId));
    return files;
  }

  /** Minor compaction of exactly the files of these names. */
  public static void minor(HRegion region, String family, Set<String> names) throws IOException {
    CompactionChooser chooser =
        region.getCoprocessorHost().findCoprocessor(CompactionChooser.class);
    chooser.choose(names);
    try {
      run(region, store(region, family));
    } finally {
      chooser.choose(null);
    }
  }

  /** Major compaction of all files. */
  public static void major(HRegion region, String family) throws IOException {
    store(region, family).triggerMajorCompaction();
    run(region, store(region, family));
  }

  private static void run(HRegion region, HStore store) throws IOException {
    Optional<CompactionContext> compaction = store.requestCompaction();
    if (compaction.isPresent()) {
      region.compact(compaction.get(), store, NoLimitThroughputController.INSTANCE);
    }
  }

  private static HStore store(HRegion region, String family) {
    return region.getStore(FamilyName.bytes(family));
  }
}
