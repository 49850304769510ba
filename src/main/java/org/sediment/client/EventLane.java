package org.sediment.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.sediment.client.RowQueue.Pending;

/**
 * Rows of one region, or of none, that have events to send, and the number of calls under way
 * there. Guarded by the applier's lock.
 */
final class EventLane {
  private final RegionInfo region;
  private final Deque<RowQueue> ready = new ArrayDeque<>();
  private int calls;

  EventLane(RegionInfo region) {
    this.region = region;
  }

  /** Events of one call; those of a row next to each other. */
  record Batch(EventLane lane, List<RowQueue> rows, List<List<Pending>> events) {
    byte[] firstRow() {
      return rows.get(0).row();
    }
  }

  /** The region; null if the rows are nowhere. */
  RegionInfo region() {
    return region;
  }

  Deque<RowQueue> ready() {
    return ready;
  }

  int calls() {
    return calls;
  }

  void callEnded() {
    calls--;
  }

  boolean isIdle() {
    return calls == 0 && ready.isEmpty();
  }

  /** Takes the events of one call: at least one, at most so many and of so many bytes. */
  Batch take(int maxEvents, long maxBytes) {
    Batch batch = new Batch(this, new ArrayList<>(), new ArrayList<>());
    int events = 0;
    long bytes = 0;
    while (!ready.isEmpty() && events < maxEvents && bytes < maxBytes) {
      RowQueue row = ready.poll();
      List<Pending> taken = new ArrayList<>(row.waiting().size());
      while (!row.waiting().isEmpty() && events < maxEvents && bytes < maxBytes) {
        Pending next = row.waiting().poll();
        taken.add(next);
        events++;
        bytes += next.bytes();
      }
      batch.rows().add(row);
      batch.events().add(taken);
    }
    calls++;
    return batch;
  }
}
