package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * MongoDB's extended JSON, versions 1 and 2, as plain JSON: numbers as numbers, dates as ISO 8601
 * texts, IDs and bytes (base64) as texts. Anything else stays as it is. Stateless.
 */
final class ExtendedJson {
  private ExtendedJson() {}

  /** The plain value. */
  static JsonNode plain(JsonNode node) {
    if (!node.isObject() || node.isEmpty()) {
      return node;
    }
    String type = node.fieldNames().next();
    JsonNode value = node.get(type);
    return switch (type) {
      case "$numberLong", "$numberInt", "$numberDouble", "$numberDecimal" -> number(value);
      case "$oid", "$uuid", "$symbol" -> value;
      case "$date" -> date(value);
      case "$binary" -> value.isObject() ? value.path("base64") : value;
      default -> node;
    };
  }

  private static JsonNode number(JsonNode value) {
    try {
      return JsonNodeFactory.instance.numberNode(new BigDecimal(value.asText()));
    } catch (NumberFormatException notFinite) {
      return value;
    }
  }

  private static JsonNode date(JsonNode value) {
    JsonNode count = value.isObject() ? number(value.path("$numberLong")) : value;
    return count.isNumber() && count.canConvertToLong()
        ? JsonNodeFactory.instance.textNode(Instant.ofEpochMilli(count.longValue()).toString())
        : value;
  }
}
