package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How a column's value becomes the bytes of a cell. A value that the type cannot hold to its last
 * digit is refused, never rounded.
 *
 * <pre>
 * text              UTF-8: texts, numbers, booleans, dates and times (ISO 8601)
 * json              UTF-8: any value as compact JSON; a text must be JSON already
 * bytes             the bytes
 * boolean           1 byte, 0xFF or 0x00 (Bytes.toBytes(boolean)); 0 and 1 are taken, too
 * int32, int64      4, 8 bytes big-endian (Bytes.toBytes(int), (long))
 * float, double     4, 8 bytes IEEE 754
 * decimal           4 bytes of scale, then the unscaled number (Bytes.toBytes(BigDecimal))
 * date              4 bytes, days since 1970
 * timestamp         8 bytes, milliseconds since 1970; timestamp-micros, timestamp-nanos: those
 * </pre>
 */
enum ValueType {
  TEXT,
  JSON,
  BYTES,
  BOOLEAN,
  INT32,
  INT64,
  FLOAT,
  DOUBLE,
  DECIMAL,
  DATE,
  TIMESTAMP,
  TIMESTAMP_MICROS,
  TIMESTAMP_NANOS;

  private static final int LONGEST_DECIMAL = 256;

  /** The name in a mapping file. */
  String spelling() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All names, for messages. */
  static List<String> spellings() {
    return Arrays.stream(values()).map(ValueType::spelling).toList();
  }

  /** The type of a name. */
  static Optional<ValueType> of(String spelling) {
    return Arrays.stream(values()).filter(type -> type.spelling().equals(spelling)).findFirst();
  }

  /** The bytes of a value that is not null. */
  byte[] encode(JsonNode node, SourceForm form) throws Refusal {
    if (this == JSON) {
      return json(node).getBytes(StandardCharsets.UTF_8);
    }
    Object value = SourceValue.of(node, form);
    return switch (this) {
      case TEXT -> Texts.of(value, this, node).getBytes(StandardCharsets.UTF_8);
      case BYTES -> bytes(value, node, form);
      case BOOLEAN -> new byte[] {(byte) (truth(value, node) ? -1 : 0)};
      case INT32 -> ByteBuffer.allocate(4).putInt((int) whole(value, node, form, 31)).array();
      case INT64 -> ByteBuffer.allocate(8).putLong(whole(value, node, form, 63)).array();
      case FLOAT -> ByteBuffer.allocate(4).putFloat((float) real(value, node, form)).array();
      case DOUBLE -> ByteBuffer.allocate(8).putDouble(real(value, node, form)).array();
      case DECIMAL -> decimalBytes(number(value, node, form));
      case DATE -> ByteBuffer.allocate(4).putInt(days(value, node)).array();
      default -> ByteBuffer.allocate(8).putLong(time(value, node)).array();
    };
  }

  private static String json(JsonNode node) throws Refusal {
    if (!node.isTextual()) {
      return Json.write(node);
    }
    try {
      return Json.write(Json.parse(node.textValue()));
    } catch (Refusal e) {
      throw new Refusal(
          "value " + Json.shown(node) + " is not JSON", "map the column as text to keep the text");
    }
  }

  private byte[] bytes(Object value, JsonNode node, SourceForm form) throws Refusal {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof String && form.kind() == SourceForm.Kind.UNKNOWN) {
      return (byte[]) SourceValue.of(node, new SourceForm(SourceForm.Kind.BASE64, 0));
    }
    throw unfit(node);
  }

  private boolean truth(Object value, JsonNode node) throws Refusal {
    if (value instanceof Boolean truth) {
      return truth;
    }
    String text = value.toString();
    if (text.equals("1") || text.equals("true")) {
      return true;
    }
    if (text.equals("0") || text.equals("false")) {
      return false;
    }
    throw unfit(node);
  }

  private long whole(Object value, JsonNode node, SourceForm form, int bits) throws Refusal {
    if (value instanceof LocalDate || value instanceof LocalTime || value instanceof Instant) {
      if (node.isIntegralNumber() && node.bigIntegerValue().bitLength() <= bits) {
        return node.longValue();
      }
      throw unfit(node);
    }
    BigDecimal number = number(value, node, form);
    if (number.stripTrailingZeros().scale() > 0
        || number.setScale(0, RoundingMode.UNNECESSARY).unscaledValue().bitLength() > bits) {
      throw unfit(node);
    }
    return number.longValueExact();
  }

  private double real(Object value, JsonNode node, SourceForm form) throws Refusal {
    if (value instanceof String text && List.of("NaN", "Infinity", "-Infinity").contains(text)) {
      return Double.parseDouble(text);
    }
    BigDecimal number = number(value, node, form);
    double real = this == FLOAT ? number.floatValue() : number.doubleValue();
    // with a point or exponent it is one of the many ways to write a binary fraction, 1.8E200 too
    boolean written = node.isNumber() && !node.isIntegralNumber();
    boolean whole = !written && number.stripTrailingZeros().scale() <= 0;
    if (Double.isInfinite(real) || (whole && new BigDecimal(real).compareTo(number) != 0)) {
      throw unfit(node);
    }
    return real;
  }

  /** The value as a number; a text only where someone said that it is no base64. */
  BigDecimal number(Object value, JsonNode node, SourceForm form) throws Refusal {
    if (value instanceof BigDecimal number) {
      return number;
    }
    if (SourceValue.isVariableScale(node)) {
      return SourceValue.variableScale(node);
    }
    if (!(value instanceof String text)) {
      throw unfit(node);
    }
    if (form.kind() == SourceForm.Kind.UNKNOWN && this == DECIMAL) {
      throw new Refusal(
          "the text "
              + Json.shown(node)
              + " may be a decimal or base64 of one's bytes, and no schema part says which",
          "say 'from: text' (decimal.handling.mode=string) or 'from: unscaled(<scale>)' (precise)"
              + " in the mapping");
    }
    try {
      return SourceValue.number(new BigDecimal(text));
    } catch (NumberFormatException e) {
      throw unfit(node);
    }
  }

  /** A decimal as HBase writes it. */
  static byte[] decimalBytes(BigDecimal number) throws Refusal {
    byte[] unscaled = number.unscaledValue().toByteArray();
    if (unscaled.length + Integer.BYTES > LONGEST_DECIMAL) {
      throw new Refusal(
          "a decimal takes %d bytes, more than %d".formatted(unscaled.length, LONGEST_DECIMAL),
          "map the column as text");
    }
    return ByteBuffer.allocate(Integer.BYTES + unscaled.length)
        .putInt(number.scale())
        .put(unscaled)
        .array();
  }

  private int days(Object value, JsonNode node) throws Refusal {
    if (value instanceof LocalDate date && date.toEpochDay() == (int) date.toEpochDay()) {
      return (int) date.toEpochDay();
    }
    throw unfitTime(node, value);
  }

  private long time(Object value, JsonNode node) throws Refusal {
    if (!(value instanceof Instant time)) {
      throw unfitTime(node, value);
    }
    int unit = this == TIMESTAMP ? 1_000 : this == TIMESTAMP_MICROS ? 1_000_000 : 1_000_000_000;
    int nanos = 1_000_000_000 / unit;
    if (time.getNano() % nanos != 0) {
      throw new Refusal(
          "time " + time + " is finer than " + spelling() + " can hold",
          "map the column as timestamp-micros, timestamp-nanos or text");
    }
    try {
      return Math.addExact(Math.multiplyExact(time.getEpochSecond(), unit), time.getNano() / nanos);
    } catch (ArithmeticException e) {
      throw new Refusal(
          "time " + time + " is out of the range of " + spelling(), "map the column as text");
    }
  }

  private Refusal unfitTime(JsonNode node, Object value) {
    if (value instanceof String || value instanceof BigDecimal) {
      return new Refusal(
          "value " + Json.shown(node) + " is no " + spelling() + " by itself",
          "send messages with their schema part, or say in the mapping what it is: from: "
              + "days, millis, micros, nanos or iso");
    }
    return unfit(node);
  }

  private Refusal unfit(JsonNode node) {
    return new Refusal(
        "value " + Json.shown(node) + " does not fit " + spelling(),
        "change the column's type in the mapping");
  }
}
