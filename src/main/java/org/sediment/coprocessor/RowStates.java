package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

  /**
   * Finds out about many rows at once, which is cheaper than asking for one after the other.
   *
   * @param locks in the order of rows, none twice
   */
  void find(List<RowLock> locks, long call) throws IOException {
    List<RowLock> unknown = new ArrayList<>(locks.size());
    for (RowLock lock : locks) {
      if (lock.known() == null && !isCached(lock)) {
        unknown.add(lock);
      }
    }
    if (!unknown.isEmpty()) {
      List<RowState> read = reader.read(unknown.stream().map(lock -> lock.row().row()).toList());
      for (int i = 0; i < read.size(); i++) {
        found(unknown.get(i), of(unknown.get(i).row(), read.get(i), call));
      }
    }
  }

  /** What is known of the row under this lock. */
  KnownRow of(RowLock lock, long call) throws IOException {
    if (lock.known() == null && !isCached(lock)) {
      found(lock, of(lock.row(), reader.read(lock.row().row()), call));
    }
    return lock.known();
  }

  private boolean isCached(RowLock lock) {
    KnownRow cached = cache.take(lock.row());
    if (cached == null) {
      return false;
    }
    counters.add(What.ROWS_CACHED_HITS);
    found(lock, cached);
    return true;
  }

  private void found(RowLock lock, KnownRow row) {
    long attempted = attempts.of(lock.row());
    lock.found(
        attempted > row.state().lastEffective()
            ? new KnownRow(row.state().raisedTo(attempted), row.call())
            : row);
  }

  private KnownRow of(RowKey row, RowState state, long call) {
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
