package org.sediment.coprocessor;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.FlushLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScanOptions;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * The hooks. Each is a shell: it hands on to the write path, the plain reads, the flush bookkeeping
 * or the compaction path.
 */
final class SedimentObserver implements RegionObserver {
  private final RegionContext region;
  private final WritePath writes;
  private final FlushPath flushes;
  private final CompactionPath compactions;
  private final PlainReads reads;
  private final TotalConditions conditions;

  SedimentObserver(RegionContext region) {
    this.region = region;
    this.writes = new WritePath(region);
    this.flushes = new FlushPath(region);
    this.compactions = new CompactionPath(region);
    this.reads = new PlainReads(region);
    this.conditions = new TotalConditions(region, reads);
  }

  RegionContext region() {
    return region;
  }

  WritePath writes() {
    return writes;
  }

  @Override
  public void postOpen(ObserverContext<RegionCoprocessorEnvironment> ctx) {
    Hooks.quietly("postOpen", writes::opened);
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit)
      throws IOException {
    if (Hooks.call("prePut", () -> writes.note(put, edit))) {
      ctx.bypass();
    }
  }

  @Override
  public void preDelete(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Delete delete, WALEdit edit)
      throws IOException {
    Hooks.run("preDelete", () -> writes.note(delete));
  }

  @Override
  public CheckAndMutateResult preCheckAndMutateAfterRowLock(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      CheckAndMutate conditional,
      CheckAndMutateResult result)
      throws IOException {
    return Hooks.call(
        "preCheckAndMutateAfterRowLock",
        () -> {
          Optional<CheckAndMutateResult> answer = conditions.answer(conditional);
          if (answer.isPresent()) {
            ctx.bypass();
            return answer.get();
          }
          writes.note(conditional);
          return result;
        });
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result)
      throws IOException {
    Hooks.run("preGetOp", () -> reads.prepare(get));
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan)
      throws IOException {
    Hooks.run("preScannerOpen", () -> reads.prepare(scan));
  }

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan, RegionScanner scanner) {
    return Hooks.callOr(
        "postScannerOpen",
        scanner,
        () -> {
          reads.opened(scan, scanner);
          return scanner;
        });
  }

  @Override
  public boolean postScannerNext(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      InternalScanner scanner,
      List<Result> results,
      int limit,
      boolean hasNext) {
    Hooks.quietly("postScannerNext", () -> reads.batch(scanner, results));
    return hasNext;
  }

  @Override
  public void postScannerClose(
      ObserverContext<RegionCoprocessorEnvironment> ctx, InternalScanner scanner) {
    Hooks.quietly("postScannerClose", () -> reads.closed(scanner));
  }

  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    Hooks.run("preBatchMutate", () -> writes.before(batch));
  }

  @Override
  public void postBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    Hooks.run("postBatchMutate", () -> writes.stored(batch));
  }

  @Override
  public void postBatchMutateIndispensably(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch,
      boolean success)
      throws IOException {
    Hooks.run("postBatchMutateIndispensably", () -> writes.after(batch, success));
  }

  @Override
  public void preBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> ctx, List<Pair<byte[], String>> familyPaths)
      throws IOException {
    Hooks.run("preBulkLoadHFile", writes::beforeBulkLoad);
  }

  @Override
  public void postBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      List<Pair<byte[], String>> stagingFamilyPaths,
      Map<byte[], List<Path>> finalPaths)
      throws IOException {
    Hooks.run("postBulkLoadHFile", writes::afterBulkLoad);
  }

  @Override
  public void preFlush(
      ObserverContext<RegionCoprocessorEnvironment> ctx, FlushLifeCycleTracker tracker)
      throws IOException {
    Hooks.quietly(
        "preFlush",
        () -> {
          writes.beforeFlush();
          flushes.before();
        });
  }

  @Override
  public void postFlush(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Store store,
      StoreFile file,
      FlushLifeCycleTracker tracker)
      throws IOException {
    Hooks.quietly(
        "postFlush",
        () -> {
          writes.wrote(store, file);
          flushes.wrote(store, file);
        });
  }

  @Override
  public void postFlush(
      ObserverContext<RegionCoprocessorEnvironment> ctx, FlushLifeCycleTracker tracker)
      throws IOException {
    Hooks.quietly(
        "postFlush",
        () -> {
          writes.flushed();
          flushes.after();
        });
  }

  @Override
  public void postCompactSelection(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Store store,
      List<? extends StoreFile> selected,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request) {
    Hooks.quietly("postCompactSelection", () -> compactions.selected(store, request));
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
    Hooks.run("preCompactScannerOpen", () -> compactions.open(store, options, request));
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
    return Hooks.callOr("preCompact", scanner, () -> compactions.wrap(store, scanner, request));
  }
}
