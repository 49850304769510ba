package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Base64;

/**
 * Turns the JSON value of a column into what it stands for: a {@code String}, {@code BigDecimal},
 * {@code Boolean}, {@code byte[]}, {@code LocalDate}, {@code LocalTime}, {@code Instant}, or the
 * {@code JsonNode} itself if it is an object or array. Exact: nothing is rounded. Stateless.
 */
final class SourceValue {
  /** Largest exponent taken, both ways: what a counter's decimals may have. */
  private static final int MAX_SCALE = 1000;

  private SourceValue() {}

  /** What a value that is not null stands for. */
  static Object of(JsonNode node, SourceForm form) throws Refusal {
    return switch (form.kind()) {
      case UNKNOWN, TEXT -> plain(node);
      case BASE64 -> bytes(node);
      case UNSCALED -> node.isTextual() ? decimal(bytes(node), form.scale()) : plain(node);
      case VARIABLE_SCALE -> isVariableScale(node) ? variableScale(node) : plain(node);
      case ISO -> node.isTextual() ? iso(node) : plain(node);
      default -> time(node, form.kind());
    };
  }

  private static Object plain(JsonNode node) throws Refusal {
    if (node.isTextual()) {
      return node.textValue();
    }
    if (node.isNumber()) {
      return number(node.decimalValue());
    }
    return node.isBoolean() ? (Object) node.booleanValue() : node;
  }

  /** The number, unless its exponent would fill the memory. */
  static BigDecimal number(BigDecimal number) throws Refusal {
    if (number.scale() > MAX_SCALE || number.scale() < -MAX_SCALE) {
      throw new Refusal(
          "number " + number + " has an exponent beyond " + MAX_SCALE, "send a smaller one");
    }
    return number;
  }

  private static byte[] bytes(JsonNode node) throws Refusal {
    try {
      if (node.isTextual()) {
        return Base64.getDecoder().decode(node.textValue());
      }
    } catch (IllegalArgumentException e) {
      // refused below, as any other value
    }
    throw new Refusal(
        "value " + Json.shown(node) + " is not base64",
        "let the connector use binary.handling.mode=bytes or base64, or map the column as text");
  }

  private static BigDecimal decimal(byte[] unscaled, int scale) throws Refusal {
    if (unscaled.length == 0) {
      throw new Refusal("a decimal has no bytes", "send base64 of its unscaled number");
    }
    return number(new BigDecimal(new BigInteger(unscaled), scale));
  }

  /** Whether the value is a decimal that brings its own scale. */
  static boolean isVariableScale(JsonNode node) {
    return Json.hasExactly(node, "scale", "value") && node.get("scale").isInt();
  }

  /** The decimal of such a value. */
  static BigDecimal variableScale(JsonNode node) throws Refusal {
    return decimal(bytes(node.get("value")), node.get("scale").intValue());
  }

  private static Object iso(JsonNode node) throws Refusal {
    String text = node.textValue();
    try {
      if (text.indexOf('T') < 0) {
        return LocalDate.parse(text.endsWith("Z") ? text.substring(0, text.length() - 1) : text);
      }
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new Refusal(
          "value " + Json.shown(node) + " is not an ISO 8601 date, or time with zone",
          "map the column as text");
    }
  }

  private static Object time(JsonNode node, SourceForm.Kind kind) throws Refusal {
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw new Refusal(
          "value %s is not a whole number, as %s would be".formatted(Json.shown(node), kind),
          "correct 'from' in the mapping, or the connector's time.precision.mode");
    }
    long count = node.longValue();
    try {
      return switch (kind) {
        case DAYS -> LocalDate.ofEpochDay(count);
        case MILLIS -> Instant.EPOCH.plus(count, ChronoUnit.MILLIS);
        case MICROS -> Instant.EPOCH.plus(count, ChronoUnit.MICROS);
        case NANOS -> Instant.EPOCH.plus(count, ChronoUnit.NANOS);
        case TIME_MILLIS -> LocalTime.ofNanoOfDay(Math.multiplyExact(count, 1_000_000L));
        case TIME_MICROS -> LocalTime.ofNanoOfDay(Math.multiplyExact(count, 1_000L));
        case TIME_NANOS -> LocalTime.ofNanoOfDay(count);
        default -> throw new IllegalArgumentException(kind + " is no time");
      };
    } catch (DateTimeException | ArithmeticException e) {
      throw new Refusal(
          "value %s is out of the range of %s".formatted(Json.shown(node), kind),
          "map the column as int64 to keep the number itself");
    }
  }
}
