package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/** The columns of a row before or after a change, as an event tells them. Immutable. */
final class RowSide {
  /** What an event says about a column. */
  enum State {
    /** Nothing. */
    ABSENT,
    /** That it is null. */
    NULL,
    /** That the source did not send its value. */
    UNAVAILABLE,
    /** Its value. */
    VALUE
  }

  private final Envelope event;
  private final JsonNode row;
  private final Placeholder placeholder;

  RowSide(Envelope event, JsonNode row, Placeholder placeholder) {
    this.event = event;
    this.row = row;
    this.placeholder = placeholder;
  }

  /** Whether the event has this side at all. */
  boolean isThere() {
    return row.isObject();
  }

  /** The names of its columns. */
  Iterable<String> names() {
    return Json.names(row);
  }

  State state(String column) {
    JsonNode node = row.path(column);
    if (node.isMissingNode()) {
      return State.ABSENT;
    }
    if (node.isNull()) {
      return State.NULL;
    }
    return placeholder.is(node) ? State.UNAVAILABLE : State.VALUE;
  }

  /** The bytes of a column that has a value. */
  byte[] encode(ColumnMapping column) throws Refusal {
    try {
      return column
          .type()
          .encode(row.get(column.source()), event.form(column.source(), column.from()));
    } catch (Refusal e) {
      throw e.in("column " + column.source());
    }
  }

  /** The bytes of a part of the row key. */
  byte[] encode(KeyPart part) throws Refusal {
    String column = part.column();
    if (state(column) != State.VALUE) {
      throw new Refusal(
          "column %s of the row key is %s".formatted(column, shown(column)),
          "a row key needs all its columns: use columns that are never null");
    }
    try {
      return part.encode(row.get(column), event.form(column, part.from()));
    } catch (Refusal e) {
      throw e.in("column " + column + " of the row key");
    }
  }

  /** The number of a delta column; 0 for null and for a column that is not there. */
  BigDecimal number(ColumnMapping column) throws Refusal {
    String name = column.source();
    switch (state(name)) {
      case ABSENT, NULL -> {
        return BigDecimal.ZERO;
      }
      case UNAVAILABLE ->
          throw new Refusal(
              "column %s is %s".formatted(name, shown(name)),
              "a delta needs its value: REPLICA IDENTITY FULL in PostgreSQL");
      default -> {
        try {
          SourceForm form = event.form(name, column.from());
          Object value = SourceValue.of(row.get(name), form);
          return column.type().number(value, row.get(name), form);
        } catch (Refusal e) {
          throw e.in("column " + name);
        }
      }
    }
  }

  private String shown(String column) {
    return switch (state(column)) {
      case ABSENT -> "not in the event";
      case UNAVAILABLE -> "not sent by the source";
      default -> Json.shown(row.get(column));
    };
  }
}
