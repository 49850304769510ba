package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sediment.model.ChangeEvent;
import org.sediment.model.ColumnName;

/**
 * Reads expected rows, one JSON object a line: {@code {"key": "r", "set": {"f:a": "1"}, "totals":
 * {"d:qty": 5}}}. Key, names and values are those of {@link EventLineReader}'s lines, with or
 * without a mapping. A null, as databases write it, is a column or total that the row has not.
 * Immutable.
 */
public final class ExpectedRowReader {
  private static final List<String> FIELDS = List.of("table", "key", "set", "totals");

  private final Optional<Mapping> mapping;

  /**
   * A reader.
   *
   * @param mapping whose columns the lines may name; empty if they say all themselves
   */
  public ExpectedRowReader(Optional<Mapping> mapping) {
    this.mapping = mapping;
  }

  /**
   * Reads a line.
   *
   * @return the row; empty for an empty line
   * @throws IllegalArgumentException if it is not understood: origin, what, where, remedy
   */
  public Optional<ExpectedRow> read(SourceMessage line) {
    try {
      JsonNode json = Json.parse(line.value().orElse(new byte[0]));
      return json.isMissingNode() ? Optional.empty() : Optional.of(row(json));
    } catch (Refusal | IllegalArgumentException wrong) {
      throw new IllegalArgumentException(line.origin() + ": " + wrong.getMessage(), wrong);
    }
  }

  private ExpectedRow row(JsonNode line) throws Refusal {
    if (!line.isObject()) {
      throw new Refusal(
          "a line is " + Json.shown(line), "write one object: {\"key\": ..., \"set\": ...}");
    }
    for (String name : Json.names(line)) {
      if (!FIELDS.contains(name)) {
        throw new Refusal(
            "field '" + name + "' is no part of an expected row",
            "the fields are " + String.join(", ", FIELDS));
      }
    }
    LineValues values = new LineValues(EventLineReader.table(mapping, line));
    byte[] row = values.key(line.path("key"));
    return new ExpectedRow(
        row, columns(values, row, line.path("set")), totals(values, line.path("totals")));
  }

  private static SortedMap<ColumnName, byte[]> columns(LineValues values, byte[] row, JsonNode set)
      throws Refusal {
    ChangeEvent.Builder columns = ChangeEvent.of(row);
    JsonNode some = withoutNulls(set);
    values.set(some, columns);
    return some.isEmpty() ? new TreeMap<>() : columns.build().columns();
  }

  private static JsonNode withoutNulls(JsonNode set) {
    if (set instanceof ObjectNode object) {
      List<String> nulls = new ArrayList<>();
      for (String name : Json.names(object)) {
        if (object.get(name).isNull()) {
          nulls.add(name);
        }
      }
      return object.deepCopy().remove(nulls);
    }
    return set;
  }

  private static SortedMap<ColumnName, BigDecimal> totals(LineValues values, JsonNode totals)
      throws Refusal {
    SortedMap<ColumnName, BigDecimal> out = new TreeMap<>();
    if (!totals.isObject() && !totals.isMissingNode()) {
      throw new Refusal("field totals: " + Json.shown(totals), "write an object: {\"d:qty\": 5}");
    }
    for (String name : Json.names(totals)) {
      String field = "totals." + name;
      Optional<ColumnMapping> column = values.column(name);
      if (column.isPresent() && !column.get().delta()) {
        throw new Refusal("field " + field + ": no counter in the mapping", "name it under 'set'");
      }
      ColumnName counter = column.isPresent() ? column.get().target() : values.name(name, field);
      if (!totals.get(name).isNull()) {
        out.put(counter, number(totals.get(name), field));
      }
    }
    return out;
  }

  /** A number, or its text, or {@code {"decimal": text}}. */
  private static BigDecimal number(JsonNode value, String field) throws Refusal {
    JsonNode plain = Json.hasExactly(value, "decimal") ? value.get("decimal") : value;
    if (plain.isNumber()) {
      return plain.decimalValue();
    }
    try {
      return new BigDecimal(EventLineReader.text(plain, field));
    } catch (NumberFormatException wrong) {
      throw new Refusal("field " + field + ": " + Json.shown(value) + " is no number", "write 5");
    }
  }
}
