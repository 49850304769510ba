package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sediment.guard.ColumnChanges;
import org.sediment.guard.RowState;
import org.sediment.model.ColumnName;

/**
 * One row's lock, and what its holder knows of the row. All but {@link #isReleased} belongs to the
 * thread that holds it.
 */
final class RowLock {
  private final RowKey row;
  private final BatchContext owner;
  private volatile boolean released;

  /** State of the row as of the last event judged under this lock; null if not yet read. */
  private KnownRow known;

  /** State before the first event was judged; null if not read. */
  private KnownRow before;

  /** Highest effective time given under this lock. */
  private long attempted = RowState.NONE;

  /** What became of single columns under this lock; null if they are not looked at. */
  private List<ColumnChanges> changes;

  private boolean tainted;
  private boolean written;
  private boolean accepted;
  private boolean open;

  RowLock(RowKey row, BatchContext owner) {
    this.row = row;
    this.owner = owner;
  }

  RowKey row() {
    return row;
  }

  BatchContext owner() {
    return owner;
  }

  KnownRow known() {
    return known;
  }

  KnownRow before() {
    return before;
  }

  long attempted() {
    return attempted;
  }

  /** Columns written under this lock, as far as they are judged one by one. */
  Set<ColumnName> tried() {
    if (changes == null) {
      return Set.of();
    }
    Set<ColumnName> tried = new HashSet<>();
    changes.forEach(each -> tried.addAll(each.names()));
    return tried;
  }

  /** Takes what was found in the cache or read. */
  void found(KnownRow state) {
    before = state;
    known = state;
  }

  /** The row was written before: it was in the cache, or was read and is there. */
  void wasWritten() {
    written = true;
  }

  boolean isWrittenAgain() {
    return written;
  }

  /** Takes the same state with what was read of the row's columns. */
  void completed(RowState state) {
    known = new KnownRow(state, known.call());
  }

  /** Takes what an event makes of the row. */
  void becomes(KnownRow state, ColumnChanges columns) {
    if (!columns.list().isEmpty()) {
      if (changes == null) {
        changes = new ArrayList<>(1);
      }
      changes.add(columns);
    }
    known = state;
    attempted = Math.max(attempted, state.state().lastEffective());
  }

  /** Whether the last event accepted under this lock may have further parts in another call. */
  boolean isOpen() {
    return open;
  }

  /** Whether an event was accepted under this lock. */
  boolean hasAccepted() {
    return accepted;
  }

  /** An event was accepted; parts of it may or may not follow in another call. */
  void accepted(boolean goesOn) {
    accepted = true;
    open = goesOn;
  }

  /** Whether the state may differ from what HBase stores, so that it must not be cached. */
  boolean isTainted() {
    return tainted;
  }

  void taint() {
    tainted = true;
  }

  boolean isReleased() {
    return released;
  }

  /** Wakes all who wait. */
  void release() {
    synchronized (this) {
      released = true;
      notifyAll();
    }
  }
}
