package org.sediment.coprocessor;

import java.io.IOException;
import org.sediment.coprocessor.Counters.What;
import org.sediment.guard.RowState;

/**
 * What is known of the region's rows: from the cache, else read, and never below the times that
 * failed writes may hold. Every row is looked at under its own lock. Thread-safe.
 */
final class RowStates {
  private final RowCache cache;
  private final AttemptedTimes attempts = new AttemptedTimes();
  private final RowStateReader reader;
  private final ThreadContexts threads;
  private final Counters counters;

  /** Stands for the region in what a thread keeps. */
  private final Object identity = new Object();

  /**
   * Makes an empty memory.
   *
   * @param reader null if the table has no sequence family: then no row is ever asked for
   */
  RowStates(RowCache cache, RowStateReader reader, ThreadContexts threads, Counters counters) {
    this.cache = cache;
    this.reader = reader;
    this.threads = threads;
    this.counters = counters;
  }

  /** What is known of the row under this lock. */
  KnownRow of(RowLock lock, long call) throws IOException {
    if (lock.known() == null) {
      KnownRow found = cache.take(lock.row());
      if (found == null) {
        found = read(lock.row(), call);
      } else {
        counters.add(What.ROWS_CACHED_HITS);
      }
      long attempted = attempts.of(lock.row());
      if (attempted > found.state().lastEffective()) {
        found = new KnownRow(found.state().raisedTo(attempted), found.call());
      }
      lock.found(found);
    }
    return lock.known();
  }

  private KnownRow read(RowKey row, long call) throws IOException {
    RowState state = reader.read(row.row());
    boolean continued = threads.isContinued(identity, row, state.highest());
    return new KnownRow(state, continued ? call : KnownRow.NO_CALL);
  }

  /** The row is about to change in a way that nobody judged. */
  void drop(RowLock lock) {
    cache.take(lock.row());
    lock.taint();
  }

  /** HBase stored what was judged under this lock. */
  void stored(RowLock lock, long call) {
    if (lock.known() == null || lock.isTainted()) {
      return;
    }
    cache.put(lock.row(), lock.known());
    if (call != KnownRow.NO_CALL && lock.known().call() == call) {
      threads.ended(identity, lock.row(), lock.known().state().highest());
    }
  }

  /** HBase may or may not have stored what was judged under this lock. */
  void failed(RowLock lock, long now) {
    attempts.note(lock.row(), lock.attempted(), now);
  }

  /** Nothing of the batch reached HBase: what was known stays true. */
  void untouched(RowLock lock) {
    if (lock.before() != null && !lock.isTainted()) {
      cache.put(lock.row(), lock.before());
    }
  }

  /** Every store was flushed since this moment, in milliseconds. */
  void flushedSince(long moment) {
    attempts.flushedSince(moment);
  }

  /** Forgets all rows: cells came past the guard. */
  void clear() {
    cache.clear();
  }
}
