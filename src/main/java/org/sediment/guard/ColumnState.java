package org.sediment.guard;

import org.sediment.model.Sequence;

/**
 * What {@code cell} mode knows of one column. Immutable.
 *
 * @param sequence of its last accepted writer; null if that wrote before there were sequences
 * @param time of its newest cell or marker in milliseconds
 * @param removed whether that writer set it to null
 * @param stored whether the sequence family says so already; what it does not is found in the
 *     column itself, and is to be stored with the row's next event
 */
public record ColumnState(Sequence sequence, long time, boolean removed, boolean stored) {
  /** Whether an event is newer than the column's last writer. */
  boolean isOlderThan(Sequence other) {
    return sequence == null || other.compareTo(sequence) > 0;
  }

  boolean isLive() {
    return !removed;
  }
}
