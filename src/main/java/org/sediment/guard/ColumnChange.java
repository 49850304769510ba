package org.sediment.guard;

import org.sediment.model.ColumnName;
import org.sediment.model.Sequence;

/**
 * What becomes of one column. Immutable.
 *
 * @param column the column
 * @param sequence of its last accepted writer from now on; null if that wrote before there were
 *     sequences, or if nothing is known of the column from now on
 * @param time of its newest cell or marker in milliseconds; of the marker on what the sequence
 *     family said of it, if that is to be forgotten
 * @param kind what is to be written
 */
public record ColumnChange(ColumnName column, Sequence sequence, long time, Kind kind) {
  /** What is to be written of a column. */
  public enum Kind {
    /** The event's own value. */
    SET,
    /** The event's own null. */
    NULLED,
    /** A marker that the event does not name: it deletes the row, and came late. */
    DELETED,
    /** Nothing but its entry in the sequence family. */
    NOTED,
    /** A marker on its entry in the sequence family. */
    FORGOTTEN
  }

  /** The state it leads to; null if nothing is known of the column then. */
  ColumnState state() {
    return kind == Kind.FORGOTTEN
        ? null
        : new ColumnState(sequence, time, kind == Kind.NULLED || kind == Kind.DELETED, true);
  }
}
