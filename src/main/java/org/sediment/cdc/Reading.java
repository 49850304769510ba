package org.sediment.cdc;

import java.util.List;
import org.sediment.model.ChangeEvent;

/** What a {@link MessageReader} made of a message: exactly one of three. */
public sealed interface Reading {
  /**
   * Events, of one table.
   *
   * @param table name of the HBase table; empty if neither message nor mapping names one
   * @param events one, or two of two rows where a change moved a row: the old row's first
   */
  record Changes(String table, List<ChangeEvent> events) implements Reading {
    /** Copies the list. */
    public Changes {
      events = List.copyOf(events);
    }
  }

  /**
   * A message of a kind that says nothing about rows, to be counted as such.
   *
   * @param kind which
   * @param detail what it was about, for logs
   */
  record Skipped(Kind kind, String detail) implements Reading {}

  /**
   * A message that must not be taken for done: it goes to the dead letters.
   *
   * @param origin where the message came from
   * @param reason what is wrong, where in the message, with the value, and the remedy
   */
  record Rejected(String origin, String reason) implements Reading {
    /** Origin and reason, as one line. */
    public String message() {
      return origin + ": " + reason;
    }
  }

  /** Kinds of messages that say nothing about rows. */
  enum Kind {
    /** The null after a delete, by which Kafka forgets a key. */
    TOMBSTONE,
    /** A sign of life. */
    HEARTBEAT,
    /** A change of the source's schema. */
    SCHEMA_CHANGE,
    /** Begin or end of a transaction. */
    TRANSACTION,
    /** A logical decoding message of PostgreSQL. */
    LOGICAL_MESSAGE,
    /** A truncation, if the mapping says that it be skipped. */
    TRUNCATE,
    /** A table that is not in the mapping, if the mapping says that those be skipped. */
    OTHER_TABLE,
    /** A change of nothing that the mapping takes. */
    UNCHANGED,
    /** An empty line. */
    BLANK
  }
}
