package org.sediment.model;

/**
 * A change of a counter that came after its time was folded: listed, not counted, until someone
 * resolves it.
 *
 * @param kind what came late
 * @param state whether and how it was resolved
 * @param value the delta's value as written, empty for the other kinds
 * @param sequenceId HBase sequence ID of the cell that a fold moved here, 0 if it was late on
 *     arrival
 * @param arrival server's clock in milliseconds
 * @param acceptedAs time in milliseconds of the delta that stands for it once accepted, 0 before
 * @param resolved server's clock in milliseconds when it was accepted or discarded, 0 while open
 */
public record Late(
    Kind kind,
    State state,
    byte[] value,
    long sequenceId,
    long arrival,
    long acceptedAs,
    long resolved) {
  /** What came late. */
  public enum Kind {
    /** A change to a counter. */
    DELTA,
    /** The taking back of a delta. */
    RETRACTION,
    /** A delete of the whole row. */
    ROW_DELETE
  }

  /** Life of an entry. */
  public enum State {
    /** Listed. */
    OPEN,
    /** Counted, as a delta at another time. */
    ACCEPTED,
    /** Never to be counted. */
    DISCARDED
  }

  /** An entry of a change that has just come. */
  public static Late arrived(Kind kind, byte[] value, long now) {
    return new Late(kind, State.OPEN, value, 0, now, 0, 0);
  }

  /** An entry of a delta cell, or of a row delete's marker, that a fold found to be late. */
  public static Late moved(Kind kind, byte[] value, long sequenceId, long now) {
    return new Late(kind, State.OPEN, value, sequenceId, now, 0, 0);
  }

  /** This entry, discarded. */
  public Late discarded(long now) {
    return new Late(kind, State.DISCARDED, value, sequenceId, arrival, acceptedAs, now);
  }
}
