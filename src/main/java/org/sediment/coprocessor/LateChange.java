package org.sediment.coprocessor;

import org.sediment.model.Late;
import org.sediment.model.Printable;

/**
 * A delta, retraction or row delete of an event that is not in time, to be judged under the row's
 * own lock.
 *
 * @param family where it is written
 * @param kind what it is
 * @param counter the counter's name, empty for a row delete
 * @param eventId the event ID, empty for a row delete
 * @param time its time as stored in milliseconds: of a row delete one less than its commit time
 * @param value the delta's value, empty for the other kinds
 * @param edits of the mutation that brings it
 * @param index of its cell in that mutation's list
 */
record LateChange(
    DeltaFamily family,
    Late.Kind kind,
    byte[] counter,
    byte[] eventId,
    long time,
    byte[] value,
    CellEdits edits,
    int index) {

  /** The reason for which {@code sediment.late=reject} refuses it. */
  String refusal(byte[] row) {
    String what =
        switch (kind) {
          case DELTA -> "delta " + name() + " of value " + Printable.of(value);
          case RETRACTION -> "retraction of delta " + name();
          case ROW_DELETE -> "row delete";
        };
    return "row '"
        + Printable.of(row)
        + "', family "
        + Printable.of(family.name())
        + ": "
        + what
        + " with stored time "
        + time
        + " came after that time was folded; write a compensating delta with a present time, or set"
        + " sediment.late=quarantine on the family to have it listed";
  }

  private String name() {
    return Printable.of(counter) + ":" + Printable.of(eventId);
  }
}
