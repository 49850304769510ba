package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.sediment.model.ChangeEvent;
import org.sediment.model.ColumnName;
import org.sediment.model.DeltaChange;

/**
 * The deltas of an event line: {@code "add": {"d:qty": 3}}, all with the line's event ID and time;
 * or a list in which each brings its own: {@code [{"counter": "d:qty", "event": "e1", "ts": 5,
 * "value": 3}]}, with {@code "retract": true} instead of a value to take one back. Immutable.
 */
final class LineDeltas {
  private static final List<String> FIELDS = List.of("counter", "event", "ts", "value", "retract");

  private final LineValues values;
  private final Optional<String> eventId;
  private final Optional<Long> time;

  LineDeltas(LineValues values, Optional<String> eventId, Optional<Long> time) {
    this.values = values;
    this.eventId = eventId;
    this.time = time;
  }

  /** Puts the deltas into an event. */
  void add(JsonNode add, ChangeEvent.Builder into) throws Refusal {
    if (add.isObject()) {
      for (String name : Json.names(add)) {
        into.add(delta(name, eventId, time, Optional.of(add.get(name)), "add." + name));
      }
    } else if (add.isArray()) {
      for (int i = 0; i < add.size(); i++) {
        into.add(own(add.get(i), "add[" + i + "]"));
      }
    } else if (!add.isMissingNode()) {
      throw new Refusal("field add: " + Json.shown(add), "write an object: {\"d:qty\": 3}");
    }
  }

  private DeltaChange own(JsonNode item, String field) throws Refusal {
    for (String name : Json.names(item)) {
      if (!FIELDS.contains(name)) {
        throw new Refusal(
            "field " + field + "." + name + " is unknown",
            "the fields are " + String.join(", ", FIELDS));
      }
    }
    boolean retract = item.path("retract").asBoolean(false);
    if (retract == item.has("value")) {
      throw new Refusal(
          "field " + field + ": " + Json.shown(item), "write either a value, or \"retract\": true");
    }
    Optional<String> id =
        item.has("event")
            ? Optional.of(EventLineReader.text(item.get("event"), field + ".event"))
            : eventId;
    Optional<Long> own = EventLineReader.time(item.path("ts"), field + ".ts");
    return delta(
        EventLineReader.text(item.path("counter"), field + ".counter"),
        id,
        own.isPresent() ? own : time,
        retract ? Optional.empty() : Optional.of(item.get("value")),
        field);
  }

  private DeltaChange delta(
      String name, Optional<String> id, Optional<Long> at, Optional<JsonNode> value, String field)
      throws Refusal {
    Optional<ColumnMapping> column = values.column(name);
    if (column.isPresent() && !column.get().delta()) {
      throw new Refusal(
          "field " + field + ": no counter in the mapping", "write 'delta: int64' for the column");
    }
    if (id.isEmpty() || at.isEmpty()) {
      throw new Refusal(
          "field " + field + ": a delta with no " + (id.isEmpty() ? "event ID" : "time"),
          id.isEmpty() ? "write \"event\", or \"seq\"" : "write \"ts\", the event's own time");
    }
    ColumnName counter = column.isPresent() ? column.get().target() : values.name(name, field);
    byte[] bytes = value.isPresent() ? bytes(column, value.get(), field) : null;
    return new DeltaChange(
        counter.family(),
        counter.qualifier(),
        BinaryText.bytes(id.get()),
        at.get(),
        Optional.ofNullable(bytes));
  }

  private static byte[] bytes(Optional<ColumnMapping> column, JsonNode value, String field)
      throws Refusal {
    try {
      if (value.isObject()) {
        return LineValues.typed(value, "value");
      }
      if (column.isPresent() && !value.isNull()) {
        return column.get().type().encode(value, SourceForm.TEXT);
      }
      if (value.isIntegralNumber() && value.canConvertToLong()) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value.longValue()).array();
      }
      throw new Refusal(
          "value " + Json.shown(value) + " is no int64", "write {\"decimal\": \"1.50\"}");
    } catch (Refusal e) {
      throw e.in("field " + field);
    }
  }
}
