package org.sediment.client;

import com.google.protobuf.ByteString;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.sediment.protocol.SedimentProtos;

/**
 * Events of one row that have no outcome yet and are not under way, in their order. While some are
 * under way no others of the row are sent, so that none overtakes. Guarded by the applier's lock.
 */
final class RowQueue {
  /** An event that waits for its outcome. */
  record Pending(
      SedimentProtos.ChangeEvent event, long bytes, CompletableFuture<EventOutcome> outcome) {}

  private final ByteString key;
  private final byte[] row;
  private final Deque<Pending> waiting = new ArrayDeque<>(2);
  private boolean busy;
  private int putOffs;

  RowQueue(ByteString key) {
    this.key = key;
    this.row = key.toByteArray();
  }

  /** The row as the applier's map has it. */
  ByteString key() {
    return key;
  }

  byte[] row() {
    return row;
  }

  Deque<Pending> waiting() {
    return waiting;
  }

  /** Whether the row is being looked for, stands in a lane, or has events under way. */
  boolean isBusy() {
    return busy;
  }

  void busy(boolean now) {
    busy = now;
  }

  /** Takes back events that got no outcome, before all others. */
  void putBack(List<Pending> events) {
    for (int i = events.size() - 1; i >= 0; i--) {
      waiting.addFirst(events.get(i));
    }
    putOffs++;
  }

  /** One of its events got an outcome. */
  void progressed() {
    putOffs = 0;
  }

  /** How often in a row its events came back without an outcome. */
  int putOffs() {
    return putOffs;
  }
}
