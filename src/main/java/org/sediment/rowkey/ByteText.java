package org.sediment.rowkey;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Any bytes as text, in the notation of HBase's shell: printable ASCII as it is, everything else,
 * the backslash included, as {@code \xHH}. Stateless.
 *
 * <p>{@code bytes(text(b))} is {@code b} for all bytes.
 */
final class ByteText {
  private static final Pattern ESCAPE = Pattern.compile("\\\\x([0-9A-Fa-f]{2})");

  private ByteText() {}

  /** The bytes as text. */
  static String text(byte[] bytes) {
    StringBuilder out = new StringBuilder(bytes.length);
    for (byte each : bytes) {
      int b = each & 0xFF;
      if (b >= ' ' && b <= '~' && b != '\\') {
        out.append((char) b);
      } else {
        out.append(String.format("\\x%02X", b));
      }
    }
    return out.toString();
  }

  /** One byte, as it stands in the text form of a schema. */
  static String text(byte one) {
    boolean meaning = "(), ".indexOf(one) >= 0 || (one >= '0' && one <= '9');
    return meaning ? String.format("\\x%02X", one) : text(new byte[] {one});
  }

  /**
   * The bytes of a text; a backslash that begins no {@code \xHH} is a backslash, characters beyond
   * ASCII are their UTF-8.
   */
  static byte[] bytes(String text) {
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
