package org.sediment.guard;

import java.util.HashMap;
import java.util.Map;
import org.sediment.model.ColumnName;
import org.sediment.model.RemovalName;
import org.sediment.model.Sequence;

/**
 * Puts together what the sequence family says of a row's columns. Not thread-safe.
 *
 * <p>What it says is wrong or not enough once the row was written without {@code cell} mode: then
 * the newest sequence is none of those it knows, or the row has a live sequence and no column. Such
 * a row is {@linkplain #isForeign foreign}: what it held so far counts as replaced by its newest
 * event.
 */
public final class ColumnStatesBuilder {
  private static final long NONE = RowState.NONE;

  private final Map<ColumnName, ColumnState> values = new HashMap<>(4);
  private final Map<ColumnName, Long> masks = new HashMap<>(4);
  private final Map<ColumnName, ColumnState> nulls = new HashMap<>(4);
  private Sequence deleted;
  private long floor = NONE;
  private long last = NONE;

  /** A column's entry; of several the newest counts. */
  public void value(ColumnName column, Sequence sequence, long time) {
    ColumnState known = values.get(column);
    if (known == null || time > known.time()) {
      values.put(column, new ColumnState(sequence, time, false, true));
    }
    last = Math.max(last, time);
  }

  /** A marker on a column's entry. */
  public void mask(ColumnName column, long time) {
    masks.merge(column, time, Math::max);
    last = Math.max(last, time);
  }

  /**
   * A remembered null; of several the one with the highest time counts. An event has two if its
   * first write failed and came back after a crash.
   */
  public void removal(ColumnName column, Sequence sequence, long time) {
    ColumnState known = nulls.get(column);
    if (known == null || time > known.time()) {
      nulls.put(column, new ColumnState(sequence, time, true, true));
    }
    last = Math.max(last, time);
  }

  /** A remembered delete or replacement of the row. */
  public void delete(RemovalName name) {
    Sequence sequence = name.sequence();
    if (sequence != null && (deleted == null || sequence.compareTo(deleted) > 0)) {
      deleted = sequence;
    }
    floor = Math.max(floor, name.effective());
  }

  /** Highest time of any column's entry; {@link RowState#NONE} if there is none. */
  public long lastTime() {
    return last;
  }

  /** Whether a column has an entry that a plain read would show. */
  public boolean hasValues() {
    return values.keySet().stream().anyMatch(this::isShown);
  }

  private boolean isShown(ColumnName column) {
    return values.get(column).time() > masks.getOrDefault(column, NONE);
  }

  /**
   * Whether the row was written without {@code cell} mode since its columns were last noted.
   *
   * @param row what the sequence family says of the row
   */
  public boolean isForeign(RowState row) {
    if (row.highest() == null || (row.live() && !hasValues())) {
      return true;
    }
    if (row.highest().equals(deleted)) {
      return false;
    }
    for (Map.Entry<ColumnName, ColumnState> entry : known().entrySet()) {
      if (row.highest().equals(entry.getValue().sequence())) {
        return false;
      }
    }
    return true;
  }

  /** What is known of the columns of a row that is not foreign. */
  public ColumnStates build() {
    return new ColumnStates(deleted, floor, true, known());
  }

  /** What row mode has to remove; null if there is nothing. */
  public ColumnStates leftovers() {
    if (!hasValues()) {
      return null;
    }
    Map<ColumnName, ColumnState> shown = new HashMap<>(values);
    shown.keySet().removeIf(column -> !isShown(column));
    return new ColumnStates(deleted, floor, false, shown);
  }

  private Map<ColumnName, ColumnState> known() {
    Map<ColumnName, ColumnState> known = new HashMap<>(nulls);
    values.forEach(
        (column, value) -> {
          ColumnState removed = nulls.get(column);
          // a late event of several parts may have deleted the column and set it again
          if (isShown(column) && (removed == null || removed.time() < value.time())) {
            known.put(column, value);
          }
        });
    return known;
  }

  /**
   * What is known of the columns of a foreign row.
   *
   * @param row what the sequence family says of the row
   * @param highest highest time of any cell or marker in the guarded families
   * @param shown the columns that a plain read shows, with their times
   */
  public ColumnStates takeOver(RowState row, long highest, Map<ColumnName, Long> shown) {
    long top = Math.max(highest, row.lastEffective());
    if (top == NONE) {
      return build();
    }
    Map<ColumnName, ColumnState> columns = new HashMap<>();
    shown.forEach(
        (column, time) -> {
          // an entry must lie above what once took it away
          long above = Math.max(time, masks.getOrDefault(column, NONE) + 1);
          columns.put(column, new ColumnState(row.highest(), above, false, false));
        });
    for (ColumnName column : values.keySet()) {
      if (isShown(column) && !columns.containsKey(column)) {
        columns.put(column, new ColumnState(row.highest(), top, true, false));
      }
    }
    return new ColumnStates(row.highest(), Math.max(floor, top), false, columns);
  }
}
