package org.sediment.coprocessor;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lower bounds of the times of delta cells and markers that were written between two flushes. The
 * common minimum is lowered without a lock; everything else is guarded by the owner's lock.
 */
final class MemoryPart {
  /** "No time yet". */
  static final long NONE = Long.MAX_VALUE;

  private final AtomicLong common = new AtomicLong(NONE);
  private final Map<ByteBuffer, Long> holds = new HashMap<>();
  private final int maxHolds;
  private long overflow = NONE;

  /** Number given when the part was closed; rises. */
  long number;

  /** The flush whose file holds everything in this part; null while there is none. */
  MemoryParts.Ticket flush;

  /** Path of that file. */
  String file;

  /** Whether that file was seen among the store's files: nothing of this part is in memory only. */
  boolean listed;

  MemoryPart(int maxHolds) {
    this.maxHolds = maxHolds;
  }

  /** Lowers the common minimum. Needs no lock. */
  void register(long time) {
    long seen = common.get();
    while (time < seen && !common.compareAndSet(seen, time)) {
      seen = common.get();
    }
  }

  /** Lowers the hold of a row, or the overflow minimum if there is no room for another row. */
  void hold(byte[] row, long time) {
    ByteBuffer key = ByteBuffer.wrap(row);
    Long before = holds.get(key);
    if (before != null) {
      if (time < before) {
        holds.put(key, time);
      }
    } else if (holds.size() < maxHolds) {
      holds.put(ByteBuffer.wrap(row.clone()), time);
    } else {
      overflow = Math.min(overflow, time);
    }
  }

  /** Lowest time of what binds every row through the common minimum, {@link #NONE} if nothing. */
  long common() {
    return common.get();
  }

  /** Lowest time held for a row, overflow included, {@link #NONE} if none. */
  long held(ByteBuffer row) {
    return Math.min(overflow, holds.getOrDefault(row, NONE));
  }

  /** Lowest time of all, {@link #NONE} if the part is empty. */
  long lowest() {
    long lowest = Math.min(common.get(), overflow);
    for (long time : holds.values()) {
      lowest = Math.min(lowest, time);
    }
    return lowest;
  }
}
