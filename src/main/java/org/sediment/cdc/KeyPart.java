package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.sediment.model.Printable;

/**
 * One part of a row key: a column of the source, and how its value becomes bytes. Two values of a
 * column never give the same bytes, and no part can run into the next.
 *
 * <pre>
 * text     UTF-8; the last part, or followed by a delimiter that no value may have,
 *          or padded on the right with spaces to a width (a value may not end with one)
 * digits   a whole number from 0, padded on the left with zeros to a width: sorts as the number
 * long     8 bytes, sign bit flipped: sorts as the number, negative ones first
 * plain-long  8 bytes as Bytes.toBytes(long) writes them: negative ones sort last
 * bytes    the bytes; the last part, or exactly of a width
 * </pre>
 *
 * @param column the source's column
 * @param as how
 * @param width bytes; 0 if there is no width
 * @param delimiter bytes behind the value; none if empty
 * @param from what the JSON value stands for, where the message does not say
 */
record KeyPart(String column, As as, int width, byte[] delimiter, SourceForm from) {
  /** Kinds of parts. */
  enum As {
    TEXT,
    DIGITS,
    LONG,
    PLAIN_LONG,
    BYTES;

    /** The name in a mapping file. */
    String spelling() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The bytes of a value that is not null. */
  byte[] encode(JsonNode node, SourceForm form) throws Refusal {
    byte[] value =
        switch (as) {
          case TEXT -> padded(ValueType.TEXT.encode(node, form));
          case DIGITS -> digits(node, form);
          case LONG -> number(node, form, Long.MIN_VALUE);
          case PLAIN_LONG -> number(node, form, 0);
          case BYTES -> exactly(ValueType.BYTES.encode(node, form));
        };
    if (delimiter.length == 0) {
      return value;
    }
    byte[] out = Arrays.copyOf(value, value.length + delimiter.length);
    System.arraycopy(delimiter, 0, out, value.length, delimiter.length);
    if (first(out, delimiter) != value.length) {
      throw new Refusal(
          "value '%s' has the delimiter '%s' in it, or at its end the beginning of it"
              .formatted(Printable.of(value), Printable.of(delimiter)),
          "choose a delimiter that no value has, or a width");
    }
    return out;
  }

  private static byte[] number(JsonNode node, SourceForm form, long flip) throws Refusal {
    long number = ByteBuffer.wrap(ValueType.INT64.encode(node, form)).getLong();
    return ByteBuffer.allocate(Long.BYTES).putLong(number ^ flip).array();
  }

  private byte[] digits(JsonNode node, SourceForm form) throws Refusal {
    Object value = SourceValue.of(node, form);
    String text = value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    if (!text.matches("0|[1-9][0-9]*") || text.length() > width) {
      throw new Refusal(
          "value %s is not a whole number from 0, with no leading zeros and %d digits at most"
              .formatted(Json.shown(node), width),
          "give 'digits' a larger width, or use 'long'");
    }
    return ("0".repeat(width - text.length()) + text).getBytes(StandardCharsets.US_ASCII);
  }

  private byte[] padded(byte[] value) throws Refusal {
    if (width == 0) {
      return value;
    }
    if (value.length > width || (value.length > 0 && value[value.length - 1] == ' ')) {
      throw new Refusal(
          "value '%s' is longer than %d bytes, or ends with a space"
              .formatted(Printable.of(value), width),
          "give the part a larger width, or a delimiter instead");
    }
    byte[] out = Arrays.copyOf(value, width);
    Arrays.fill(out, value.length, width, (byte) ' ');
    return out;
  }

  private byte[] exactly(byte[] value) throws Refusal {
    if (width != 0 && value.length != width) {
      throw new Refusal(
          "value '%s' has %d bytes, not %d".formatted(Printable.of(value), value.length, width),
          "make it the last part, with no width");
    }
    return value;
  }

  /** Where the part is first; it is. */
  private static int first(byte[] value, byte[] part) {
    int at = 0;
    while (!Arrays.equals(value, at, at + part.length, part, 0, part.length)) {
      at++;
    }
    return at;
  }
}
