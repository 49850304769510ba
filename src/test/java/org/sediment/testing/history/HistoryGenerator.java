package org.sediment.testing.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Makes histories out of seeds. Stateless. */
public final class HistoryGenerator {
  /** Lag of the delta families in milliseconds; T of a fold lies another minute below. */
  public static final long LAG = 3_600_000;

  /** How long after its time a delta of a timely history comes at most. */
  static final long TIMELY = LAG - 600_000;

  private HistoryGenerator() {}

  /**
   * Makes a history.
   *
   * @param seed decides everything
   * @param start where the clock starts
   * @param length number of steps
   */
  public static History make(long seed, long start, int length) {
    return make(seed, start, length, Mode.ROW);
  }

  /**
   * Makes a history of a table whose guard judges in a mode.
   *
   * @param seed decides everything
   * @param start where the clock starts
   * @param length number of steps
   */
  public static History make(long seed, long start, int length, Mode mode) {
    Random random = new Random(seed);
    random.nextLong(); // neighbouring seeds begin alike
    boolean timely = random.nextInt(3) > 0;
    boolean images = random.nextInt(4) == 0;
    List<RowSource> sources = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    Set<String> ordered = new TreeSet<>();
    int number = 1 + random.nextInt(3);
    for (int i = 0; i < number; i++) {
      String row = String.valueOf((char) ('a' + 8 * i));
      rows.add(row);
      RowSource source = new RowSource(random, row, timely, images, mode.isPartial());
      sources.add(source);
      if (source.isOrdered()) {
        ordered.add(row);
      }
    }
    long now = start;
    boolean byCell = mode == Mode.CELL;
    List<Step> steps = new ArrayList<>();
    while (steps.size() < length) {
      if (mode == Mode.SWITCHED && random.nextInt(6) == 0) {
        byCell = !byCell;
        steps.add(new Step.Switch(byCell));
        continue;
      }
      int dice = random.nextInt(20);
      if (dice < 11) {
        List<Event> events = events(random, sources, now);
        if (!events.isEmpty()) {
          Step.How[] hows = Step.How.values();
          steps.add(new Step.Deliver(hows[random.nextInt(hows.length)], events));
        }
      } else if (dice == 11) {
        Step.Fault[] faults = Step.Fault.values();
        steps.add(
            new Step.Refuse(
                faults[random.nextInt(faults.length)],
                rows.get(random.nextInt(rows.size())),
                now - random.nextInt(1000),
                random.nextInt(4),
                events(random, sources, now)));
      } else if (dice < 18) {
        steps.add(storage(random));
      } else {
        long by = tick(random, timely);
        now += by;
        steps.add(new Step.Tick(by));
      }
    }
    return new History(seed, start, timely, images, mode, rows, ordered, steps);
  }

  private static List<Event> events(Random random, List<RowSource> sources, long now) {
    List<Event> events = new ArrayList<>();
    int number = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(6);
    for (int i = 0; i < number; i++) {
      Event event = sources.get(random.nextInt(sources.size())).next(now);
      if (event != null) {
        events.add(event);
      }
    }
    return events;
  }

  private static Step storage(Random random) {
    String family = History.FAMILIES.get(random.nextInt(History.FAMILIES.size()));
    Step.Op op =
        switch (random.nextInt(16)) {
          case 0, 1, 2, 3, 4 -> Step.Op.FLUSH;
          case 5, 6, 7 -> Step.Op.COMPACT;
          case 8, 9 -> Step.Op.MAJOR;
          case 10 -> Step.Op.REOPEN;
          case 11, 12 -> Step.Op.PIN;
          case 13 -> Step.Op.SPLIT;
          case 14 -> Step.Op.MERGE;
          default -> Step.Op.CRASH;
        };
    return new Step.Storage(op, family, random.nextLong());
  }

  private static long tick(Random random, boolean timely) {
    return switch (random.nextInt(timely ? 5 : 6)) {
      case 0 -> 1;
      case 1 -> random.nextInt(1000);
      case 2 -> 60_000L * random.nextInt(60);
      case 3 -> 3_600_000L + random.nextInt(7_200_000);
      case 4 -> timely ? -random.nextInt(30_000) : 86_400_000L;
      default -> -(long) random.nextInt(7_200_000);
    };
  }
}
