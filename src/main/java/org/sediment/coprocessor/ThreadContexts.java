package org.sediment.coprocessor;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.sediment.model.Sequence;

/**
 * The batches that each thread has begun and not ended, over all regions of the server. Writes that
 * another coprocessor makes inside a hook stack up. Thread-safe.
 *
 * <p>HBase does not promise the last hook of a batch, so a thread that begins another one first
 * ends what it left behind: a batch of another call of a client, or one whose writes are long
 * visible.
 */
final class ThreadContexts {
  private static final String SHARED = "sediment.threads";

  private final ThreadLocal<Slot> slots = ThreadLocal.withInitial(Slot::new);
  private final AtomicLong calls = new AtomicLong(KnownRow.NO_CALL);

  /**
   * The one of this server: regions of one coprocessor class share it. HBase shares by the name of
   * the class: where tables load it from several jars, what another jar's has left does not count.
   */
  static ThreadContexts of(RegionCoprocessorEnvironment env) {
    return (ThreadContexts)
        env.getSharedData()
            .compute(
                SHARED,
                (key, held) -> held instanceof ThreadContexts ? held : new ThreadContexts());
  }

  /** One thread's own. */
  private static final class Slot {
    private final Deque<BatchContext> stack = new ArrayDeque<>(2);
    private WeakReference<RpcCall> call;
    private long number = KnownRow.NO_CALL;

    /** Where the last batch of the call ended: HBase may have cut a list inside this row. */
    private Object lastRegion;

    private RowKey lastRow;
    private Sequence lastSequence;
  }

  /**
   * Begins a hook: ends what an earlier batch of this thread left behind.
   *
   * @return number of the client's call, {@link KnownRow#NO_CALL} outside of one
   */
  long enter() throws IOException {
    Slot slot = slots.get();
    RpcCall call = RpcServer.getCurrentCall().orElse(null);
    if (call == null) {
      slot.number = KnownRow.NO_CALL;
      slot.call = null;
      slot.lastRow = null;
    } else if (slot.call == null || slot.call.get() != call) {
      slot.number = calls.incrementAndGet();
      slot.call = new WeakReference<>(call);
      slot.lastRow = null;
    }
    if (!slot.stack.isEmpty()) {
      endBroken(slot);
    }
    return slot.number;
  }

  private static void endBroken(Slot slot) throws IOException {
    for (Iterator<BatchContext> it = slot.stack.iterator(); it.hasNext(); ) {
      BatchContext left = it.next();
      boolean broken = left.call() != slot.number || left.locks().isEmpty();
      if (broken || left.isSettled(left.locks().get(0).row())) {
        it.remove();
        left.path().abandon(left);
      }
    }
  }

  /** Whether this thread is inside a batch that it began before. */
  boolean isNested() {
    return !slots.get().stack.isEmpty();
  }

  void push(BatchContext context) {
    slots.get().stack.push(context);
  }

  /** Takes a batch's context off; null if it has none. */
  BatchContext pop(MiniBatchOperationInProgress<Mutation> batch) {
    Deque<BatchContext> stack = slots.get().stack;
    BatchContext found = peek(batch);
    if (found != null) {
      stack.remove(found);
    }
    return found;
  }

  /** A batch's context; null if it has none. */
  BatchContext peek(MiniBatchOperationInProgress<Mutation> batch) {
    for (BatchContext context : slots.get().stack) {
      if (context.batch() == batch) {
        return context;
      }
    }
    return null;
  }

  /**
   * Notes the last row of a batch and the highest sequence it accepted there.
   *
   * @param region stands for the region, and for nothing else: a thread may keep it for long
   */
  void ended(Object region, RowKey row, Sequence sequence) {
    Slot slot = slots.get();
    slot.lastRegion = region;
    slot.lastRow = row;
    slot.lastSequence = sequence;
  }

  /** Whether the batch before, of the same call, ended in this row and accepted this sequence. */
  boolean isContinued(Object region, RowKey row, Sequence sequence) {
    Slot slot = slots.get();
    return slot.number != KnownRow.NO_CALL
        && slot.lastRegion == region
        && row.equals(slot.lastRow)
        && sequence != null
        && sequence.equals(slot.lastSequence);
  }
}
