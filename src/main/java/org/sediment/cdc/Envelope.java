package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Debezium message, taken apart: with or without its schema part, as a Kafka record or as a line
 * {@code {"key":..., "value":...}}. Immutable.
 *
 * @param key the message key's fields; missing if there is none
 * @param value the payload: an envelope with {@code op}, or another kind's; null for a tombstone
 * @param fields schema parts of the row's columns by name; empty without a schema part
 * @param blank whether the message is an empty line
 */
record Envelope(JsonNode key, JsonNode value, Map<String, JsonNode> fields, boolean blank) {
  private static final JsonNode NONE = MissingNode.getInstance();

  /** Takes a message apart. */
  static Envelope of(SourceMessage message) throws Refusal {
    JsonNode key = message.key().isPresent() ? Json.parse(message.key().get()) : NONE;
    JsonNode value = message.value().isPresent() ? Json.parse(message.value().get()) : NONE;
    boolean blank = message.value().isPresent() && value.isMissingNode();
    if (value.isObject() && value.has("value") && !value.has("op")) {
      key = value.path("key");
      value = value.path("value");
    }
    Map<String, JsonNode> fields = new HashMap<>();
    if (hasSchema(value)) {
      collect(value.path("schema"), fields);
    }
    return new Envelope(payload(key), payload(value), fields, blank);
  }

  private static boolean hasSchema(JsonNode node) {
    return Json.hasExactly(node, "schema", "payload");
  }

  private static JsonNode payload(JsonNode node) {
    return hasSchema(node) ? node.get("payload") : node;
  }

  private static void collect(JsonNode schema, Map<String, JsonNode> into) {
    for (JsonNode part : schema.path("fields")) {
      String name = part.path("field").asText();
      if (name.equals("after") || name.equals("before")) {
        part.path("fields").forEach(field -> into.put(field.path("field").asText(), field));
      }
    }
  }

  /**
   * The kind of a message that has no row's change; empty for an envelope of one, or of a
   * truncation.
   *
   * @throws Refusal if it is none of Debezium's
   */
  Optional<Reading.Kind> kind() throws Refusal {
    if (blank) {
      return Optional.of(Reading.Kind.BLANK);
    }
    if (value.isMissingNode() || value.isNull()) {
      return Optional.of(Reading.Kind.TOMBSTONE);
    }
    if (value.has("op")) {
      return op().equals("m") ? Optional.of(Reading.Kind.LOGICAL_MESSAGE) : Optional.empty();
    }
    if (value.has("ddl") || value.has("tableChanges")) {
      return Optional.of(Reading.Kind.SCHEMA_CHANGE);
    }
    if (value.has("status") && value.has("id") && value.has("event_count")) {
      return Optional.of(Reading.Kind.TRANSACTION);
    }
    if (value.has("ts_ms") && !value.has("source") && value.size() <= 3) {
      return Optional.of(Reading.Kind.HEARTBEAT);
    }
    throw new Refusal(
        "no Debezium message: " + Json.shown(value),
        "send the whole envelope with op, source, before and after: without the transformation"
            + " ExtractNewRecordState, and without cutting fields");
  }

  /** The operation: {@code c r u d t m}. */
  String op() {
    return value.path("op").asText();
  }

  /** Where the change comes from. */
  JsonNode source() {
    return value.path("source");
  }

  /** Name of the connector, {@code postgresql} for example; empty if the source names none. */
  String connector() {
    return source().path("connector").asText();
  }

  /** The row after the change; null or missing if there is none. */
  JsonNode after() {
    return value.path("after");
  }

  /** The row before the change, or what the source sends of it. */
  JsonNode before() {
    return value.path("before");
  }

  /** The names of the table under which a mapping may have it, the longest first. */
  List<String> tables() {
    JsonNode source = source();
    List<String> names = new ArrayList<>();
    String table = source.path(source.has("collection") ? "collection" : "table").asText("");
    String database = source.path("db").asText("");
    String schema = source.path("schema").asText("");
    if (!schema.isEmpty()) {
      names.add(database + "." + schema + "." + table);
      names.add(schema + "." + table);
    }
    names.add(database + "." + table);
    names.add(table);
    return names;
  }

  /** What the JSON value of a column stands for. */
  SourceForm form(String column, SourceForm mapped) throws Refusal {
    JsonNode field = fields.get(column);
    return field == null ? mapped : SourceForm.of(field, mapped);
  }

  /** The same message with other rows in it. */
  Envelope with(JsonNode newKey, JsonNode newValue) {
    return new Envelope(newKey, newValue, Map.of(), blank);
  }
}
