package org.sediment.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as text: a whole number with a unit {@code ms s m h d}; a bare number is milliseconds.
 * Stateless.
 */
public final class Durations {
  /**
   * The longest duration there is, in milliseconds: 100 years. Sums and differences of a few
   * durations and a clock can then never overflow.
   */
  public static final long LONGEST = 36_500L * 86_400_000;

  private static final Pattern FORM = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)?");

  private Durations() {}

  /**
   * Milliseconds of a text such as {@code 10d}.
   *
   * @throws IllegalArgumentException if it is anything else, or longer than {@link #LONGEST}; the
   *     message is the remedy
   */
  public static long parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("write a whole number with ms, s, m, h or d, such as 1h");
    }
    long number = Long.parseLong(matcher.group(1));
    long unit = unit(matcher.group(2));
    if (number > LONGEST / unit) {
      throw new IllegalArgumentException("write 36500d or less");
    }
    return number * unit;
  }

  /** The shortest text that {@link #parse} reads as this many milliseconds. */
  public static String text(long millis) {
    for (String unit : new String[] {"d", "h", "m", "s"}) {
      if (millis != 0 && millis % unit(unit) == 0) {
        return millis / unit(unit) + unit;
      }
    }
    return millis + "ms";
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
