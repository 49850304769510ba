package org.sediment.guard;

import java.util.List;
import org.sediment.model.RemovalName;

/**
 * What becomes of an event, and what is to be written for it. Times are in milliseconds; {@link
 * RowState#NONE} stands for "write no such thing". Immutable.
 *
 * @param outcome the decision; for anything but APPLIED the event's guarded cells are dropped, and
 *     all but {@code remembered} and {@code next} is empty
 * @param effective time of the event's guarded cells, unless {@code columns} say that it is late:
 *     then the time of the row's newest cell or marker
 * @param rowMarker time of the family marker in every guarded family
 * @param sequencePut whether {@code m:seq} is put, at the effective time, with the highest sequence
 *     of {@code next}
 * @param imagePut value of {@code m:img}, put at the effective time; null for none
 * @param sequenceMask time of the column markers on {@code m:seq} and {@code m:img}
 * @param imageMask time of a column marker on {@code m:img} alone
 * @param remembered names of markers, stamped with the server's clock
 * @param columns what becomes of single columns
 * @param next what is known of the row once this is stored
 */
public record Verdict(
    Outcome outcome,
    long effective,
    long rowMarker,
    boolean sequencePut,
    byte[] imagePut,
    long sequenceMask,
    long imageMask,
    List<RemovalName> remembered,
    ColumnChanges columns,
    RowState next) {

  static Verdict dropped(Outcome outcome, RowState next) {
    return dropped(outcome, List.of(), next);
  }

  static Verdict dropped(Outcome outcome, List<RemovalName> remembered, RowState next) {
    return new Verdict(
        outcome,
        RowState.NONE,
        RowState.NONE,
        false,
        null,
        RowState.NONE,
        RowState.NONE,
        remembered,
        ColumnChanges.NONE,
        next);
  }

  /** The same decision, which also says what becomes of single columns. */
  Verdict with(ColumnChanges changes, RowState after) {
    return with(changes, remembered, after);
  }

  Verdict with(ColumnChanges changes, List<RemovalName> alsoRemembered, RowState after) {
    return new Verdict(
        outcome,
        effective,
        rowMarker,
        sequencePut,
        imagePut,
        sequenceMask,
        imageMask,
        alsoRemembered,
        changes,
        after);
  }

  /** Whether the event's guarded cells are stored. */
  public boolean isApplied() {
    return outcome == Outcome.APPLIED;
  }
}
