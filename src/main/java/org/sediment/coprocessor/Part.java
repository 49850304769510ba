package org.sediment.coprocessor;

import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.sediment.guard.RowState;
import org.sediment.model.Sequence;

/** What one mutation brings to its event. Filled by {@link PartReader}, then only read. */
final class Part {
  private final int index;
  private final Mutation mutation;
  private final boolean replicated;

  /** Its sequence, from the cell or the attribute; null if it has none. */
  Sequence sequence;

  /** The sequence's text as the client sent it. */
  byte[] sequenceText;

  /** The one time of its guarded cells in milliseconds; NONE if it has none. */
  long time = RowState.NONE;

  /** Highest exact version it removes in a versioned family; NONE if it removes none. */
  long repairTime = RowState.NONE;

  /** Whether it has a cell or marker in a guarded family. */
  boolean guarded;

  /** Whether it has cells in a delta family. */
  boolean deltas;

  /** Whether it has cells in the sequence family, or in one of changes. */
  boolean bookkeeping;

  boolean rowDelete;
  boolean sets;
  boolean removes;

  /** The attribute {@code sediment.image}: TRUE full, FALSE partial, null if it has none. */
  Boolean image;

  /** Shortest TTL of the families in which it sets columns. */
  long shortestTtl = Long.MAX_VALUE;

  /** Why it is refused; null if it is not. */
  String refusal;

  Part(int index, Mutation mutation, boolean replicated) {
    this.index = index;
    this.mutation = mutation;
    this.replicated = replicated;
  }

  /** Its place in the batch. */
  int index() {
    return index;
  }

  Mutation mutation() {
    return mutation;
  }

  boolean isPut() {
    return mutation instanceof Put;
  }

  boolean replicated() {
    return replicated;
  }

  /** Refuses it; the first reason stays. */
  void refuse(String reason) {
    if (refusal == null) {
      refusal = reason;
    }
  }
}
