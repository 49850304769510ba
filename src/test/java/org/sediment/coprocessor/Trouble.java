package org.sediment.coprocessor;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * Another coprocessor of the table: at the point that a mutation's attribute names it does what the
 * test asked for under the attribute's value.
 */
public class Trouble implements RegionCoprocessor, RegionObserver {
  static final String PRE_BATCH = "trouble.pre-batch";
  static final String POST_BATCH = "trouble.post-batch";
  static final String POST_PUT = "trouble.post-put";
  static final String LAST = "trouble.last";
  static final String SKIP = "trouble.skip";

  private static final Map<String, Step> STEPS = new ConcurrentHashMap<>();

  /** What to do at a point. */
  interface Step {
    void run(RegionCoprocessorEnvironment env) throws IOException;
  }

  /** Makes a mutation run a step when it comes to a point. */
  static <T extends Mutation> T at(String point, T mutation, String name, Step step) {
    STEPS.put(name, step);
    mutation.setAttribute(point, Bytes.toBytes(name));
    return mutation;
  }

  /** Makes a mutation fail when it comes to a point. */
  static <T extends Mutation> T failAt(String point, T mutation) {
    return at(
        point,
        mutation,
        "fail",
        env -> {
          throw new IOException("trouble at " + point);
        });
  }

  private static void run(String point, Mutation mutation, RegionCoprocessorEnvironment env)
      throws IOException {
    byte[] name = mutation.getAttribute(point);
    if (name != null) {
      mutation.setAttribute(point, null);
      STEPS.get(Bytes.toString(name)).run(env);
    }
  }

  private static void run(
      String point,
      MiniBatchOperationInProgress<Mutation> batch,
      ObserverContext<RegionCoprocessorEnvironment> ctx)
      throws IOException {
    for (int i = 0; i < batch.size(); i++) {
      run(point, batch.getOperation(i), ctx.getEnvironment());
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    run(PRE_BATCH, batch, ctx);
    for (int i = 0; i < batch.size(); i++) {
      if (batch.getOperation(i).getAttribute(SKIP) != null) {
        batch.setOperationStatus(i, OperationStatus.SUCCESS);
      }
    }
  }

  @Override
  public void postBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    run(POST_BATCH, batch, ctx);
  }

  @Override
  public void postPut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit)
      throws IOException {
    run(POST_PUT, put, ctx.getEnvironment());
  }

  @Override
  public void postBatchMutateIndispensably(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch,
      boolean success)
      throws IOException {
    run(LAST, batch, ctx);
  }
}
