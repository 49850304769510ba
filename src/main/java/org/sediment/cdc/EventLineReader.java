package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sediment.model.ChangeEvent;
import org.sediment.model.ChangeEvent.Image;
import org.sediment.model.Sequence;

/**
 * Reads events written as JSON lines, our own form: one object a line, described in the guide
 * "Change events" and by {@code event-line.schema.json} beside this class.
 *
 * <p>Without a mapping a line says all itself: {@code family:qualifier} names, texts, and typed
 * values such as {@code {"int64": 5}}. With a mapping it may also name columns of the source. What
 * {@link EventLineWriter} writes is read as the same event, without a mapping.
 */
public final class EventLineReader implements MessageReader {
  private static final List<String> FIELDS =
      List.of("table", "key", "op", "seq", "ts", "image", "set", "null", "add", "event");

  private static final Set<String> KNOWN = Set.copyOf(FIELDS);

  private final Optional<Mapping> mapping;

  /** A reader of lines that say all themselves. */
  public EventLineReader() {
    mapping = Optional.empty();
  }

  /** A reader of lines that may name the source's columns. */
  public EventLineReader(Mapping mapping) {
    this.mapping = Optional.of(mapping);
  }

  @Override
  public Reading read(SourceMessage message) {
    if (message.value().isEmpty()) {
      return new Reading.Skipped(Reading.Kind.TOMBSTONE, "");
    }
    try {
      JsonNode line = Json.parse(message.value().get());
      if (line.isMissingNode()) {
        return new Reading.Skipped(Reading.Kind.BLANK, "");
      }
      return event(line);
    } catch (Refusal | IllegalArgumentException e) {
      return new Reading.Rejected(message.origin(), e.getMessage());
    }
  }

  private Reading event(JsonNode line) throws Refusal {
    checkFields(line);
    Optional<TableMapping> table = table(mapping, line);
    LineValues values = new LineValues(table);
    ChangeEvent.Builder event = ChangeEvent.of(values.key(line.path("key")));
    Optional<Sequence> sequence = sequence(line.path("seq"));
    sequence.ifPresent(event::sequence);
    Optional<Long> time = time(line.path("ts"), "ts");
    time.ifPresent(event::commitTime);
    operation(line, event);
    values.set(line.path("set"), event);
    values.setNull(line.path("null"), event);
    Optional<String> id =
        line.has("event")
            ? Optional.of(text(line.get("event"), "event"))
            : sequence.map(Sequence::canonical);
    new LineDeltas(values, id, time).add(line.path("add"), event);
    String name = table.map(TableMapping::table).orElseGet(() -> line.path("table").asText(""));
    return new Reading.Changes(name, List.of(event.build()));
  }

  private static void checkFields(JsonNode line) throws Refusal {
    if (!line.isObject()) {
      throw new Refusal(
          "a line is " + Json.shown(line), "write one object: {\"key\": ..., \"seq\": ...}");
    }
    for (String name : Json.names(line)) {
      if (!KNOWN.contains(name)) {
        throw new Refusal(
            "field '" + name + "' is unknown", "the fields are " + String.join(", ", FIELDS));
      }
    }
  }

  /** The mapping that a line is to be read by; empty without a mapping. */
  static Optional<TableMapping> table(Optional<Mapping> mapping, JsonNode line) throws Refusal {
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    if (!line.has("table")) {
      return mapping.get().only();
    }
    String name = text(line.get("table"), "table");
    Optional<TableMapping> table = mapping.get().table(List.of(name));
    if (table.isEmpty()) {
      throw new Refusal(
          "field table: '" + name + "' is not in the mapping", "add it under 'tables'");
    }
    return table;
  }

  private static Optional<Sequence> sequence(JsonNode node) throws Refusal {
    if (node.isMissingNode()) {
      return Optional.empty();
    }
    if (!node.isIntegralNumber() && !node.isTextual()) {
      throw new Refusal(
          "field seq: " + Json.shown(node) + " is no sequence",
          "write whole numbers joined by dots as a text: \"118.108.2\"");
    }
    try {
      return Optional.of(Sequence.parse(node.asText()));
    } catch (IllegalArgumentException e) {
      throw new Refusal("field seq: " + e.getMessage(), "for example \"seq\": \"118.108.2\"");
    }
  }

  /** A time in milliseconds; empty if the field is not there. */
  static Optional<Long> time(JsonNode node, String field) throws Refusal {
    if (node.isMissingNode()) {
      return Optional.empty();
    }
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw new Refusal(
          "field " + field + ": " + Json.shown(node) + " is no time",
          "write milliseconds since 1970 as a number");
    }
    return Optional.of(node.longValue());
  }

  /** A text. */
  static String text(JsonNode node, String field) throws Refusal {
    if (!node.isTextual()) {
      throw new Refusal("field " + field + ": " + Json.shown(node) + " is no text", "write a text");
    }
    return node.textValue();
  }

  private static void operation(JsonNode line, ChangeEvent.Builder event) throws Refusal {
    String op = line.path("op").asText("upsert");
    if (op.equals("delete") && (line.has("set") || line.has("null"))) {
      throw new Refusal(
          "field op: a delete has 'set' or 'null'",
          "write 'replace' if these columns are all that the row has from here on");
    }
    switch (op) {
      case "upsert" -> {}
      case "delete", "replace" -> event.deleteRow();
      default ->
          throw new Refusal(
              "field op: " + Json.shown(line.get("op")) + " is unknown",
              "write upsert, delete or replace");
    }
    String image = line.path("image").asText("");
    switch (image) {
      case "" -> {}
      case "full" -> event.image(Image.FULL);
      case "partial" -> event.image(Image.PARTIAL);
      default ->
          throw new Refusal(
              "field image: " + Json.shown(line.get("image")) + " is unknown",
              "write full or partial");
    }
  }
}
