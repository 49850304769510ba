package org.sediment.coprocessor;

import java.util.LinkedHashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;

/**
 * What the region remembers, in memory, of one delta family: times not yet in files, and the folds
 * that run. The meeting point of writers, flushes and folds. Thread-safe.
 *
 * <p>Order for a writer, under the region's updates lock (that is, in {@code preBatchMutate}): if
 * {@link #inTime}, then {@link #register}, then {@link #inTime} again; if that still holds the
 * write is in time. Else {@link #hold}, then {@link #lateByRun}, then read the base with a scanner
 * opened after that.
 */
final class DeltaStore {
  private static final int MAX_HOLDS = 10_000;

  private final RegionCoprocessorEnvironment env;
  private final FamilySettings family;
  private final long clockSkewMillis;
  private final long openedAt;
  private final MemoryParts memory = new MemoryParts(MAX_HOLDS);
  private final FoldRuns runs = new FoldRuns();
  private final LongAdder written = new LongAdder();

  DeltaStore(
      RegionCoprocessorEnvironment env,
      TableSettings settings,
      FamilySettings family,
      Counters counters,
      long openedAt) {
    this.env = env;
    this.family = family;
    this.clockSkewMillis = settings.clockSkewMillis();
    this.openedAt = openedAt;
  }

  FamilySettings family() {
    return family;
  }

  /** Registers the time of a delta or marker that is about to be stored. Takes no lock. */
  void register(long time) {
    memory.register(time);
    written.increment();
  }

  /**
   * Registers the time of a late delta or marker for its row alone, instead of {@link #register}.
   */
  void hold(byte[] row, long time) {
    memory.hold(row, time);
    written.increment();
  }

  /**
   * Whether a delta or marker of this time is surely not touched by any fold. Memory only.
   *
   * @param now the server's clock
   */
  boolean inTime(long time, long now) {
    return time > now - family.lagMillis() && time > openedAt && time > runs.highestLimit();
  }

  /** Whether a fold is in this row or wrote a base for it, and folds times up to this one. */
  boolean lateByRun(byte[] row, long time) {
    if (runs.isEmpty()) {
      return false;
    }
    runs.settle(paths(store()));
    return runs.passed(row, time);
  }

  /** A flush of the region is about to start on this thread. */
  void beforeFlush() {
    Store store = store();
    if (store != null) {
      memory.close(Thread.currentThread(), () -> store.getSnapshotSize().getDataSize() > 0);
    }
  }

  /** The flush on this thread has written a file of this family, not yet listed. */
  void wrote(StoreFile file) {
    memory.wrote(Thread.currentThread(), path(file));
  }

  /** The flush on this thread has ended well; its files are listed. */
  void afterFlush() {
    Store store = store();
    // In this order: what leaves the memstore goes through the snapshot.
    boolean empty =
        store.getMemStoreSize().getDataSize() == 0 && store.getSnapshotSize().getDataSize() == 0;
    Set<String> listed = paths(store);
    memory.flushed(Thread.currentThread(), empty, listed);
    settle(listed);
  }

  private void settle(Set<String> listed) {
    runs.settle(listed);
    if (runs.scanning() == 0) {
      memory.drop(listed); // else its holds must stay where the fold sees them
    }
  }

  /** Lower bound of the times that are in memory only; empty if there are none. */
  OptionalLong oldestInMemory() {
    return memory.lowest();
  }

  /** The highest limit of any fold here since the region was opened; empty if there was none. */
  OptionalLong highestLimit() {
    long highest = runs.highestLimit();
    return highest == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(highest);
  }

  /** Number of folds at work. */
  int runningFolds() {
    return runs.scanning();
  }

  /** HBase's store of this family; null while the region is opening. */
  Store store() {
    for (Store store : env.getRegion().getStores()) {
      if (store.getColumnFamilyName().equals(family.name())) {
        return store;
      }
    }
    return null;
  }

  private static Set<String> paths(Store store) {
    Set<String> paths = new LinkedHashSet<>();
    for (StoreFile file : store.getStorefiles()) {
      paths.add(path(file));
    }
    return paths;
  }

  private static String path(StoreFile file) {
    return file.getPath().toString();
  }

  long clockSkewMillis() {
    return clockSkewMillis;
  }
}
