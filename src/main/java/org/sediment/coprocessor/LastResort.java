package org.sediment.coprocessor;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.ScanOptions;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.Pair;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What stands in a region in which Sediment itself could not start: writes and reads of totals are
 * refused, all other reads work, and compactions forget nothing. Thread-safe.
 *
 * <p>Why: an exception out of a coprocessor's start stops the region server, and then the next one
 * that opens the region; or, with {@code hbase.coprocessor.abortonerror} false, opens the region
 * with no guard at all.
 */
final class LastResort implements RegionObserver {
  private static final Logger LOG = LoggerFactory.getLogger(LastResort.class);

  private final String message;
  private final UnstartedReads reads;

  private LastResort(String message) {
    this.message = message;
    this.reads = new UnstartedReads(message);
  }

  /** A start of which nothing is known. */
  interface Start {
    /** Returns the observer for the region; null if this instance has nothing to do there. */
    RegionObserver run() throws IOException;
  }

  /** Starts, and never throws: returns what was started, or one of these. */
  @SuppressWarnings("CatchThrowable") // the very point of this class
  static RegionObserver unless(String region, Start start) {
    try {
      return start.run();
    } catch (Throwable unexpected) {
      LOG.error("region {}: Sediment cannot start; writes are refused", region, unexpected);
      return new LastResort(
          "Sediment could not start in region "
              + region
              + " because of an unexpected error, so writes and reads of totals are refused while"
              + " other reads work: "
              + unexpected
              + "; mend what the server's log says, or take the coprocessor out of the table's"
              + " descriptor, and the region opens again");
    }
  }

  /** What is wrong, and the remedy. */
  String message() {
    return message;
  }

  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    if (!batch.getOperation(0).getClusterIds().isEmpty()) {
      throw new IOException(message); // replication tries again until it can be stored
    }
    throw new DoNotRetryIOException(message);
  }

  /** A condition that does not hold would be answered before any write. */
  @Override
  public CheckAndMutateResult preCheckAndMutateAfterRowLock(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      CheckAndMutate conditional,
      CheckAndMutateResult result)
      throws IOException {
    throw new DoNotRetryIOException(message);
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result)
      throws IOException {
    reads.check(table(ctx), get);
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan)
      throws IOException {
    reads.check(table(ctx), scan);
  }

  private static TableDescriptor table(ObserverContext<RegionCoprocessorEnvironment> ctx) {
    return ctx.getEnvironment().getRegion().getTableDescriptor();
  }

  @Override
  public void preBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> ctx, List<Pair<byte[], String>> familyPaths)
      throws IOException {
    throw new DoNotRetryIOException(message);
  }

  @Override
  public void preCompactScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Store store,
      ScanType scanType,
      ScanOptions options,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request) {
    // HBase heeds the second only if one of the others is set
    options.setMaxVersions(options.getMaxVersions());
    options.setTimeToPurgeDeletes(Long.MAX_VALUE);
  }

  @Override
  public InternalScanner preCompact(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Store store,
      InternalScanner scanner,
      ScanType scanType,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request) {
    return SequenceIdKeeper.around(scanner, request, EnvironmentEdgeManager.currentTime());
  }
}
