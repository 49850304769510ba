package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.sediment.model.ChangeEvent;
import org.sediment.model.ColumnName;

/** Names and values of an event line, with or without a mapping. Immutable. */
final class LineValues {
  private final Optional<TableMapping> table;

  LineValues(Optional<TableMapping> table) {
    this.table = table;
  }

  /** The row key: a text, {@code {"bytes": base64}}, or the columns of the mapping's row key. */
  byte[] key(JsonNode node) throws Refusal {
    if (node.isTextual()) {
      return utf8(node, "key");
    }
    if (table.isPresent() && node.isObject() && hasKey(table.get(), node)) {
      return composed(table.get(), node);
    }
    if (Json.hasExactly(node, "bytes")) {
      return typed(node, "key");
    }
    throw new Refusal(
        "field key: " + (node.isMissingNode() ? "not there" : Json.shown(node)),
        table.isPresent()
            ? "write a text, {\"bytes\": <base64>}, or an object of all columns of the row key"
            : "write a text, or {\"bytes\": <base64>}; columns need a mapping file");
  }

  private static boolean hasKey(TableMapping mapping, JsonNode node) {
    return node.size() == mapping.key().size()
        && mapping.key().stream().allMatch(part -> node.has(part.column()));
  }

  private static byte[] composed(TableMapping mapping, JsonNode node) throws Refusal {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (KeyPart part : mapping.key()) {
      JsonNode value = node.get(part.column());
      if (value.isNull()) {
        throw new Refusal(
            "field key." + part.column() + ": null", "a row key needs all its columns");
      }
      ValueType type = part.as() == KeyPart.As.BYTES ? ValueType.BYTES : ValueType.TEXT;
      try {
        out.writeBytes(part.encode(value, form(type, part.from())));
      } catch (Refusal e) {
        throw e.in("field key." + part.column());
      }
    }
    return out.toByteArray();
  }

  /** The columns that get values. */
  void set(JsonNode values, ChangeEvent.Builder into) throws Refusal {
    if (values.isMissingNode()) {
      return;
    }
    if (!values.isObject()) {
      throw new Refusal(
          "field set: " + Json.shown(values), "write an object: {\"f:status\": \"paid\"}");
    }
    for (String name : Json.names(values)) {
      String field = "set." + name;
      JsonNode value = values.get(name);
      if (value.isNull()) {
        throw new Refusal("field " + field + ": null", "name the column in the list 'null'");
      }
      Optional<ColumnMapping> column = column(name);
      if (column.isPresent() && column.get().delta()) {
        throw new Refusal("field " + field + ": a counter", "add to it by 'add'");
      }
      into.set(
          column.isPresent() ? column.get().target() : name(name, field),
          column.isPresent() ? encode(column.get(), value, field) : own(value, field));
    }
  }

  /** The columns that get null. */
  void setNull(JsonNode names, ChangeEvent.Builder into) throws Refusal {
    if (names.isMissingNode()) {
      return;
    }
    if (!names.isArray()) {
      throw new Refusal("field null: " + Json.shown(names), "write a list: [\"f:status\"]");
    }
    for (JsonNode node : names) {
      String name = EventLineReader.text(node, "null");
      Optional<ColumnMapping> column = column(name);
      if (column.isPresent() && column.get().delta()) {
        throw new Refusal("field null: " + name + " is a counter", "add to it by 'add'");
      }
      into.setNull(column.isPresent() ? column.get().target() : name(name, "null"));
    }
  }

  /** The mapping's column of a name. */
  Optional<ColumnMapping> column(String name) {
    return table.flatMap(mapping -> mapping.column(name));
  }

  /** A name {@code family:qualifier}. */
  ColumnName name(String name, String field) throws Refusal {
    Optional<ColumnName> target = ColumnMapping.target(name);
    if (target.isEmpty()) {
      throw new Refusal(
          "field "
              + field
              + ": '"
              + name
              + "' names no family"
              + (table.isPresent() ? ", and no column of the mapping" : ""),
          "write family:qualifier");
    }
    return target.get();
  }

  private static byte[] encode(ColumnMapping column, JsonNode value, String field) throws Refusal {
    try {
      return column.type().encode(value, form(column.type(), column.from()));
    } catch (Refusal e) {
      throw e.in("field " + field);
    }
  }

  private static byte[] own(JsonNode value, String field) throws Refusal {
    return value.isTextual() ? utf8(value, field) : typed(value, field);
  }

  /** The bytes of {@code {"<type>": value}}. */
  static byte[] typed(JsonNode value, String field) throws Refusal {
    String name = value.isObject() && value.size() == 1 ? value.fieldNames().next() : "";
    Optional<ValueType> type = ValueType.of(name);
    if (type.isEmpty() || value.get(name).isNull()) {
      throw new Refusal(
          "field " + field + ": the type of " + Json.shown(value) + " is not known",
          "write a text, or the type and the value: {\"int64\": 5}; types are "
              + String.join(", ", ValueType.spellings()));
    }
    try {
      return type.get().encode(value.get(name), form(type.get(), SourceForm.UNKNOWN));
    } catch (Refusal e) {
      throw e.in("field " + field);
    }
  }

  /** What a value of our own form stands for: it is what its type says. */
  static SourceForm form(ValueType type, SourceForm from) {
    if (from.kind() != SourceForm.Kind.UNKNOWN) {
      return from;
    }
    return switch (type) {
      case BYTES -> new SourceForm(SourceForm.Kind.BASE64, 0);
      case DATE, TIMESTAMP, TIMESTAMP_MICROS, TIMESTAMP_NANOS ->
          new SourceForm(SourceForm.Kind.ISO, 0);
      default -> SourceForm.TEXT;
    };
  }

  private static byte[] utf8(JsonNode text, String field) throws Refusal {
    String value = text.textValue();
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    if (hasSurrogate(value) && !value.equals(new String(bytes, StandardCharsets.UTF_8))) {
      throw new Refusal(
          "field " + field + ": half a character (a lone surrogate)", "use {\"bytes\": <base64>}");
    }
    return bytes;
  }

  private static boolean hasSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }
}
