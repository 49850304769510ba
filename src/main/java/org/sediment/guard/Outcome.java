package org.sediment.guard;

/** What the guard decided of an event. */
public enum Outcome {
  /** Newer than the row: stored. */
  APPLIED,
  /** Older than the row: its guarded part is dropped, the client sees success. */
  STALE,
  /** The event the row already holds: as {@link #STALE}. */
  DUPLICATE,
  /** Its commit time is further ahead of the server's clock than allowed: refused. */
  TOO_FAR_AHEAD,
  /** The family's TTL would hide what it sets at once: refused. */
  EXPIRED,
  /** The row holds a cell at so high a time that nothing can be stored above it: refused. */
  NO_TIME_LEFT;

  /** Whether the event is refused with an error. */
  public boolean isRefusal() {
    return this == TOO_FAR_AHEAD || this == EXPIRED || this == NO_TIME_LEFT;
  }
}
