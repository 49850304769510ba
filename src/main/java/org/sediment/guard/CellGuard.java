package org.sediment.guard;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sediment.model.ColumnName;
import org.sediment.model.RemovalName;
import org.sediment.model.Sequence;

/**
 * Newer sequence wins, column by column: the one place that decides it in {@code cell} mode.
 *
 * <p>An event that is newer than its row goes above everything the row ever held, as in row mode.
 * One that comes late goes, column by column, above the column's own last time and above every
 * family marker, and only where it is newer than the column's last writer. So the accepted writes
 * of a column rise in sequence and in time, every family marker lies at or below the floor and
 * every later write above it: plain reads show, per column, the highest sequence above the highest
 * delete, whatever the order of arrival.
 *
 * <p>A row is there as long as a column of it has a value: that, unlike "until its delete", does
 * not depend on the order of arrival either. Stateless.
 */
public final class CellGuard {
  private static final long NONE = RowState.NONE;

  private CellGuard() {}

  /**
   * Whether the event can be judged only by a state whose columns are complete. Never so for one
   * that sets columns of a row whose highest sequence is lower.
   */
  public static boolean needsColumns(RowState state, CellEvent event, boolean sameCall) {
    if (state.columns().isComplete()) {
      return false;
    }
    RowEvent row = event.row();
    if (!isNewer(state, row)) {
      return !isCovered(state, row, sameCall);
    }
    if (!state.live()) {
      return false;
    }
    boolean sameImage = row.image() != null && Arrays.equals(state.image(), row.image());
    return row.rowDelete() || !row.sets() || (row.image() != null && !sameImage);
  }

  /**
   * Judges one event.
   *
   * @param state what is known of the row, under its lock; with its columns if {@link
   *     #needsColumns} says so
   * @param event the event, its form already checked
   * @param now the server's clock in milliseconds
   * @param sameCall whether the row's last accepted event came in the same call of the client: one
   *     of the sequence that deleted the row is then a further part of that event, not a replay
   */
  public static Verdict judge(
      RowState state, CellEvent event, GuardLimits limits, long now, boolean sameCall) {
    RowEvent row = event.row();
    if (isNewer(state, row)) {
      Outcome refusal = RowGuard.refusal(state, row, row.sets(), limits, now);
      return refusal != null ? Verdict.dropped(refusal, state) : newer(state, event);
    }
    if (isCovered(state, row, sameCall)) {
      if (row.sequence().equals(deleted(state))) {
        return Verdict.dropped(Outcome.DUPLICATE, state);
      }
      Verdict stale = RowGuard.stale(state, row);
      return stale.with(ColumnChanges.NONE, stale.next().with(state.columns()));
    }
    return LatePart.judge(state, event, limits, now, sameCall);
  }

  private static boolean isNewer(RowState state, RowEvent row) {
    return state.highest() == null || row.sequence().compareTo(state.highest()) > 0;
  }

  /** Whether the whole row was deleted or replaced by an event at least as new. */
  private static boolean isCovered(RowState state, RowEvent row, boolean sameCall) {
    Sequence deleted = deleted(state);
    int order = deleted == null ? 1 : row.sequence().compareTo(deleted);
    return order < 0 || (order == 0 && !sameCall);
  }

  /** Highest sequence that deleted or replaced the row: a stored image's is the row's highest. */
  static Sequence deleted(RowState state) {
    return state.image() != null ? state.highest() : state.columns().deleted();
  }

  /** What comes late is stored above it: an image's family marker, if any, lies one below it. */
  static long floor(RowState state) {
    long floor = state.columns().floor();
    return state.image() != null ? Math.max(floor, state.sequenceTime() - 1) : floor;
  }

  /**
   * What the sequence family does not remember by itself once the row's next event is stored: a
   * stored image is void then.
   */
  static List<RemovalName> unrecorded(RowState state) {
    boolean known = state.columns().recorded() && state.image() == null;
    boolean nothing = deleted(state) == null && floor(state) == NONE;
    return known || nothing
        ? List.of()
        : List.of(replacedAt(deleted(state), floor(state), RemovalName.NO_COMMIT));
  }

  /** Whether the row has a live sequence, or a failed write may yet bring one back. */
  static boolean mayBeThere(RowState state) {
    return state.live() || !state.columns().tried().isEmpty();
  }

  static RemovalName replacedAt(Sequence sequence, long floor, long commit) {
    return RowGuard.delete(sequence, Math.max(0, floor), commit);
  }

  private static Verdict newer(RowState state, CellEvent event) {
    RowEvent row = event.row();
    if (row.rowDelete() || (row.image() != null && row.sets())) {
      return replacement(state, event);
    }
    long time = Math.max(row.commit(), state.lastEffective() + 1);
    List<ColumnChange> changes = own(event, time);
    note(state, changes);
    ColumnStates columns = state.columns().after(deleted(state), floor(state), changes);
    boolean there =
        row.sets()
            || (columns.isComplete()
                && columns.columns().values().stream().anyMatch(ColumnState::isLive));
    List<RemovalName> remembered = new ArrayList<>(unrecorded(state));
    if (!there) {
      remembered.add(RowGuard.removal(row, time));
    }
    return new Verdict(
        Outcome.APPLIED,
        time,
        NONE,
        there,
        null,
        mayBeThere(state) && !there ? time : NONE,
        NONE,
        remembered,
        new ColumnChanges(changes, false),
        new RowState(
            row.sequence(),
            time,
            there,
            there ? time : NONE,
            null,
            state.deletedEffective(),
            state.deletedCommit(),
            columns));
  }

  /** A row delete or an image: times and markers are row mode's. */
  private static Verdict replacement(RowState state, CellEvent event) {
    Verdict verdict = RowGuard.newer(state, event.row());
    List<ColumnChange> changes = own(event, verdict.effective());
    List<ColumnChange> known = List.copyOf(changes);
    if (verdict.rowMarker() != NONE) {
      for (ColumnName column : others(state.columns(), known)) {
        changes.add(
            new ColumnChange(column, null, verdict.rowMarker(), ColumnChange.Kind.FORGOTTEN));
      }
    }
    long marker = event.row().sets() ? verdict.effective() - 1 : verdict.effective();
    long floor = Math.max(state.columns().floor(), marker);
    return verdict.with(
        new ColumnChanges(changes, false),
        verdict.next().with(ColumnStates.replaced(event.row().sequence(), floor, known)));
  }

  /** Columns other than the event's own that have an entry, or may yet get one back. */
  private static Set<ColumnName> others(ColumnStates columns, List<ColumnChange> own) {
    Set<ColumnName> others = new HashSet<>(columns.tried());
    if (columns.isComplete()) {
      columns
          .columns()
          .forEach(
              (column, entry) -> {
                if (entry.isLive() || !entry.stored()) {
                  others.add(column);
                }
              });
    }
    own.forEach(change -> others.remove(change.column()));
    return others;
  }

  /** The event's own columns, all at one time. */
  private static List<ColumnChange> own(CellEvent event, long time) {
    Sequence sequence = event.row().sequence();
    List<ColumnChange> changes = new ArrayList<>(event.sets().size() + event.nulls().size());
    for (ColumnName column : event.sets()) {
      changes.add(new ColumnChange(column, sequence, time, ColumnChange.Kind.SET));
    }
    for (ColumnName column : event.nulls()) {
      changes.add(new ColumnChange(column, sequence, time, ColumnChange.Kind.NULLED));
    }
    return changes;
  }

  /** Adds what was found in columns that the sequence family has no, or a wrong, entry of. */
  static void note(RowState state, List<ColumnChange> changes) {
    if (state.columns().recorded() || !state.columns().isComplete()) {
      return;
    }
    Map<ColumnName, ColumnState> unnoted = new HashMap<>(state.columns().columns());
    changes.forEach(change -> unnoted.remove(change.column()));
    unnoted.forEach(
        (column, entry) -> {
          if (!entry.stored()) {
            changes.add(
                new ColumnChange(
                    column,
                    entry.sequence(),
                    entry.time(),
                    entry.isLive() ? ColumnChange.Kind.NOTED : ColumnChange.Kind.FORGOTTEN));
          }
        });
  }
}
