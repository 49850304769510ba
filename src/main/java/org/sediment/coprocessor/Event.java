package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Mutation;
import org.sediment.guard.RowEvent;
import org.sediment.guard.RowState;
import org.sediment.guard.Verdict;
import org.sediment.model.Sequence;

/**
 * One change event of a batch: the mutations of one row with one sequence, judged together. Used by
 * one thread.
 */
final class Event {
  private final RowKey row;
  private final List<Part> parts = new ArrayList<>(1);
  private final boolean replicated;
  private Sequence sequence;
  private byte[] sequenceText;
  private long time = RowState.NONE;
  private long repairTime = RowState.NONE;
  private boolean guarded;
  private boolean deltas;
  private boolean rowDelete;
  private boolean sets;
  private boolean removes;
  private Boolean image;
  private long shortestTtl = Long.MAX_VALUE;
  private String refusal;
  private DeltaPart delta = DeltaPart.NONE;
  private Verdict verdict;
  private RowLock lock;
  private final EventAnswer answer;
  private boolean open;

  Event(RowKey row, Part first) {
    this.row = row;
    this.replicated = first.replicated();
    this.answer = Answered.of(first.mutation());
    add(first);
  }

  /** Parts of the event may follow in another call: HBase has not taken them with this batch. */
  void leaveOpen() {
    open = true;
  }

  boolean isOpen() {
    return open;
  }

  /** Adds a further mutation of the event. */
  void add(Part part) {
    parts.add(part);
    if (sequence == null) {
      sequence = part.sequence;
      sequenceText = part.sequenceText;
    }
    guarded |= part.guarded;
    deltas |= part.deltas;
    rowDelete |= part.rowDelete;
    sets |= part.sets;
    removes |= part.removes;
    repairTime = Math.max(repairTime, part.repairTime);
    shortestTtl = Math.min(shortestTtl, part.shortestTtl);
    if (part.image != null) {
      image = image == null ? part.image : image || part.image;
    }
    if (part.refusal != null) {
      refuse(part.refusal);
    }
    if (part.time != RowState.NONE) {
      if (time == RowState.NONE) {
        time = part.time;
      } else if (time != part.time) {
        refuse(Refusals.twoTimes(row.row(), time, part.time));
      }
    }
  }

  RowKey row() {
    return row;
  }

  /** Slot for its outcome; null unless it came through {@code ApplyEvents}. */
  EventAnswer answer() {
    return answer;
  }

  List<Part> parts() {
    return parts;
  }

  List<Mutation> mutations() {
    if (parts.size() == 1) {
      return List.of(parts.get(0).mutation());
    }
    List<Mutation> out = new ArrayList<>(parts.size());
    for (Part part : parts) {
      out.add(part.mutation());
    }
    return out;
  }

  boolean replicated() {
    return replicated;
  }

  Sequence sequence() {
    return sequence;
  }

  byte[] sequenceText() {
    return sequenceText;
  }

  /** Whether the guard judges it. */
  boolean isGuarded() {
    return guarded;
  }

  boolean hasDeltas() {
    return deltas;
  }

  boolean isRowDelete() {
    return rowDelete;
  }

  boolean sets() {
    return sets;
  }

  boolean removes() {
    return removes || repairTime != RowState.NONE;
  }

  /** Whether its columns are the whole row, given the table's default. */
  boolean isImage(boolean byDefault) {
    return sets && (rowDelete || (image == null ? byDefault : image));
  }

  /** What the judgement needs of it. */
  RowEvent asRowEvent(byte[] imageHash) {
    boolean repairsOnly = time == RowState.NONE;
    return new RowEvent(
        sequence,
        repairsOnly ? repairTime : time,
        rowDelete,
        sets,
        repairsOnly,
        imageHash,
        shortestTtl);
  }

  String refusal() {
    return refusal;
  }

  /** Refuses it; the first reason stays. */
  void refuse(String reason) {
    if (refusal == null) {
      refusal = reason;
    }
  }

  DeltaPart delta() {
    return delta;
  }

  void delta(DeltaPart part) {
    delta = part;
    if (part.refusal() != null) {
      refuse(part.refusal());
    }
  }

  /** The guard's decision; null if it is not judged. */
  Verdict verdict() {
    return verdict;
  }

  void verdict(Verdict decided) {
    verdict = decided;
  }

  RowLock lock() {
    return lock;
  }

  void lock(RowLock held) {
    lock = held;
  }
}
