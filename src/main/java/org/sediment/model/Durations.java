package org.sediment.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as text: a whole number with a unit {@code ms s m h d}; a bare number is milliseconds.
 * Stateless.
 */
public final class Durations {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)?");

  private Durations() {}

  /**
   * Milliseconds of a text such as {@code 10d}.
   *
   * @throws IllegalArgumentException if it is anything else; the message is the remedy
   */
  public static long parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("write a whole number with ms, s, m, h or d, such as 1h");
    }
    return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit(matcher.group(2)));
  }

  private static long unit(String unit) {
    if (unit == null) {
      return 1;
    }
    return switch (unit) {
      case "s" -> 1_000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      case "d" -> 86_400_000;
      default -> 1;
    };
  }
}
