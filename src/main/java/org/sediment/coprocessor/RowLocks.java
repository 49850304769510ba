package org.sediment.coprocessor;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.sediment.model.Printable;

/**
 * The guard's own exclusive row locks: HBase's are shared among plain Puts, so two writers of one
 * row would judge by the same state. Thread-safe.
 *
 * <p>A batch takes its locks in the order of rows and holds them from {@code preBatchMutate} to
 * {@code postBatchMutateIndispensably}. A lock is re-entrant for nested writes of the holder's
 * thread. HBase does not promise the last hook: another coprocessor that throws in {@code postPut}
 * prevents it. So a waiter takes a lock over once its holder is <em>settled</em>: stored and
 * visible, whatever became of it since.
 */
final class RowLocks {
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ConcurrentHashMap<RowKey, RowLock> locks = new ConcurrentHashMap<>();
  private final long waitNanos;

  /**
   * Makes an empty set of locks.
   *
   * @param waitMillis how long one batch waits, for all its rows together
   */
  RowLocks(long waitMillis) {
    this.waitNanos = TimeUnit.MILLISECONDS.toNanos(waitMillis);
  }

  /** Moment, in {@link System#nanoTime}, at which a batch that starts now stops waiting. */
  long deadline() {
    return System.nanoTime() + waitNanos;
  }

  /**
   * Takes the lock of a row, or joins the one that an outer write of this thread holds.
   *
   * @throws RegionTooBusyException if the deadline passes; to be retried
   */
  RowLock lock(RowKey row, BatchContext owner, long deadline) throws IOException {
    RowLock mine = new RowLock(row, owner);
    while (true) {
      RowLock held = locks.putIfAbsent(row, mine);
      if (held == null) {
        return mine;
      }
      if (held.owner().isOfThread(owner)) {
        return held;
      }
      await(held, deadline, row);
      if (!held.isReleased() && held.owner().isSettled(row) && locks.replace(row, held, mine)) {
        held.release();
        return mine;
      }
    }
  }

  private static void await(RowLock held, long deadline, RowKey row) throws IOException {
    synchronized (held) {
      if (held.isReleased()) {
        return;
      }
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new RegionTooBusyException(
            "row '"
                + Printable.of(row.row())
                + "' is being written by another batch; write it again");
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(held, Math.min(left, SLICE_NANOS));
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw (IOException)
            new InterruptedIOException("interrupted while waiting for a row lock")
                .initCause(interrupted);
      }
    }
  }

  /**
   * Lets a lock go.
   *
   * @param last run before anyone else can take it, and only if it was not taken over
   */
  void unlock(RowLock lock, Runnable last) {
    locks.computeIfPresent(
        lock.row(),
        (row, held) -> {
          if (held != lock) {
            return held;
          }
          last.run();
          return null;
        });
    lock.release();
  }

  int size() {
    return locks.size();
  }
}
