package org.sediment.testing.history;

import java.util.List;

/** One step of a history. */
public sealed interface Step {
  /** The good events that this step delivers. */
  default List<Event> events() {
    return List.of();
  }

  /** The same step with fewer events; only for steps that deliver some. */
  default Step with(List<Event> events) {
    throw new IllegalStateException("no events: " + this);
  }

  /** How a client sends events. */
  enum How {
    /** Each event in a call of its own. */
    SINGLE,
    /** All events in one list. */
    LIST,
    /** Each event as one atomic change of its row. */
    ATOMIC,
    /** Each event as a conditional change whose condition holds. */
    CHECK,
    /** All events in one {@code ApplyEvents} call, which gives the outcome of each. */
    APPLY
  }

  /** What is done to the storage. */
  enum Op {
    /** Flush of all families. */
    FLUSH,
    /** Minor compaction of a random subset of one family's files. */
    COMPACT,
    /** Major compaction of one family. */
    MAJOR,
    /** Close and open. */
    REOPEN,
    /** Lost without a close, opened from files and log. */
    CRASH,
    /** A scanner is opened and left open, or closed: old files and read points stay in use. */
    PIN,
    /** Split in two. */
    SPLIT,
    /** Two regions merged. */
    MERGE
  }

  /** What is wrong with a mutation that must be refused. */
  enum Fault {
    NO_SEQUENCE,
    BROKEN_SEQUENCE,
    MICROSECONDS,
    BOOKKEEPING_COLUMN,
    FAMILY_DELETE,
    DELTA_WITHOUT_EVENT_ID,
    DELTA_OF_THREE_BYTES,
    BASE_BY_CLIENT
  }

  /** Events are delivered. */
  record Deliver(How how, List<Event> events) implements Step {
    @Override
    public Step with(List<Event> fewer) {
      return new Deliver(how, fewer);
    }
  }

  /** A faulty mutation among good events of one list. */
  record Refuse(Fault fault, String row, long time, int place, List<Event> events) implements Step {
    @Override
    public Step with(List<Event> fewer) {
      return new Refuse(fault, row, time, place, fewer);
    }
  }

  /** Something is done to the storage; {@code dice} decides what is left to chance. */
  record Storage(Op op, String family, long dice) implements Step {}

  /** The table's guard judges column by column from now on, or row by row. */
  record Switch(boolean byCell) implements Step {}

  /** The server's clock moves. */
  record Tick(long millis) implements Step {}
}
