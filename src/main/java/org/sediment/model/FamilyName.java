package org.sediment.model;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Names of column families as text, and back. To HBase a name is bytes, which need not be UTF-8;
 * settings, messages and maps want text. Stateless.
 *
 * <p>No two names have one text: a name that is UTF-8 is its own text, any other is written with
 * {@code \xHH} as the HBase shell writes it; and HBase allows no backslash in a name.
 */
public final class FamilyName {
  private static final int ESCAPE_LENGTH = "\\xHH".length();

  private FamilyName() {}

  /** The text of a name. */
  public static String text(byte[] name) {
    try {
      // unlike a String's constructor, this one refuses what is no UTF-8
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString();
    } catch (CharacterCodingException notUtf8) {
      return Printable.of(name);
    }
  }

  /** The name that has this text. */
  public static byte[] bytes(String text) {
    if (text.indexOf('\\') < 0) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int i = 0;
    while (i < text.length()) {
      if (isEscape(text, i)) {
        out.write(Integer.parseInt(text, i + 2, i + ESCAPE_LENGTH, 16));
        i += ESCAPE_LENGTH;
      } else {
        int end = text.offsetByCodePoints(i, 1);
        out.writeBytes(text.substring(i, end).getBytes(StandardCharsets.UTF_8));
        i = end;
      }
    }
    return out.toByteArray();
  }

  private static boolean isEscape(String text, int at) {
    return text.startsWith("\\x", at)
        && at + ESCAPE_LENGTH <= text.length()
        && Character.digit(text.charAt(at + 2), 16) >= 0
        && Character.digit(text.charAt(at + 3), 16) >= 0;
  }
}
