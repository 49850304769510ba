package org.sediment.bench;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Writes maps of numbers and texts as JSON on one line; no more than the figures need. */
final class Json {
  private Json() {}

  static String write(Object value) {
    if (value == null || value instanceof Boolean) {
      return String.valueOf(value);
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> text(String.valueOf(entry.getKey())) + ": " + write(entry.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value instanceof double[] numbers) {
      return DoubleStream.of(numbers)
          .mapToObj(Json::number)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Double number) {
      return number(number);
    }
    if (value instanceof Integer || value instanceof Long) {
      return value.toString();
    }
    return text(value.toString());
  }

  /** Four digits that mean something. */
  private static String number(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return "null";
    }
    double size = Math.abs(number);
    int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
    return String.format(Locale.ROOT, "%." + decimals + "f", number);
  }

  private static String text(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
