package org.sediment.testing;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;

/**
 * A coprocessor by which a test picks the very files that the next compaction of a region merges.
 */
public final class CompactionChooser implements RegionCoprocessor, RegionObserver {
  private volatile Set<String> names;

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  /** The names of the files to take; null gives the choice back to HBase. */
  void choose(Set<String> files) {
    names = files;
  }

  @Override
  public void preCompactSelection(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Store store,
      List<? extends StoreFile> candidates,
      CompactionLifeCycleTracker tracker) {
    Set<String> chosen = names;
    if (chosen != null) {
      candidates.removeIf(file -> !chosen.contains(file.getPath().getName()));
      ctx.bypass();
    }
  }
}
