package org.sediment.counterexamples;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.FlushLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.ScanOptions;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKey;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/**
 * Another coprocessor on the same table: at a hook of its own it does what a test tells it to,
 * once.
 */
public abstract class Interference implements RegionCoprocessor, RegionObserver {
  /** Where it can step in. */
  enum At {
    PRE_PUT,
    PRE_BATCH_MUTATE,
    PRE_WAL_APPEND,
    POST_BATCH_MUTATE,
    POST_PUT,
    POST_INDISPENSABLY,
    PRE_COMPACT_SCANNER_OPEN,
    PRE_COMPACT,
    COMPACTION_CELLS,
    COMPACTION_END,
    POST_COMPACT,
    POST_FLUSH_STORE,

    /** A scanner has read a row, and found nothing in it. */
    NOTHING_READ
  }

  /** What it does. */
  interface Deed {
    void run() throws IOException;
  }

  /** One that runs before Sediment. */
  public static final class Early extends Interference {}

  /** One that runs after Sediment. */
  public static final class Behind extends Interference {}

  private final Map<At, Deed> once = new ConcurrentHashMap<>();

  /** A builder with this coprocessor before Sediment and another behind it. */
  static TestRegionBuilder on(TestRegionBuilder builder) {
    return builder.coprocessor(Early.class, 100).coprocessor(Behind.class, 1 << 30);
  }

  /** The one that runs after Sediment. */
  static Interference after(TestRegion region) {
    return after(region.region());
  }

  static Interference after(Region region) {
    return host(region, Behind.class);
  }

  /** The one that runs before Sediment. */
  static Interference before(TestRegion region) {
    return before(region.region());
  }

  static Interference before(Region region) {
    return host(region, Early.class);
  }

  private static <T extends Interference> T host(Region region, Class<T> type) {
    return ((org.apache.hadoop.hbase.regionserver.HRegion) region)
        .getCoprocessorHost()
        .findCoprocessor(type);
  }

  /** At the next call of that hook, does this; only once. */
  void once(At at, Deed deed) {
    once.put(at, deed);
  }

  /** Whether the deed of a hook has been done. */
  boolean done(At at) {
    return !once.containsKey(at);
  }

  private void reach(At at) throws IOException {
    Deed deed = once.remove(at);
    if (deed != null) {
      deed.run();
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  @SuppressWarnings("deprecation") // the other form has the same effect
  public void prePut(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Put put,
      WALEdit edit,
      Durability durability)
      throws IOException {
    reach(At.PRE_PUT);
  }

  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    reach(At.PRE_BATCH_MUTATE);
  }

  @Override
  public void preWALAppend(
      ObserverContext<RegionCoprocessorEnvironment> ctx, WALKey key, WALEdit edit)
      throws IOException {
    reach(At.PRE_WAL_APPEND);
  }

  @Override
  public void postBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    reach(At.POST_BATCH_MUTATE);
  }

  @Override
  @SuppressWarnings("deprecation") // the other form has the same effect
  public void postPut(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Put put,
      WALEdit edit,
      Durability durability)
      throws IOException {
    reach(At.POST_PUT);
  }

  @Override
  public void postBatchMutateIndispensably(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch,
      boolean success)
      throws IOException {
    reach(At.POST_INDISPENSABLY);
  }

  @Override
  public void preCompactScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Store store,
      ScanType scanType,
      ScanOptions options,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request)
      throws IOException {
    reach(At.PRE_COMPACT_SCANNER_OPEN);
  }

  @Override
  public InternalScanner preCompact(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Store store,
      InternalScanner scanner,
      ScanType scanType,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request)
      throws IOException {
    reach(At.PRE_COMPACT);
    return new WatchedScanner(
        scanner, () -> reach(At.COMPACTION_CELLS), () -> reach(At.COMPACTION_END));
  }

  @Override
  public void postCompact(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Store store,
      StoreFile result,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request)
      throws IOException {
    reach(At.POST_COMPACT);
  }

  @Override
  public void postFlush(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Store store,
      StoreFile file,
      FlushLifeCycleTracker tracker)
      throws IOException {
    reach(At.POST_FLUSH_STORE);
  }

  @Override
  public boolean postScannerFilterRow(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      InternalScanner scanner,
      Cell row,
      boolean hasMore)
      throws IOException {
    reach(At.NOTHING_READ);
    return hasMore;
  }
}
