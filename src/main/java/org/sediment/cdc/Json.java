package org.sediment.cdc;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/**
 * JSON as this package reads and writes it: numbers exact, whatever their size; a name twice in one
 * object, text after the end and bytes that are not UTF-8 are errors. Stateless.
 */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final ObjectReader READER = MAPPER.readerFor(JsonNode.class);
  private static final ObjectWriter WRITER = MAPPER.writer();

  private Json() {}

  /**
   * Reads one value; blank text is a missing node.
   *
   * @throws Refusal with the column, counted from 1
   */
  static JsonNode parse(byte[] utf8) throws Refusal {
    return parse(text(utf8));
  }

  /** As {@link #parse(byte[])}, from a text. */
  static JsonNode parse(String text) throws Refusal {
    try {
      return READER.readTree(text);
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      throw new Refusal(
          "column %d: not JSON: %s"
              .formatted(at == null ? 1 : at.getColumnNr(), e.getOriginalMessage()),
          "write one JSON object a line");
    }
  }

  /** The text of UTF-8 bytes. */
  static String text(byte[] utf8) throws Refusal {
    String text = new String(utf8, StandardCharsets.UTF_8);
    // what stands for malformed bytes; it may be in the text itself, too
    return text.indexOf('\uFFFD') < 0 ? text : strictText(utf8);
  }

  private static String strictText(byte[] utf8) throws Refusal {
    ByteBuffer bytes = ByteBuffer.wrap(utf8);
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(bytes)
          .toString();
    } catch (CharacterCodingException e) {
      throw new Refusal(
          "byte %d: not UTF-8".formatted(bytes.position() + 1), "write the text as UTF-8");
    }
  }

  /** The value as compact JSON. */
  static String write(JsonNode node) {
    try {
      return WRITER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree that cannot be written", e);
    }
  }

  /** The value as compact JSON for a message: at most 80 characters of it. */
  static String shown(JsonNode node) {
    String text = write(node);
    return text.length() > 80 ? text.substring(0, 80) + "..." : text;
  }

  /** Whether an object has these names and no other. */
  static boolean hasExactly(JsonNode object, String... names) {
    if (!object.isObject() || object.size() != names.length) {
      return false;
    }
    for (String name : names) {
      if (!object.has(name)) {
        return false;
      }
    }
    return true;
  }

  /** The names of an object, for loops. */
  static Iterable<String> names(JsonNode object) {
    Iterator<String> names = object.fieldNames();
    return () -> names;
  }
}
