package org.sediment.guard;

import org.sediment.model.RemovalName;

/**
 * What becomes of an event, and what is to be written for it. Times are in milliseconds; {@link
 * RowState#NONE} stands for "write no such thing". Immutable.
 *
 * @param outcome the decision; for anything but APPLIED the event's guarded cells are dropped, and
 *     all but {@code remembered} and {@code next} is empty
 * @param effective time of the event's guarded cells
 * @param rowMarker time of the family marker in every guarded family
 * @param sequencePut whether {@code m:seq} is put, at the effective time
 * @param imagePut value of {@code m:img}, put at the effective time; null for none
 * @param sequenceMask time of the column markers on {@code m:seq} and {@code m:img}
 * @param imageMask time of a column marker on {@code m:img} alone
 * @param remembered name of a marker, stamped with the server's clock; null for none
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
    RemovalName remembered,
    RowState next) {

  static Verdict dropped(Outcome outcome, RemovalName remembered, RowState next) {
    return new Verdict(
        outcome,
        RowState.NONE,
        RowState.NONE,
        false,
        null,
        RowState.NONE,
        RowState.NONE,
        remembered,
        next);
  }

  /** Whether the event's guarded cells are stored. */
  public boolean isApplied() {
    return outcome == Outcome.APPLIED;
  }
}
