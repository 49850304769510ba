package org.sediment.cdc;

import java.util.List;
import java.util.Optional;
import org.sediment.model.ChangeEvent;

/**
 * Reads Debezium messages: envelopes with and without their schema part, of PostgreSQL, MySQL,
 * MariaDB, Oracle, SQL Server and MongoDB, as Kafka records or as lines {@code {"key":...,
 * "value":...}}.
 *
 * <p>What follows from the message alone is decided here, so that any part of a stream may be
 * replayed: the row key, the sequence ({@link Position}), the commit time, and the event IDs of
 * deltas. The change of a primary key comes as three messages (a delete of the old key, a
 * tombstone, a create of the new one: Debezium documentation, PostgreSQL connector, "Primary key
 * updates"); each is an event of its own row, and their order does not matter.
 */
public final class DebeziumReader implements MessageReader {
  private final Mapping mapping;
  private final Placeholder placeholder;

  /** A reader by a mapping. */
  public DebeziumReader(Mapping mapping) {
    this.mapping = mapping;
    this.placeholder = new Placeholder(mapping.unavailable());
  }

  @Override
  public Reading read(SourceMessage message) {
    try {
      return read(Envelope.of(message));
    } catch (Refusal | IllegalArgumentException e) {
      return new Reading.Rejected(message.origin(), e.getMessage());
    }
  }

  private Reading read(Envelope event) throws Refusal {
    Optional<Reading.Kind> kind = event.kind();
    if (kind.isPresent()) {
      return new Reading.Skipped(kind.get(), Json.shown(event.key()));
    }
    List<String> names = event.tables();
    Optional<TableMapping> table = mapping.table(names);
    if (table.isEmpty()) {
      return otherTable(names.get(0));
    }
    try {
      return read(event, table.get());
    } catch (Refusal e) {
      throw e.in("table " + table.get().source() + ", key " + Json.shown(event.key()));
    }
  }

  private Reading otherTable(String name) throws Refusal {
    if (mapping.unmapped() == TableMapping.Choice.SKIP) {
      return new Reading.Skipped(Reading.Kind.OTHER_TABLE, name);
    }
    throw new Refusal(
        "table " + name + " is not in the mapping",
        "add it under 'tables', or write 'unmapped: skip'");
  }

  private Reading read(Envelope event, TableMapping table) throws Refusal {
    if (event.op().equals("t")) {
      return truncated(table);
    }
    Envelope relational =
        event.connector().equals("mongodb") ? MongoDocuments.asRows(event, table) : event;
    List<ChangeEvent> events = new RowChange(relational, table, mapping, placeholder).events();
    return events.isEmpty()
        ? new Reading.Skipped(Reading.Kind.UNCHANGED, Json.shown(event.key()))
        : new Reading.Changes(table.table(), events);
  }

  private static Reading truncated(TableMapping table) throws Refusal {
    if (table.truncate() == TableMapping.Choice.SKIP) {
      return new Reading.Skipped(Reading.Kind.TRUNCATE, table.source());
    }
    throw new Refusal(
        "the source truncated the table, which no event of a row can say",
        "delete the rows of '%s' yourself, then write 'truncate: skip' for it"
            .formatted(table.table()));
  }
}
