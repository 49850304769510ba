package org.sediment.coprocessor;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.BooleanSupplier;

/**
 * Which times of a delta family are not yet in listed files, as lower bounds, in parts between
 * flushes. In doubt a part stays: a fold then takes less. Thread-safe.
 *
 * <p>Why it is sound. A write registers under the region's updates lock and is in the memstore
 * before it lets that go; a flush takes its snapshot under the same lock, exclusively, after the
 * hook that closes the part. So all of a closed part is in the snapshot of the flush that closed
 * it, or in an earlier one. A part goes only when the file made of it is listed.
 *
 * <p>HBase calls the hook before it knows whether the flush will run. So two flushes may close
 * parts at once: each has a {@link Ticket} with the parts that were closed before its own snapshot,
 * and its file is given to those alone.
 */
final class MemoryParts {
  /** Parts that wait for a file at most; beyond that none is closed. */
  private static final int MAX_WAITING = 16;

  /** What was closed before the snapshot of one flush. */
  record Ticket(long upTo, Object identity) {}

  private final int maxHolds;
  private final List<MemoryPart> closed = new ArrayList<>();
  private final Map<Object, Ticket> tickets = new WeakHashMap<>();
  private final Map<String, Long> fileMinimums = new HashMap<>();
  private volatile MemoryPart active;
  private long lastNumber;

  /**
   * @param maxHolds rows with a hold of their own in a part
   */
  MemoryParts(int maxHolds) {
    this.maxHolds = maxHolds;
    this.active = new MemoryPart(maxHolds);
  }

  /** Registers the time of a write that is about to be stored. Takes no lock. */
  void register(long time) {
    active.register(time);
  }

  /** Registers such a time for one row alone. */
  synchronized void hold(byte[] row, long time) {
    active.hold(row, time);
  }

  /**
   * A flush is about to start: closes the active part.
   *
   * @param flusher the flushing thread
   * @param snapshotLeft whether the store has a snapshot that is not this flush's: then the flush
   *     may write that one only, and its file is given to no part
   */
  synchronized void close(Object flusher, BooleanSupplier snapshotLeft) {
    tickets.remove(flusher);
    if (snapshotLeft.getAsBoolean()) {
      return;
    }
    long waiting = closed.stream().filter(part -> part.flush == null).count();
    if (active.lowest() != MemoryPart.NONE && waiting < MAX_WAITING) {
      MemoryPart part = active;
      part.number = ++lastNumber;
      closed.add(part);
      active = new MemoryPart(maxHolds);
    }
    // Again: a snapshot taken before the part was closed may lack what was written in between.
    if (!snapshotLeft.getAsBoolean()) {
      tickets.put(flusher, new Ticket(lastNumber, new Object()));
    }
  }

  /** A flush has written a file, which is not listed yet. */
  synchronized void wrote(Object flusher, String file) {
    Ticket ticket = tickets.get(flusher);
    if (ticket == null) {
      return;
    }
    long lowest = active.lowest();
    for (MemoryPart part : closed) {
      if (!part.listed) {
        lowest = Math.min(lowest, part.lowest());
      }
      if (part.flush == null && part.number <= ticket.upTo()) {
        part.flush = ticket;
        part.file = file;
      }
    }
    if (lowest != MemoryPart.NONE) { // else it holds what was not registered, such as late entries
      fileMinimums.put(file, lowest);
    }
  }

  /**
   * A flush has ended well; its files are listed.
   *
   * @param memoryEmpty whether memstore and snapshot of the store were seen empty, in this order
   * @param listed paths of the store's files
   */
  synchronized void flushed(Object flusher, boolean memoryEmpty, Set<String> listed) {
    Ticket ticket = tickets.remove(flusher);
    if (ticket != null) {
      for (MemoryPart part : closed) {
        boolean written = part.flush != null && part.flush.equals(ticket);
        boolean nothing = part.flush == null && part.number <= ticket.upTo() && memoryEmpty;
        part.listed |= written || nothing;
      }
    }
    fileMinimums.keySet().retainAll(listed);
  }

  /** Drops the parts of which nothing is in memory only. Not while a fold is scanning. */
  synchronized void drop(Set<String> listed) {
    closed.removeIf(part -> part.listed || (part.file != null && listed.contains(part.file)));
  }

  /** Lowest time in memory that binds every row, {@link MemoryPart#NONE} if none. */
  synchronized long common() {
    long lowest = active.common();
    for (MemoryPart part : closed) {
      lowest = Math.min(lowest, part.common());
    }
    return lowest;
  }

  /** Lowest time held for a row, {@link MemoryPart#NONE} if none. */
  synchronized long held(byte[] row) {
    ByteBuffer key = ByteBuffer.wrap(row);
    long lowest = active.held(key);
    for (MemoryPart part : closed) {
      lowest = Math.min(lowest, part.held(key));
    }
    return lowest;
  }

  /** Lowest time in memory, those held for single rows included; empty if there is none. */
  synchronized OptionalLong lowest() {
    long lowest = active.lowest();
    for (MemoryPart part : closed) {
      lowest = Math.min(lowest, part.lowest());
    }
    return lowest == MemoryPart.NONE ? OptionalLong.empty() : OptionalLong.of(lowest);
  }

  /** Lower bound of the times in a file that this instance flushed; empty for any other file. */
  synchronized OptionalLong fileMinimum(String file) {
    Long lowest = fileMinimums.get(file);
    return lowest == null ? OptionalLong.empty() : OptionalLong.of(lowest);
  }
}
