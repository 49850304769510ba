package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;

/**
 * The value by which a connector says that it did not get a column's value: a large one that the
 * change left alone (PostgreSQL's unchanged TOAST values, Oracle's LOBs).
 *
 * <p>Debezium documentation, PostgreSQL connector, "Toasted values" and the property
 * unavailable.value.placeholder; the forms for bytes, arrays, maps and UUIDs are those of the
 * connector's class UnchangedToastedPlaceholder. Immutable.
 */
final class Placeholder {
  private final byte[] bytes;
  private final String text;
  private final String base64;
  private final String uuid;

  /**
   * A placeholder.
   *
   * @param notation its text; bytes that are none as {@code \\xHH}
   */
  Placeholder(String notation) {
    bytes = BinaryText.bytes(notation);
    text = new String(bytes, StandardCharsets.UTF_8);
    base64 = Base64.getEncoder().encodeToString(bytes);
    uuid = UUID.nameUUIDFromBytes(bytes).toString();
  }

  /** Whether the value is the placeholder, in the form of its type. */
  boolean is(JsonNode value) {
    if (value.isTextual()) {
      return value.textValue().equals(text) || value.textValue().equals(base64);
    }
    if (value.isObject()) {
      return value.size() == 1 && value.path(text).asText().equals(text);
    }
    if (!value.isArray() || value.isEmpty()) {
      return false;
    }
    JsonNode first = value.get(0);
    return first.isTextual()
        ? value.size() == 1 && (is(first) || first.textValue().equals(uuid))
        : isBytes(value);
  }

  private boolean isBytes(JsonNode numbers) {
    if (numbers.size() != bytes.length) {
      return false;
    }
    for (int i = 0; i < bytes.length; i++) {
      if (!numbers.get(i).isIntegralNumber() || numbers.get(i).longValue() != bytes[i]) {
        return false;
      }
    }
    return true;
  }
}
