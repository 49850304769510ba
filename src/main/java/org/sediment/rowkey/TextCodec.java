package org.sediment.rowkey;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Texts as UTF-8, which sorts by code points. Reversed: code point by code point from the last, so
 * that all that end alike lie together. Nothing is normalised: texts that only look alike differ.
 *
 * @param framing how the end is seen
 * @param reversed whether the last code point comes first
 */
record TextCodec(Framing framing, boolean reversed) implements Codec {
  @Override
  public byte[] encode(Object value) {
    if (!(value instanceof String text)) {
      throw new KeyException("value " + value + " is not a text", "give a String");
    }
    return framing.frame(raw(text));
  }

  private byte[] raw(String text) {
    String turned = reversed ? reverse(text) : text;
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(turned));
      byte[] out = new byte[bytes.remaining()];
      bytes.get(out);
      return out;
    } catch (CharacterCodingException malformed) {
      throw new KeyException("the text has half a character in it", "mend the surrogate pair");
    }
  }

  private static String reverse(String text) {
    return new StringBuilder(text).reverse().toString();
  }

  @Override
  public int end(byte[] key, int from) {
    return framing.end(key, from);
  }

  @Override
  public Object decode(byte[] bytes) {
    byte[] raw = framing.unframe(bytes);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw)).toString();
      return reversed ? reverse(text) : text;
    } catch (CharacterCodingException malformed) {
      throw new KeyException(
          "'" + ByteText.text(raw) + "' is not UTF-8", "declare the part as bytes");
    }
  }

  @Override
  public Order order() {
    return reversed || !framing.isOrdered() ? Order.OTHER : Order.ASCENDING;
  }

  @Override
  public int width() {
    return framing.width();
  }

  @Override
  public Lead lead(String text) {
    return framing.lead(raw(text));
  }

  @Override
  public boolean hasBeginnings() {
    return !reversed;
  }

  @Override
  public boolean hasEnds() {
    return reversed;
  }

  @Override
  public Object read(String text) {
    return text;
  }

  @Override
  public String show(Object value) {
    return value.toString();
  }

  @Override
  public String spelling() {
    return Spelling.of(reversed ? "reversed-text" : "text", framing.argument());
  }
}
