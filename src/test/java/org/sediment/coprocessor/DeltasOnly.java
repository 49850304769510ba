package org.sediment.coprocessor;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * The write side of delta families alone on a region: no guard, no locks, each mutation an event of
 * its own. For tests of one thread.
 */
public final class DeltasOnly implements RegionCoprocessor, RegionObserver {
  /** Attribute of a mutation that goes in as it is: how a test lays bases. */
  static final String AS_IT_IS = "test.as-it-is";

  private RegionContext region;
  private Families families;
  private DeltaWriter writer;
  private long deletedCommit = -1;
  private DeltaPart last;

  @Override
  @SuppressWarnings("rawtypes")
  public void start(CoprocessorEnvironment env) throws IOException {
    RegionCoprocessorEnvironment regionEnv = (RegionCoprocessorEnvironment) env;
    TableSettings settings =
        SettingsReader.read(
            regionEnv.getRegion().getTableDescriptor(), regionEnv.getConfiguration());
    region = new RegionContext(regionEnv, settings);
    families = new Families(settings);
    writer = new DeltaWriter(region);
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  /** The commit time of the row delete that every row remembers; -1 for none. */
  void rememberDelete(long commit) {
    deletedCommit = commit;
  }

  Counters counters() {
    return region.counters();
  }

  /** The part of the last mutation. */
  DeltaPart last() {
    return last;
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit) {
    Marks.note(put, families);
  }

  @Override
  public void preDelete(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Delete delete, WALEdit edit) {
    Marks.note(delete, families);
  }

  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    LateMemory memory = new LateMemory();
    for (int i = 0; i < batch.size(); i++) {
      Mutation mutation = batch.getOperation(i);
      if (mutation.getAttribute(AS_IT_IS) == null) {
        event(mutation, memory);
      }
    }
  }

  private void event(Mutation mutation, LateMemory memory) throws IOException {
    boolean replicated = !mutation.getClusterIds().isEmpty();
    last = writer.prepare(mutation.getRow(), List.of(mutation), replicated);
    boolean remembers = region.settings().sequenceFamily() != null;
    writer.judge(last, remembers ? () -> deletedCommit : null, memory);
    if (last.refusal() != null) {
      throw new DoNotRetryIOException(last.refusal());
    }
    writer.apply(last);
  }
}
