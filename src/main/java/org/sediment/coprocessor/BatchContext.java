package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;

/**
 * One batch between its first and its last hook: the row locks it holds, and how far it got. Used
 * by its own thread; only {@link #isSettled} by others.
 */
final class BatchContext {
  private static final long NOT_STORED = -1;

  private final WritePath path;
  private final MiniBatchOperationInProgress<Mutation> batch;
  private final Thread thread;
  private final long call;
  private final List<RowLock> locks = new ArrayList<>();
  private final List<RowLock> joined = new ArrayList<>(0);
  private final List<Event> changed = new ArrayList<>();
  private final LateMemory late = new LateMemory();
  private volatile long writeNumber = NOT_STORED;

  /**
   * Makes the context of a batch that is about to be judged.
   *
   * @param call number of the client's call, {@link KnownRow#NO_CALL} for none
   */
  BatchContext(WritePath path, MiniBatchOperationInProgress<Mutation> batch, long call) {
    this.path = path;
    this.batch = batch;
    this.thread = Thread.currentThread();
    this.call = call;
  }

  WritePath path() {
    return path;
  }

  MiniBatchOperationInProgress<Mutation> batch() {
    return batch;
  }

  long call() {
    return call;
  }

  /** The locks this batch took itself, in the order of rows. */
  List<RowLock> locks() {
    return locks;
  }

  /** Locks of an outer write of the same thread. */
  List<RowLock> joined() {
    return joined;
  }

  /** Events that change what is known of their rows. */
  List<Event> changed() {
    return changed;
  }

  /** What its events are about to write to delta families that are not in time. */
  LateMemory late() {
    return late;
  }

  boolean isOfThread(BatchContext other) {
    return thread == other.thread;
  }

  /**
   * Notes that the batch is in WAL and memstore.
   *
   * @param number its write number, 0 if nothing of it was stored
   */
  void stored(long number) {
    writeNumber = number;
  }

  boolean isStored() {
    return writeNumber != NOT_STORED;
  }

  /**
   * Whether the batch needs its locks no more, though it may never have said so: what it stored is
   * visible to every reader, or its thread is gone.
   */
  boolean isSettled(RowKey row) throws IOException {
    if (!thread.isAlive()) {
      return true;
    }
    long number = writeNumber;
    return number != NOT_STORED && (number == 0 || path.readPoint(row) >= number);
  }
}
