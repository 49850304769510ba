package org.sediment.testing.history;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A seeded history.
 *
 * @param seed what it was made from
 * @param start where the clock starts
 * @param timely whether every delta, retraction and row delete comes within the lag at first
 * @param images whether every Put event is a whole row
 * @param mode how the guard judges
 * @param rows the rows it touches
 * @param ordered those of the rows whose events name some columns only, and so come in order
 * @param steps what happens, in order
 */
public record History(
    long seed,
    long start,
    boolean timely,
    boolean images,
    Mode mode,
    List<String> rows,
    Set<String> ordered,
    List<Step> steps) {
  /** Upsert, delta and sequence families of the table that histories are played on. */
  public static final List<String> FAMILIES = List.of("m", "u", "v", "x", "y");

  /** The columns of a whole row. */
  public static final List<String> COLUMNS = List.of("u:a", "u:b", "v:a");

  /** The same history with other steps. */
  public History of(List<Step> others) {
    return new History(seed, start, timely, images, mode, rows, ordered, List.copyOf(others));
  }

  /** The first steps of this history. */
  public History prefix(int number) {
    return of(steps.subList(0, number));
  }

  /**
   * Whether the model may be held against it: events of ordered rows come in order at first, and,
   * if it is timely, what touches deltas within the lag.
   */
  public boolean isValid() {
    long now = start;
    Map<String, Integer> highest = new HashMap<>();
    Set<Event> seen = new HashSet<>();
    for (Step step : steps) {
      if (step instanceof Step.Tick tick) {
        now += tick.millis();
      }
      for (Event event : step.events()) {
        if (seen.add(event)) {
          boolean older = event.order() < highest.getOrDefault(event.row(), -1);
          boolean late = event.oldestDeltaTime() <= now - HistoryGenerator.TIMELY;
          if ((older && ordered.contains(event.row())) || (late && timely)) {
            return false;
          }
          highest.merge(event.row(), event.order(), Math::max);
        }
      }
    }
    return true;
  }

  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder("history of seed " + seed + (timely ? ", timely" : ", late"))
            .append(images ? ", images" : "")
            .append(", mode ")
            .append(mode)
            .append(", clock starts at ")
            .append(start)
            .append('\n');
    for (int i = 0; i < steps.size(); i++) {
      text.append(i).append(": ").append(steps.get(i)).append('\n');
    }
    return text.toString();
  }
}
