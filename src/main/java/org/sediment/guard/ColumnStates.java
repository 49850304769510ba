package org.sediment.guard;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sediment.model.ColumnName;
import org.sediment.model.Sequence;

/**
 * What {@code cell} mode knows of a row beside its {@link RowState}. Immutable, as are the map and
 * the list.
 *
 * @param deleted highest sequence that deleted or replaced the whole row (D of the design); null if
 *     none. While the state has an image, that image's is the highest
 * @param floor what comes late is stored above it: highest time of a family marker ever written,
 *     and of what failed writes may yet bring back (E of the design); {@link RowState#NONE} for
 *     none
 * @param recorded whether the sequence family remembers {@code deleted} and {@code floor}, and has
 *     an entry for every column; if not, the row's next event makes it so
 * @param found columns as they were read; null if they were not, which judging an event that is
 *     newer than the row seldom needs
 * @param since what events judged since did to columns
 * @param tried columns that failed writes may yet bring back, at or below the floor
 */
public record ColumnStates(
    Sequence deleted,
    long floor,
    boolean recorded,
    Map<ColumnName, ColumnState> found,
    List<ColumnChange> since,
    Set<ColumnName> tried) {

  ColumnStates(Sequence deleted, long floor, boolean recorded, Map<ColumnName, ColumnState> found) {
    this(deleted, floor, recorded, found, List.of(), Set.of());
  }

  /** A row that has no column. */
  static ColumnStates none(long floor) {
    return new ColumnStates(null, floor, true, Map.of());
  }

  /** Whether every column that the row has is known. */
  public boolean isComplete() {
    return found != null;
  }

  /** All columns that are known; they must be {@linkplain #isComplete complete}. */
  Map<ColumnName, ColumnState> columns() {
    Map<ColumnName, ColumnState> columns = new HashMap<>(found);
    for (ColumnChange change : since) {
      ColumnState state = change.state();
      if (state == null) {
        columns.remove(change.column());
      } else {
        columns.put(change.column(), state);
      }
    }
    return columns;
  }

  /** The same row after some of its columns have changed. */
  ColumnStates after(Sequence newDeleted, long newFloor, List<ColumnChange> changes) {
    List<ColumnChange> all = changes;
    if (!since.isEmpty()) {
      all = new ArrayList<>(since);
      all.addAll(changes);
    }
    return new ColumnStates(newDeleted, newFloor, true, found, all, tried);
  }

  /** The row after an event that replaced it: it has these columns and no other. */
  static ColumnStates replaced(Sequence deleted, long floor, List<ColumnChange> columns) {
    return new ColumnStates(deleted, floor, true, Map.of(), columns, Set.of());
  }

  /**
   * The same row with its columns.
   *
   * @param read what the region holds, without what was judged since
   */
  public ColumnStates completedBy(ColumnStates read) {
    boolean higher =
        read.deleted != null && (deleted == null || read.deleted.compareTo(deleted) > 0);
    return new ColumnStates(
        higher ? read.deleted : deleted,
        Math.max(floor, read.floor),
        recorded && read.recorded,
        read.found,
        since,
        tried);
  }

  /** The same row with a floor at least as high as a time. */
  ColumnStates raisedTo(long time) {
    return time <= floor ? this : new ColumnStates(deleted, time, recorded, found, since, tried);
  }

  /** The same row, of which failed writes may yet bring these columns back. */
  ColumnStates trying(Set<ColumnName> columns) {
    return new ColumnStates(deleted, floor, recorded, found, since, columns);
  }

  /** What a cache keeps of it: no columns, which would take too much memory. */
  ColumnStates withoutColumns() {
    return found == null && since.isEmpty() && tried.isEmpty()
        ? this
        : new ColumnStates(deleted, floor, recorded, null);
  }
}
