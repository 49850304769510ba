package org.sediment.cli.kafka;

import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Which offsets of one partition are done, in whatever order they end: everything below {@link
 * #safe} has its outcome. Keeps the offsets that are open, so a record that waits long costs no
 * more than its own place. Thread-safe.
 */
final class DoneOffsets {
  private static final long UNKNOWN = -1;

  private final NavigableSet<Long> open = new TreeSet<>();
  private long next = UNKNOWN;

  /** A record was taken from the broker; offsets come in rising order. */
  synchronized void taken(long offset) {
    open.add(offset);
    next = offset + 1;
  }

  /**
   * The next record will not be below this offset. Offsets need not be dense: markers of
   * transactions, aborted records and records that compaction removed leave gaps.
   */
  synchronized void takenUpTo(long offset) {
    next = Math.max(next, offset);
  }

  /** A record has its outcome. */
  synchronized void done(long offset) {
    open.remove(offset);
  }

  /** The offset that may be committed; empty while the partition's position is not known. */
  synchronized OptionalLong safe() {
    if (next == UNKNOWN) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(open.isEmpty() ? next : open.first());
  }
}
