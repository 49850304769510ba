package org.sediment.coprocessor;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sediment.guard.RowState;
import org.sediment.model.ColumnName;

/**
 * Effective times of writes that failed on the way to the WAL: a crash may bring such a write back,
 * so the next event of its row goes above it. Thread-safe.
 *
 * <p>An entry lives until every store was flushed after it was noted: then the WAL's entry is no
 * longer replayed. When the map is full, a common floor binds every row, and columns are no longer
 * noted.
 */
final class AttemptedTimes {
  private static final int LIMIT = 100_000;

  private final Map<RowKey, Attempt> attempts = new ConcurrentHashMap<>();
  private volatile Attempt floor;

  /**
   * A failed write.
   *
   * @param time its effective time in milliseconds
   * @param noted when it failed, by the server's clock in milliseconds
   * @param columns what it wrote column by column
   */
  private record Attempt(long time, long noted, Set<ColumnName> columns) {
    Attempt merge(Attempt other) {
      Set<ColumnName> all = columns;
      if (!other.columns.isEmpty()) {
        all = new HashSet<>(columns);
        all.addAll(other.columns);
      }
      return new Attempt(Math.max(time, other.time), Math.max(noted, other.noted), all);
    }
  }

  void note(RowKey row, long time, long now, Set<ColumnName> columns) {
    if (time == RowState.NONE) {
      return;
    }
    Attempt attempt = new Attempt(time, now, columns);
    if (attempts.size() < LIMIT || attempts.containsKey(row)) {
      attempts.merge(row, attempt, Attempt::merge);
    } else {
      synchronized (this) {
        Attempt common = new Attempt(time, now, Set.of());
        floor = floor == null ? common : floor.merge(common);
      }
    }
  }

  /** Highest time that failed writes of the row may hold; {@link RowState#NONE} if none failed. */
  long of(RowKey row) {
    Attempt common = floor;
    if (common == null && attempts.isEmpty()) {
      return RowState.NONE;
    }
    Attempt own = attempts.get(row);
    return Math.max(
        own == null ? RowState.NONE : own.time, common == null ? RowState.NONE : common.time);
  }

  /** Columns of the row that failed writes may hold. */
  Set<ColumnName> columns(RowKey row) {
    Attempt own = attempts.get(row);
    return own == null ? Set.of() : own.columns;
  }

  /**
   * Forgets what failed before a moment.
   *
   * @param flushed start of the latest flush of the store that was flushed longest ago
   */
  void flushedSince(long flushed) {
    attempts.values().removeIf(attempt -> attempt.noted < flushed);
    synchronized (this) {
      if (floor != null && floor.noted < flushed) {
        floor = null;
      }
    }
  }
}
