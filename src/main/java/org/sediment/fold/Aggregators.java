package org.sediment.fold;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The aggregators there are, and the reading of {@code sediment.fold}. Stateless. */
public final class Aggregators {
  /** The key under which {@link #parse} puts the aggregator of all counters that are not named. */
  public static final String ALL_OTHERS = "*";

  private static final List<Aggregator> ALL = all();

  private Aggregators() {}

  private static List<Aggregator> all() {
    List<Aggregator> all = new ArrayList<>();
    for (Function function : Function.values()) {
      for (NumberType type : NumberType.values()) {
        all.add(new NumberAggregator(function, type));
      }
    }
    return List.copyOf(all);
  }

  /** Every aggregator there is. */
  public static List<Aggregator> known() {
    return ALL;
  }

  /** The aggregator of a text such as {@code sum:int64}; empty if there is none. */
  public static Optional<Aggregator> of(String text) {
    return ALL.stream().filter(aggregator -> aggregator.text().equals(text)).findFirst();
  }

  /**
   * Reads a value of {@code sediment.fold}: one aggregator for every counter, or a list {@code
   * qty=sum:int64,paid=sum:decimal,*=sum:int64}.
   *
   * @return aggregators by counter name, {@link #ALL_OTHERS} for the rest
   * @throws IllegalArgumentException if the text is neither; the message names the part and what is
   *     known
   */
  public static Map<String, Aggregator> parse(String text) {
    Map<String, Aggregator> out = new LinkedHashMap<>();
    if (text.indexOf('=') < 0) {
      out.put(ALL_OTHERS, required(text.trim()));
      return out;
    }
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("'" + part + "' is not counter=aggregator:type");
      }
      String counter = part.substring(0, equals).trim();
      if (counter.matches(".*[:;<].*")) {
        throw new IllegalArgumentException(
            "counter '" + counter + "' has one of the characters : ; <");
      }
      if (out.put(counter, required(part.substring(equals + 1).trim())) != null) {
        throw new IllegalArgumentException("counter '" + counter + "' is named twice");
      }
    }
    return out;
  }

  private static Aggregator required(String text) {
    return of(text)
        .orElseThrow(
            () -> {
              List<String> known = ALL.stream().map(Aggregator::text).toList();
              return new IllegalArgumentException(
                  "'" + text + "' is no aggregator; use one of " + known);
            });
  }
}
