package org.sediment.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a benchmark found: one line of JSON, one line of the table. */
final class Figure {
  private final String bench;
  private final String of;
  private final double bar;
  private final Map<String, Object> details = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private Ratio ratio;
  private int rounds;
  private double lowest = Double.POSITIVE_INFINITY;
  private String voidBecause;

  /**
   * @param of what is divided by what
   * @param bar what the ratio should reach; 0 if there is no bar
   */
  Figure(String bench, String of, double bar) {
    this.bench = bench;
    this.of = of;
    this.bar = bar;
  }

  /** A figure that does not count. */
  static Figure voided(String bench, String because) {
    Figure figure = new Figure(bench, "", 0);
    figure.voidBecause = because;
    return figure;
  }

  /** Sets the figure itself. */
  Figure ratio(Ratio found, int overRounds) {
    ratio = found;
    rounds = overRounds;
    lowest = Math.min(lowest, found.median());
    return this;
  }

  /** Adds a second ratio that has to reach the bar, too. */
  Figure also(String name, Ratio found) {
    lowest = Math.min(lowest, found.median());
    return with(name, spread(found));
  }

  /** Adds a number or text for those who want to know more. */
  Figure with(String name, Object value) {
    details.put(name, value);
    return this;
  }

  /** Adds a line for people, to stand under the table. */
  Figure note(String line) {
    notes.add(line);
    return this;
  }

  List<String> notes() {
    return notes;
  }

  String bench() {
    return bench;
  }

  /** The line for programs. */
  String json() {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("bench", bench);
    if (voidBecause != null) {
      line.put("ratio", null);
      line.put("void", voidBecause);
    } else {
      line.put("ratio", ratio.median());
      line.put("of", of);
      line.put("bar", bar);
      line.put("met", met());
      line.put("rounds", rounds);
      line.putAll(spread(ratio));
      line.put("ratio", ratio.median());
      line.putAll(details);
      line.put("end_state", "right");
    }
    return Json.write(line);
  }

  /** Whether the end state was wrong, or the work failed. */
  boolean isVoid() {
    return voidBecause != null;
  }

  /** What stands over the lines for people. */
  static String heading() {
    return String.format(
        "%-16s %9s  %-20s  %6s  %-4s %s", "bench", "ratio", "quartiles", "bar", "", "of");
  }

  /** The line for people. */
  String row() {
    if (voidBecause != null) {
      return String.format("%-16s void: %s", bench, voidBecause);
    }
    return String.format(
        "%-16s %9.2f  [%8.2f, %8.2f]  %6s  %-4s %s",
        bench,
        ratio.median(),
        ratio.low(),
        ratio.high(),
        bar > 0 ? String.format("%.2f", bar) : "-",
        met() ? "" : "MISS",
        of);
  }

  /** Whether every ratio reached the bar. */
  boolean met() {
    return voidBecause == null && lowest >= bar;
  }

  private static Map<String, Object> spread(Ratio ratio) {
    Map<String, Object> parts = new LinkedHashMap<>();
    parts.put("ratio", ratio.median());
    parts.put("spread", new double[] {ratio.low(), ratio.high()});
    parts.put("range", new double[] {ratio.min(), ratio.max()});
    return parts;
  }
}
