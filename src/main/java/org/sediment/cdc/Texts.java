package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;

/** Texts of values. Stateless. */
final class Texts {
  private Texts() {}

  /**
   * The text of a value: numbers with all their digits and no exponent, dates and times as ISO
   * 8601.
   *
   * @param type the type asked for, for the message
   * @param node the value as it came, for the message
   */
  static String of(Object value, ValueType type, JsonNode node) throws Refusal {
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    if (value instanceof String
        || value instanceof Boolean
        || value instanceof LocalDate
        || value instanceof LocalTime
        || value instanceof Instant) {
      return value.toString();
    }
    throw new Refusal(
        "value " + Json.shown(node) + " is no " + type.spelling(),
        "map the column as " + (value instanceof byte[] ? "bytes" : "json"));
  }
}
