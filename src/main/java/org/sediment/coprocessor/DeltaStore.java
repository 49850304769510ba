package org.sediment.coprocessor;

import java.util.LinkedHashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
  private static final Logger LOG = LoggerFactory.getLogger(DeltaStore.class);
  private static final int MAX_HOLDS = 10_000;
  private static final int MAX_ROWS_WITH_BASE = 65_536;

  private final RegionCoprocessorEnvironment env;
  private final TableSettings settings;
  private final FamilySettings family;
  private final Counters counters;
  private final long openedAt;
  private final MemoryParts memory = new MemoryParts(MAX_HOLDS);
  private final FoldRuns runs = new FoldRuns();
  private final FoldRequests requests;

  /** A fold failed on an input: none is tried again until the region is opened again. */
  private volatile boolean off;

  DeltaStore(
      RegionCoprocessorEnvironment env,
      TableSettings settings,
      FamilySettings family,
      Counters counters,
      long openedAt) {
    this.env = env;
    this.settings = settings;
    this.family = family;
    this.counters = counters;
    this.openedAt = openedAt;
    this.requests = new FoldRequests(family);
  }

  FamilySettings family() {
    return family;
  }

  /** Registers the time of a delta or marker that is about to be stored. Takes no lock. */
  void register(long time) {
    memory.register(time);
    requests.wrote();
  }

  /**
   * Registers the time of a late delta or marker for its row alone, instead of {@link #register}.
   */
  void hold(byte[] row, long time) {
    memory.hold(row, time);
    requests.wrote();
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
    return runs.passed(row, time, () -> paths(store()));
  }

  /** A flush of the region is about to start on this thread. */
  void beforeFlush() {
    Store store = store();
    requests.pending(store); // looks at the files there are, once, before this flush adds its own
    memory.close(Thread.currentThread(), () -> store.getSnapshotSize().getDataSize() > 0);
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
    if (!off && settings.problems().isEmpty()) {
      requests.requestIfDue(env.getRegion(), store, EnvironmentEdgeManager.currentTime(), counters);
    }
  }

  private void settle(Set<String> listed) {
    runs.settle(listed);
    if (runs.scanning() == 0) {
      memory.drop(listed); // else its holds must stay where the fold sees them
    }
  }

  /**
   * Wraps the scanner of a compaction of this family in a fold.
   *
   * @param readPoint smallest read point when the files were selected; empty: nothing is folded
   */
  InternalScanner fold(
      Store store, InternalScanner scanner, CompactionRequest request, OptionalLong readPoint) {
    if (off || !settings.problems().isEmpty()) {
      return scanner;
    }
    long now = EnvironmentEdgeManager.currentTime();
    Set<String> inputs = paths(request.getFiles());
    runs.abandonReadersOf(inputs);
    settle(paths(store));
    long writtenBefore = requests.written();
    FoldRun run =
        new FoldRun(
            FoldLimit.provisional(now, family.lagMillis(), settings.clockSkewMillis()),
            inputs,
            MAX_ROWS_WITH_BASE);
    OpenFold fold = new OpenFold(run, runs, memory);
    runs.begin(run); // before memory is looked at, and memory before files
    boolean begun = false;
    try {
      run.lower(limit(store, request, readPoint));
      FoldJob job =
          new FoldJob(
              family,
              store.getColumnFamilyDescriptor().getName(),
              new RegionBaseLookup(env.getRegion(), store.getColumnFamilyDescriptor().getName()),
              now,
              settings.retentionMillis(),
              request.isAllFiles(),
              FoldJob.HELD_CELLS,
              FoldJob.HELD_BASES,
              FoldJob.HELD_BYTES);
      FoldScanner folding =
          new FoldScanner(
              scanner,
              fold,
              job,
              (tally, finished, broken) ->
                  ended(run, tally, finished, broken, request.isAllFiles(), writtenBefore));
      begun = true;
      return folding;
    } finally {
      if (!begun) {
        fold.close();
      }
    }
  }

  private long limit(Store store, CompactionRequest request, OptionalLong readPoint) {
    long limit = FoldLimit.below(memory.common());
    if (readPoint.isEmpty()) {
      return FoldLimit.NOTHING;
    }
    Set<String> inputs = paths(request.getFiles());
    for (StoreFile file : store.getStorefiles()) {
      String path = path(file);
      if (!inputs.contains(path) || FoldLimit.isTooNew(file, readPoint.getAsLong())) {
        long oldest = FoldLimit.oldest(file, memory.fileMinimum(path));
        limit = Math.min(limit, FoldLimit.below(oldest));
      }
    }
    return limit;
  }

  private void ended(
      FoldRun run,
      FoldTally tally,
      boolean finished,
      RuntimeException broken,
      boolean allFiles,
      long writtenBefore) {
    if (broken != null) {
      off = true;
      LOG.error(
          "Folding of family '{}' failed; it is off until the region is opened again. {}",
          family.name(),
          tally,
          broken);
    } else if (finished) {
      tally.addTo(counters);
      if (allFiles) {
        requests.folded(writtenBefore, tally.pending);
      }
      LOG.info("Fold of family '{}' up to {}: {}", family.name(), run.limit(), tally);
    }
  }

  /** Deltas not yet folded, an estimate. */
  long pending() {
    return requests.pending(store());
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

  private Store store() {
    for (Store store : env.getRegion().getStores()) {
      if (RegionContext.family(store).equals(family.name())) {
        return store;
      }
    }
    throw new IllegalStateException("no store of family '" + family.name() + "' yet");
  }

  private static Set<String> paths(Store store) {
    return paths(store.getStorefiles());
  }

  private static Set<String> paths(Iterable<? extends StoreFile> files) {
    Set<String> paths = new LinkedHashSet<>();
    for (StoreFile file : files) {
      paths.add(path(file));
    }
    return paths;
  }

  private static String path(StoreFile file) {
    return file.getPath().toString();
  }
}
