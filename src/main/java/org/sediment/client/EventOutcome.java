package org.sediment.client;

/**
 * What became of an event that an {@link EventApplier} sent. Immutable.
 *
 * <p>If an answer was lost on the way, HBase's client sends the events again: then {@code STALE} or
 * {@code DUPLICATE} may be said of an event that the lost answer said was applied.
 *
 * @param kind what the guard decided
 * @param message why the event was refused, with row, column, value and remedy; else empty
 * @param deltasStored deltas stored as they came
 * @param deltasReplayed deltas, retractions and row deletes known before: nothing stored
 * @param deltasLate changes that came after their time was folded: listed, not in the total
 * @param deltasMasked deltas dropped because a delete that came earlier covers them
 */
public record EventOutcome(
    Kind kind,
    String message,
    int deltasStored,
    int deltasReplayed,
    int deltasLate,
    int deltasMasked) {
  /** Decisions about the guarded part of an event. */
  public enum Kind {
    /** Newer than the row: stored. Also of an event that has no guarded part. */
    APPLIED,
    /** Older than the row: of it, only the deltas and plain cells are stored. */
    STALE,
    /** The very event the row holds: as {@link #STALE}. */
    DUPLICATE,
    /** Nothing of it is stored, and never will be as it is; others are unharmed. */
    REJECTED
  }

  /** Whether the event is refused, so that it belongs among the dead letters. */
  public boolean isRejected() {
    return kind == Kind.REJECTED;
  }
}
