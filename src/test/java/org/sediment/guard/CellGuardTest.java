package org.sediment.guard;

import static org.sediment.guard.CellSource.delete;
import static org.sediment.guard.CellSource.image;
import static org.sediment.guard.CellSource.nulls;
import static org.sediment.guard.CellSource.put;
import static org.sediment.guard.CellSource.replacement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any order of a set of events leaves the row that their replay in sequence order leaves. */
class CellGuardTest {
  static Stream<List<CellSource>> sets() {
    return Stream.of(
        // R13
        List.of(
            put(1, 100, "u:a"),
            put(2, 200, "u:a", "u:b"),
            nulls(3, 300, "u:a"),
            delete(4, 400),
            put(5, 500, "u:a", "v:c"),
            put(6, 600, "u:b")),
        // counterexample 3: the row's clock
        List.of(put(1, 1000, "u:a"), put(3, 500, "u:b"), put(4, 600, "u:a")),
        // R10 and counterexample 4: delete, insert and updates of one millisecond
        List.of(
            put(1, 2000, "u:a", "u:b"),
            delete(2, 2000),
            nulls(3, 2000, "u:a"),
            put(4, 2000, "u:a"),
            put(5, 2000, "u:b")),
        // counterexample 5: a snapshot read, and a late delete between two columns
        List.of(put(40, 9000, "u:v", "u:w"), delete(50, 2000), put(51, 2000, "u:v")),
        // a clock that steps back at every event
        List.of(
            put(1, 900, "u:a", "u:b"),
            delete(2, 700),
            put(3, 500, "u:a"),
            nulls(4, 300, "u:a"),
            put(5, 100, "u:b"),
            delete(6, 50)),
        // re-inserts
        List.of(
            put(1, 100, "u:a"),
            delete(2, 100),
            put(3, 90, "u:b"),
            delete(4, 95),
            put(5, 80, "v:c"),
            nulls(6, 80, "u:a")),
        // full images among partial events
        List.of(
            put(1, 100, "u:a", "v:c"),
            image(2, 100, "u:a", "u:b"),
            put(3, 90, "v:c"),
            image(4, 200, "u:b"),
            nulls(5, 200, "u:b"),
            put(6, 210, "u:a")),
        List.of(
            image(1, 100, "u:a", "u:b"),
            image(2, 100, "u:a", "u:b"),
            nulls(3, 100, "v:c"),
            replacement(4, 100, "v:c"),
            put(5, 100, "u:a").andNull("v:c"),
            image(6, 50, "u:a", "u:b")),
        // nothing but nulls makes no row appear
        List.of(nulls(1, 10, "u:a"), put(2, 20, "u:a"), nulls(3, 20, "u:a"), nulls(4, 20, "u:b")),
        List.of(put(1, 10, "u:a"), delete(3, 30), nulls(5, 50, "u:b"), put(4, 20, "u:b")));
  }

  @ParameterizedTest
  @MethodSource("sets")
  void everyPermutationEndsAsItsReplay(List<CellSource> events) {
    for (CellRow.Life life : CellRow.Life.values()) {
      permute(
          events,
          order -> {
            CellRow row = new CellRow(life);
            for (CellSource event : order) {
              row.deliver(event);
              row.check();
            }
          });
    }
  }

  @ParameterizedTest
  @MethodSource("sets")
  void everyPermutationWithEachEventAgainEndsAsItsReplay(List<CellSource> events) {
    List<CellSource> few = events.subList(0, Math.min(5, events.size()));
    permute(
        few,
        order -> {
          CellRow row = new CellRow(CellRow.Life.COMPACTED);
          for (int i = 0; i < order.size(); i++) {
            row.deliver(order.get(i));
            row.deliver(order.get((i * 7) % (i + 1)));
            row.check();
          }
          order.forEach(row::deliver);
          row.check();
        });
  }

  private static void permute(List<CellSource> events, Consumer<List<CellSource>> taker) {
    permute(new ArrayList<>(events), 0, taker);
  }

  private static void permute(List<CellSource> events, int from, Consumer<List<CellSource>> taker) {
    if (from == events.size()) {
      taker.accept(events);
      return;
    }
    for (int i = from; i < events.size(); i++) {
      Collections.swap(events, from, i);
      permute(events, from + 1, taker);
      Collections.swap(events, from, i);
    }
  }

  @Test
  void randomEventsInAnyOrderEndAsTheirReplay() {
    long first = Long.getLong("sediment.seed", 1);
    for (long seed = first; seed < first + 30_000; seed++) {
      try {
        play(new Random(seed * 31));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("-Dsediment.seed=" + seed + "\n" + e.getMessage(), e);
      }
    }
    System.out.println("cell mode: seeds from " + first + ", 30000 of them");
  }

  private static void play(Random random) {
    List<CellSource> events = new ArrayList<>();
    int number = 2 + random.nextInt(9);
    long time = 1000;
    for (int i = 1; i <= number; i++) {
      time += random.nextInt(3) == 0 ? -random.nextInt(20) : random.nextInt(4);
      events.add(random(random, i, time));
    }
    List<CellSource> order = new ArrayList<>(events);
    for (int i = random.nextInt(5); i > 0; i--) {
      order.add(events.get(random.nextInt(number)));
    }
    Collections.shuffle(order, random);
    CellRow row = new CellRow(CellRow.Life.RANDOM, random);
    if (random.nextInt(4) == 0) {
      row.loadUnordered();
    }
    while (!order.isEmpty()) {
      int batch = Math.min(order.size(), 1 + random.nextInt(3));
      row.deliver(order.subList(0, batch));
      order.subList(0, batch).clear();
      row.check();
    }
  }

  /** Design section 3: a failed write may come back after a crash, below all that came since. */
  @Test
  void writesThatFailedAndComeBackChangeNothing() {
    long first = Long.getLong("sediment.seed", 1);
    for (long seed = first; seed < first + 10_000; seed++) {
      Random random = new Random(seed * 41);
      try {
        CellRow row = new CellRow(CellRow.Life.RANDOM, random);
        List<CellSource> events = new ArrayList<>();
        while (events.size() < 6) {
          CellSource event = random(random, events.size() + 1, 1000 + random.nextInt(10));
          events.add(event);
        }
        Collections.shuffle(events, random);
        List<CellSource> again = new ArrayList<>();
        for (CellSource event : events) {
          if (random.nextInt(3) == 0) {
            row.fail(event);
            again.add(event);
          } else {
            row.deliver(event);
            row.check();
          }
        }
        again.forEach(row::deliver);
        row.check();
        row.crash();
        row.check();
        row.deliver(put(7, 900, "u:a", "v:c"));
        row.check();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("-Dsediment.seed=" + seed + "\n" + e.getMessage(), e);
      }
    }
  }

  /** In row mode partial events come in order; what an older mode took in is never overtaken. */
  @Test
  void switchingBetweenTheModesLosesNothing() {
    long first = Long.getLong("sediment.seed", 1);
    for (long seed = first; seed < first + 10_000; seed++) {
      try {
        switching(new Random(seed * 37));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("-Dsediment.seed=" + seed + "\n" + e.getMessage(), e);
      }
    }
  }

  private static void switching(Random random) {
    CellRow row = new CellRow(CellRow.Life.RANDOM, random);
    List<CellSource> before = new ArrayList<>();
    boolean cells = random.nextBoolean();
    int number = 1;
    long time = 1000;
    for (int phase = 0; phase < 4; phase++) {
      row.switchTo(cells);
      List<CellSource> events = new ArrayList<>();
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        time += random.nextInt(3) == 0 ? -random.nextInt(20) : random.nextInt(4);
        events.add(random(random, number++, time));
      }
      List<CellSource> order = new ArrayList<>(events);
      if (cells) {
        Collections.shuffle(order, random);
      }
      for (CellSource event : order) {
        row.deliver(event);
        if (!before.isEmpty() && random.nextInt(3) == 0) {
          row.deliver(before.get(random.nextInt(before.size())));
        }
      }
      row.checkColumns();
      before.addAll(events);
      cells = !cells;
    }
  }

  private static CellSource random(Random random, int number, long time) {
    List<String> columns = new ArrayList<>(Arrays.asList("u:a", "u:b", "v:c", "v:"));
    Collections.shuffle(columns, random);
    String[] some = columns.subList(0, 1 + random.nextInt(3)).toArray(String[]::new);
    String[] rest = columns.subList(some.length, columns.size()).toArray(String[]::new);
    return switch (random.nextInt(10)) {
      case 0 -> delete(number, time);
      case 1 -> image(number, time, some);
      case 2 -> replacement(number, time, some);
      case 3, 4 -> nulls(number, time, some);
      case 5 -> put(number, time, some).andNull(rest);
      default -> put(number, time, some);
    };
  }
}
