package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The delta-family part of one event: what it brings, and after judging what becomes of it. Made by
 * {@link DeltaWriter#prepare}; used by one thread.
 */
final class DeltaPart {
  /** The part of an event that touches no delta family. Never changed. */
  static final DeltaPart NONE = new DeltaPart(new byte[0], false);

  private final byte[] row;
  private final boolean replicated;
  private List<CellEdits> edits = List.of();
  private List<LateChange> late = List.of();
  private Map<DeltaFamily, Long> rowDeletes = Map.of();
  private String refusal;
  private int stored;
  private int replayed;
  private int listed;
  private int masked;
  private int notUnderstood;

  DeltaPart(byte[] row, boolean replicated) {
    this.row = row;
    this.replicated = replicated;
  }

  /** Whether the event touches no delta family. */
  boolean isEmpty() {
    return this == NONE;
  }

  /** Whether the row's own lock must be held while it is judged: something is not in time. */
  boolean needsRow() {
    return !late.isEmpty();
  }

  /** Why the whole event is refused, with row, column, value and remedy; null if it is not. */
  String refusal() {
    return refusal;
  }

  /** Deltas stored as they came; once judged. */
  int stored() {
    return stored;
  }

  /** Deltas, retractions and row deletes that were here before; once judged. */
  int replayed() {
    return replayed;
  }

  /** Changes that became late entries, open or discarded; once judged. */
  int listed() {
    return listed;
  }

  /** Deltas dropped because a delete that came earlier covers them; once judged. */
  int masked() {
    return masked;
  }

  /** Replicated cells dropped because no client may write them. */
  int notUnderstood() {
    return notUnderstood;
  }

  byte[] row() {
    return row;
  }

  boolean replicated() {
    return replicated;
  }

  /** Changes that are not in time, in the order of the event. */
  List<LateChange> late() {
    return late;
  }

  void add(LateChange change) {
    if (late.isEmpty()) {
      late = new ArrayList<>();
    }
    late.add(change);
  }

  List<CellEdits> edits() {
    return edits;
  }

  void add(CellEdits more) {
    if (edits.isEmpty()) {
      edits = new ArrayList<>();
    }
    edits.add(more);
  }

  /** Highest stored time of the event's own row deletes in a family; -1 if it has none. */
  long rowDelete(DeltaFamily family) {
    return rowDeletes.getOrDefault(family, -1L);
  }

  void noteRowDelete(DeltaFamily family, long time) {
    if (rowDeletes.isEmpty()) {
      rowDeletes = new HashMap<>();
    }
    rowDeletes.merge(family, time, Math::max);
  }

  /** Refuses the event; the first reason stays. */
  void refuse(String reason) {
    if (refusal == null) {
      refusal = reason;
    }
  }

  void countStored() {
    stored++;
  }

  void countReplayed() {
    replayed++;
  }

  void countListed() {
    listed++;
  }

  void countMasked() {
    masked++;
  }

  void countNotUnderstood() {
    notUnderstood++;
  }
}
