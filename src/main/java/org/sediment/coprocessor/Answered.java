package org.sediment.coprocessor;

import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/**
 * A mutation of an event that came through {@code ApplyEvents}. It leads the write path to the slot
 * for the event's outcome, by being of a class that no client can send: an attribute could be
 * forged.
 */
interface Answered {
  /** Where the event's outcome goes; the same for all mutations of one event. */
  EventAnswer answer();

  /** The slot of a mutation's event; null for a mutation that a client sent as such. */
  static EventAnswer of(Mutation mutation) {
    return mutation instanceof Answered answered ? answered.answer() : null;
  }

  /** What an event sets, and its deltas. */
  final class OfPut extends Put implements Answered {
    private final EventAnswer answer;

    OfPut(byte[] row, long time, EventAnswer answer) {
      super(row, time);
      this.answer = answer;
    }

    @Override
    public EventAnswer answer() {
      return answer;
    }
  }

  /** What an event removes. */
  final class OfDelete extends Delete implements Answered {
    private final EventAnswer answer;

    OfDelete(byte[] row, long time, EventAnswer answer) {
      super(row, time);
      this.answer = answer;
    }

    @Override
    public EventAnswer answer() {
      return answer;
    }
  }
}
