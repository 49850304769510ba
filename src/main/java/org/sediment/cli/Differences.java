package org.sediment.cli;

import java.io.PrintWriter;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.sediment.model.Printable;

/** Prints where two views of a row differ, the first hundred times, and counts. Not thread-safe. */
final class Differences {
  private static final int MOST_SHOWN = 100;

  private final PrintWriter out;
  private final String ofOne;
  private final String ofOther;
  private long found;

  /**
   * A list of differences.
   *
   * @param ofOne says after a value whose it is: {@code in the table}
   * @param ofOther the like of the other view
   */
  Differences(PrintWriter out, String ofOne, String ofOther) {
    this.out = out;
    this.ofOne = ofOne;
    this.ofOther = ofOther;
  }

  /** How many there are. */
  long found() {
    return found;
  }

  /** Compares two views of a row: printable values by printable name, those it has. */
  void compare(byte[] row, Map<String, String> one, Map<String, String> other) {
    if (one.equals(other)) {
      return;
    }
    Map<String, String> all = new TreeMap<>(one);
    other.forEach(all::putIfAbsent);
    for (String name : all.keySet()) {
      String left = one.get(name);
      String right = other.get(name);
      if (!Objects.equals(left, right) && found++ < MOST_SHOWN) {
        out.println(
            "row %s, %s: %s %s, %s %s"
                .formatted(Printable.of(row), name, shown(left), ofOne, shown(right), ofOther));
      }
    }
  }

  private static String shown(String value) {
    if (value == null) {
      return "nothing";
    }
    return value.isEmpty() ? "an empty value" : value;
  }
}
