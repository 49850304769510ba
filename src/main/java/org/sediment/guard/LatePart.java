package org.sediment.guard;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sediment.model.ColumnName;
import org.sediment.model.RemovalName;
import org.sediment.model.Sequence;

/**
 * What is left of an event that comes after a newer one of its row, in {@code cell} mode: those of
 * its columns that nothing newer wrote. A further part of the row's newest event is treated alike.
 * Used for one event.
 */
final class LatePart {
  private static final long NONE = RowState.NONE;

  private final RowState state;
  private final CellEvent event;
  private final boolean sameCall;
  private final Sequence sequence;
  private final Map<ColumnName, ColumnState> columns;
  private final List<ColumnChange> changes = new ArrayList<>();
  private boolean sets;
  private boolean onlyReplays = true;
  private long last;

  private LatePart(RowState state, CellEvent event, boolean sameCall) {
    this.state = state;
    this.event = event;
    this.sameCall = sameCall;
    this.sequence = event.row().sequence();
    this.columns = state.columns().columns();
    this.last = state.lastEffective();
  }

  static Verdict judge(
      RowState state, CellEvent event, GuardLimits limits, long now, boolean sameCall) {
    LatePart part = new LatePart(state, event, sameCall);
    part.decide();
    RowEvent row = event.row();
    Sequence deleted = CellGuard.deleted(state);
    boolean replaces = row.rowDelete() || (row.image() != null && row.sets());
    boolean higher = replaces && (deleted == null || row.sequence().compareTo(deleted) > 0);
    if (part.changes.isEmpty() && !higher) {
      return Verdict.dropped(part.onlyReplays ? Outcome.DUPLICATE : Outcome.STALE, state);
    }
    Outcome refusal = RowGuard.refusal(state, row, part.sets, limits, now);
    return refusal != null ? Verdict.dropped(refusal, state) : part.verdict(higher, deleted);
  }

  private void decide() {
    RowEvent row = event.row();
    for (ColumnName column : event.sets()) {
      sets |= decide(column, ColumnChange.Kind.SET);
    }
    for (ColumnName column : event.nulls()) {
      decide(column, ColumnChange.Kind.NULLED);
    }
    if (row.rowDelete() || (row.image() != null && row.sets())) {
      deleteOthers();
    }
  }

  /** Decides on one column. Returns whether it is written. */
  private boolean decide(ColumnName column, ColumnChange.Kind kind) {
    ColumnState known = columns.get(column);
    if (known != null && !known.isOlderThan(sequence) && !isDeletedHere(known, kind)) {
      onlyReplays &= sequence.equals(known.sequence());
      return false;
    }
    long above = Math.max(CellGuard.floor(state), known == null ? NONE : known.time()) + 1;
    boolean isOwn = kind != ColumnChange.Kind.DELETED;
    long time = isOwn ? Math.max(event.row().commit(), above) : above;
    change(new ColumnChange(column, sequence, time, kind));
    return true;
  }

  /** Whether an earlier part of the event deleted the row, and this one says what it is now. */
  private boolean isDeletedHere(ColumnState known, ColumnChange.Kind kind) {
    return sameCall
        && kind == ColumnChange.Kind.SET
        && known.removed()
        && sequence.equals(known.sequence());
  }

  /** A family marker would hide columns that newer events wrote: each older one gets its own. */
  private void deleteOthers() {
    Set<ColumnName> own = new HashSet<>(event.sets());
    own.addAll(event.nulls());
    Set<ColumnName> tried = state.columns().tried();
    columns.forEach(
        (column, known) -> {
          boolean here = known.isLive() && !tried.contains(column);
          if (here && known.isOlderThan(sequence) && !own.contains(column)) {
            change(new ColumnChange(column, sequence, known.time() + 1, ColumnChange.Kind.DELETED));
          }
        });
    for (ColumnName column : tried) {
      if (!own.contains(column)) {
        decide(column, ColumnChange.Kind.DELETED);
      }
    }
  }

  private void change(ColumnChange change) {
    changes.add(change);
    last = Math.max(last, change.time());
  }

  private Verdict verdict(boolean higher, Sequence deletedBefore) {
    CellGuard.note(state, changes);
    RowEvent row = event.row();
    long floor = CellGuard.floor(state);
    Sequence deleted = higher ? sequence : deletedBefore;
    ColumnStates after = state.columns().after(deleted, floor, changes);
    boolean there = after.columns().values().stream().anyMatch(ColumnState::isLive);
    if (there && !state.live()) {
      // above the marker that took the sequence away
      last = Math.max(last, state.lastEffective() + 1);
    }
    boolean moves = last > state.lastEffective() || there != state.live();
    List<RemovalName> remembered = new ArrayList<>(CellGuard.unrecorded(state));
    long deletedEffective = state.deletedEffective();
    long deletedCommit = state.deletedCommit();
    if (higher && row.rowDelete()) {
      deletedEffective = Math.max(0, deletedEffective);
      deletedCommit = Math.max(row.commit(), deletedCommit);
      remembered.add(CellGuard.replacedAt(sequence, deletedEffective, row.commit()));
    } else if (higher) {
      remembered.add(CellGuard.replacedAt(sequence, floor, RemovalName.NO_COMMIT));
    }
    if (moves && !there) {
      remembered.add(
          new RemovalName(RemovalName.Kind.REMOVAL, state.highest(), last, row.commit()));
    }
    return new Verdict(
        Outcome.APPLIED,
        last,
        NONE,
        moves && there,
        null,
        CellGuard.mayBeThere(state) && !there ? last : NONE,
        state.image() != null ? last : NONE,
        remembered,
        new ColumnChanges(changes, true),
        new RowState(
            state.highest(),
            last,
            there,
            !there ? NONE : moves ? last : state.sequenceTime(),
            null,
            deletedEffective,
            deletedCommit,
            after));
  }
}
