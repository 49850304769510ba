package org.sediment.cdc;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Any bytes as text, in the notation of HBase's shell: printable ASCII as it is, everything else,
 * the backslash included, as {@code \xHH}. Stateless.
 *
 * <p>{@code bytes(text(b))} is {@code b} for all bytes. Characters beyond ASCII in a text are taken
 * as UTF-8.
 */
final class BinaryText {
  private static final Pattern ESCAPE = Pattern.compile("\\\\x([0-9A-Fa-f]{2})");

  private BinaryText() {}

  /** The bytes as text. */
  static String text(byte[] bytes) {
    StringBuilder out = new StringBuilder(bytes.length);
    for (byte each : bytes) {
      int b = each & 0xFF;
      if (b >= ' ' && b <= '~' && b != '\\') {
        out.append((char) b);
      } else {
        out.append("\\x")
            .append(Character.forDigit(b >> 4, 16))
            .append(Character.forDigit(b & 15, 16));
      }
    }
    return out.toString();
  }

  /** The bytes of a text; a backslash that begins no {@code \xHH} is a backslash. */
  static byte[] bytes(String text) {
    if (text.indexOf('\\') < 0) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    Matcher escape = ESCAPE.matcher(text);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int from = 0;
    while (escape.find()) {
      out.writeBytes(text.substring(from, escape.start()).getBytes(StandardCharsets.UTF_8));
      out.write(Integer.parseInt(escape.group(1), 16));
      from = escape.end();
    }
    out.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }
}
