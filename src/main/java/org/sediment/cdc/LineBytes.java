package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Predicate;
import org.sediment.model.DeltaChange;

/** Bytes as the JSON values of an event line. Stateless. */
final class LineBytes {
  private LineBytes() {}

  /** A text if the bytes are one that shows, else {@code {"bytes": base64}}. */
  static JsonNode value(byte[] bytes) {
    try {
      String text = Json.text(bytes);
      if (text.chars().noneMatch(Character::isISOControl)) {
        return JsonNodeFactory.instance.textNode(text);
      }
    } catch (Refusal notUtf8) {
      // written as base64
    }
    return object("bytes", Base64.getEncoder().encodeToString(bytes));
  }

  /** The value of a delta that is no retraction. */
  static JsonNode delta(DeltaChange delta, Predicate<DeltaChange> decimal) {
    byte[] value = delta.value().orElseThrow();
    if (value.length == Long.BYTES && !decimal.test(delta)) {
      return JsonNodeFactory.instance.numberNode(ByteBuffer.wrap(value).getLong());
    }
    if (value.length > Integer.BYTES) {
      int scale = ByteBuffer.wrap(value).getInt();
      BigInteger unscaled = new BigInteger(value, Integer.BYTES, value.length - Integer.BYTES);
      if (isPlain(value, scale, unscaled)) {
        return object("decimal", new BigDecimal(unscaled, scale).toString());
      }
    }
    return object("bytes", Base64.getEncoder().encodeToString(value));
  }

  /** Whether reading the decimal's text gives the same bytes. */
  private static boolean isPlain(byte[] value, int scale, BigInteger unscaled) {
    try {
      return scale >= -1000
          && scale <= 1000
          && new BigDecimal(new BigDecimal(unscaled, scale).toString()).scale() == scale
          && Arrays.equals(ValueType.decimalBytes(new BigDecimal(unscaled, scale)), value);
    } catch (Refusal tooLong) {
      return false;
    }
  }

  private static JsonNode object(String name, String value) {
    return JsonNodeFactory.instance.objectNode().put(name, value);
  }
}
