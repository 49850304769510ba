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
  private final OpenEvents open = new OpenEvents();
  private final RowStateReader reader;
  private final WrittenRows written;
  private final FileBlooms blooms;
  private final ThreadContexts threads;
  private final Counters counters;

  /** Stands for the region in what a thread keeps. */
  private final Object identity = new Object();

  /**
   * Makes an empty memory.
   *
   * @param reader null if the table has no sequence family: then no row is ever asked for
   * @param written null like it
   * @param blooms null like it
   */
  RowStates(
      RowCache cache,
      RowStateReader reader,
      WrittenRows written,
      FileBlooms blooms,
      ThreadContexts threads,
      Counters counters) {
    this.cache = cache;
    this.reader = reader;
    this.written = written;
    this.blooms = blooms;
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
      if (lock.known() == null && !isCached(lock, call)) {
        unknown.add(lock);
      }
    }
    List<RowLock> toRead = unknown.isEmpty() ? unknown : withoutNew(unknown);
    if (!locks.isEmpty()) {
      written.note(locks);
    }
    if (!toRead.isEmpty()) {
      List<RowState> read = reader.read(toRead.stream().map(lock -> lock.row().row()).toList());
      for (int i = 0; i < read.size(); i++) {
        found(toRead.get(i), of(toRead.get(i).row(), read.get(i), call));
        if (read.get(i).highest() != null) {
          toRead.get(i).wasWritten();
        }
      }
    }
  }

  /** Leaves those that have to be read. The others are in no memstore and, seen later, no file. */
  private List<RowLock> withoutNew(List<RowLock> unknown) {
    boolean[] inMemory = written.mayHold(unknown);
    List<RowLock> toRead = new ArrayList<>(unknown.size());
    for (int i = 0; i < inMemory.length; i++) {
      RowLock lock = unknown.get(i);
      if (inMemory[i] || blooms.mayHold(lock.row().row())) {
        toRead.add(lock);
      } else {
        counters.add(What.ROWS_NEW);
        found(lock, new KnownRow(RowState.UNKNOWN, KnownRow.NO_CALL));
      }
    }
    return toRead;
  }

  /** What is known of the row under this lock. */
  KnownRow of(RowLock lock, long call) throws IOException {
    if (lock.known() == null) {
      find(List.of(lock), call);
    }
    return lock.known();
  }

  /** The same, with every column that the row has. */
  RowState withColumns(RowLock lock) throws IOException {
    RowState state = lock.known().state();
    RowState read = reader.read(lock.row().row());
    counters.add(What.COLUMN_READS);
    RowState complete = state.with(state.columns().completedBy(read.columns()));
    lock.completed(complete);
    return complete;
  }

  private boolean isCached(RowLock lock, long call) {
    KnownRow cached = cache.take(lock.row());
    if (cached == null) {
      return false;
    }
    counters.add(What.ROWS_CACHED_HITS);
    lock.wasWritten();
    boolean goesOn = open.isOpen(lock.row(), cached.state().highest());
    found(lock, goesOn ? new KnownRow(cached.state(), call) : cached);
    return true;
  }

  private void found(RowLock lock, KnownRow row) {
    long attempted = attempts.of(lock.row());
    lock.found(
        attempted == RowState.NONE
            ? row
            : new KnownRow(
                row.state().afterFailure(attempted, attempts.columns(lock.row())), row.call()));
  }

  private KnownRow of(RowKey row, RowState state, long call) {
    boolean continued =
        threads.isContinued(identity, row, state.highest()) || open.isOpen(row, state.highest());
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
    cache(lock, lock.known());
    if (lock.isOpen()) {
      open.leave(lock.row(), lock.known().state().highest());
    } else if (lock.hasAccepted()) {
      open.close(lock.row());
    }
    if (call != KnownRow.NO_CALL && lock.known().call() == call) {
      threads.ended(identity, lock.row(), lock.known().state().highest());
    }
  }

  /** HBase may or may not have stored what was judged under this lock. */
  void failed(RowLock lock, long now) {
    attempts.note(lock.row(), lock.attempted(), now, lock.tried());
  }

  /** Nothing of the batch reached HBase: what was known stays true. */
  void untouched(RowLock lock) {
    if (lock.before() != null && !lock.isTainted()) {
      cache(lock, lock.before());
    }
  }

  private void cache(RowLock lock, KnownRow known) {
    RowState kept = known.state().cacheable();
    if (kept != null) {
      KnownRow row = kept.columns() == null ? known : new KnownRow(kept, known.call());
      cache.put(lock.row(), row, lock.isWrittenAgain());
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
