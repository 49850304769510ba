package org.sediment.guard;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sediment.model.ColumnName;

/**
 * What becomes of a row's columns one by one. Used by one thread.
 *
 * <p>If the event is {@linkplain #isLate late}, its cells are stored at the times given here, and
 * those of columns not named here are dropped; else all of them are stored at the verdict's
 * effective time.
 */
public final class ColumnChanges {
  /** Nothing is known or said of single columns. */
  public static final ColumnChanges NONE = new ColumnChanges(List.of(), false);

  private final List<ColumnChange> list;
  private final boolean late;
  private Map<ColumnName, ColumnChange> byName;

  ColumnChanges(List<ColumnChange> list, boolean late) {
    this.list = list;
    this.late = late;
  }

  /** All changes; of a column that the event names twice there are two, which are equal. */
  public List<ColumnChange> list() {
    return list;
  }

  /** The columns that change. */
  public Set<ColumnName> names() {
    Set<ColumnName> names = new HashSet<>();
    list.forEach(change -> names.add(change.column()));
    return names;
  }

  /** Whether the event is older than the newest one of its row. */
  public boolean isLate() {
    return late;
  }

  /** Time of the event's own cell of a column; {@link RowState#NONE} if it is dropped. */
  public long timeOf(ColumnName column) {
    if (byName == null) {
      byName = new HashMap<>();
      for (ColumnChange change : list) {
        if (change.kind() == ColumnChange.Kind.SET || change.kind() == ColumnChange.Kind.NULLED) {
          byName.put(change.column(), change);
        }
      }
    }
    ColumnChange change = byName.get(column);
    return change == null ? RowState.NONE : change.time();
  }
}
