package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sediment.testing.EndpointTotals;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;
import org.sediment.testing.history.Event;
import org.sediment.testing.history.Mode;
import org.sediment.testing.history.Model;
import org.sediment.testing.history.RowSource;

/**
 * Batches that another coprocessor lets fail, before they are in the log or when they are stored
 * and the client is told that they failed, with the guard's last hook or without it; the client
 * sends them again, sooner or later. And partial events of one row from several threads at once.
 */
class FailedWritesTest {
  private static final int ROWS = 3;

  private static final List<Interference.At> PLACES =
      List.of(
          Interference.At.PRE_BATCH_MUTATE,
          Interference.At.PRE_WAL_APPEND,
          Interference.At.POST_BATCH_MUTATE,
          Interference.At.POST_PUT,
          Interference.At.POST_INDISPENSABLY);

  private static TestRegionBuilder ground(Mode mode) {
    return Story.ordinary()
        .upsert("v")
        .delta("y")
        .familyValue("y", "sediment.fold", "sum:decimal")
        .property("sediment.guard", mode == Mode.CELL ? "cell" : "row");
  }

  private static List<RowSource> sources(Random random, Mode mode) {
    List<RowSource> sources = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      sources.add(new RowSource(random, "r" + i, true, false, mode == Mode.CELL));
    }
    return sources;
  }

  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"ROW", "CELL"})
  void eventsThatFailedAndComeAgainAreInTheTableOnce(Mode mode) throws IOException {
    Random seeds = Seeds.random("FailedWritesTest");
    for (int round = 0; round < 8; round++) {
      long seed = seeds.nextLong();
      try (TestRegion region = Interference.on(ground(mode)).open()) {
        play(region, mode, new Random(seed));
      } catch (AssertionError e) {
        throw new AssertionError("round " + round + ": " + e.getMessage(), e);
      }
    }
  }

  private static void play(TestRegion region, Mode mode, Random random) throws IOException {
    region.clock().set(Story.NOW);
    Model model = new Model(false, mode);
    List<RowSource> sources = sources(random, mode);
    Deque<Event> again = new ArrayDeque<>();
    int failures = 0;
    for (int step = 0; step < 80; step++) {
      switch (random.nextInt(14)) {
        case 0 -> region.flush();
        case 1 -> region.majorCompact();
        case 2 -> region.reopen();
        case 3 -> region.crash();
        default -> {
          boolean old = mode == Mode.CELL && !again.isEmpty() && random.nextInt(3) == 0;
          Event event =
              old ? again.poll() : sources.get(random.nextInt(ROWS)).next(region.clock().now());
          while (event != null && !send(region, event, random)) {
            failures++;
            if (mode == Mode.CELL) {
              again.add(event);
              event = null;
            } // in row mode no later event may overtake it
          }
          if (event != null) {
            model.deliver(event);
          }
          region.clock().advance(random.nextInt(3));
        }
      }
    }
    assertThat(failures).isPositive();
    for (Event event : again) {
      assertThat(region.list(event.mutations())).isNotEmpty();
      model.deliver(event);
    }
    Story.everywhere(region, r -> check(r, model));
  }

  /** Sends an event by some call, which may fail. Returns whether it did not. */
  private static boolean send(TestRegion region, Event event, Random random) throws IOException {
    boolean[] armed = {random.nextInt(3) == 0};
    if (armed[0]) {
      Interference who =
          random.nextBoolean() ? Interference.before(region) : Interference.after(region);
      who.once(
          PLACES.get(random.nextInt(PLACES.size())),
          () -> {
            if (armed[0]) {
              throw new IOException("another coprocessor fails");
            }
          });
    }
    try {
      call(region, event.mutations(), random.nextInt(3));
      return true;
    } catch (IOException failed) {
      assertThat(failed).hasMessageContaining("another coprocessor fails");
      return false;
    } finally {
      armed[0] = false;
    }
  }

  private static void call(TestRegion region, List<Mutation> mutations, int how)
      throws IOException {
    if (how == 0) {
      Orders.accepted(region, mutations);
    } else if (how == 1 || mutations.size() > 1) {
      region.mutateRow(Events.together(mutations.toArray(new Mutation[0])));
    } else if (mutations.get(0) instanceof Put put) {
      region.put(put);
    } else {
      region.delete((Delete) mutations.get(0));
    }
  }

  /** Events of few rows, in no order, from threads that do not wait for each other. */
  @Test
  void partialEventsOfOneRowFromManyThreadsEndAsTheirReplay() throws Exception {
    Random random = Seeds.random("FailedWritesTest, threads");
    Model model = new Model(false, Mode.CELL);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try (TestRegion region = ground(Mode.CELL).open()) {
      region.clock().set(Story.NOW);
      List<Event> events = new ArrayList<>();
      List<RowSource> sources = sources(random, Mode.CELL);
      while (events.size() < 300) {
        Event event = sources.get(random.nextInt(ROWS)).next(Story.NOW);
        if (event != null) {
          events.add(event);
          model.deliver(event);
        }
      }
      Collections.shuffle(events, random);
      Queue<Event> waiting = new ConcurrentLinkedQueue<>(events);
      List<Future<?>> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int how = i % 3;
        threads.add(
            pool.submit(
                () -> {
                  for (Event next = waiting.poll(); next != null; next = waiting.poll()) {
                    call(region, next.mutations(), how);
                  }
                  return null;
                }));
      }
      while (!waiting.isEmpty()) {
        region.flush();
        region.majorCompact("m");
        region.majorCompact("u");
      }
      for (Future<?> thread : threads) {
        thread.get(60, TimeUnit.SECONDS);
      }
      Story.everywhere(region, r -> check(r, model));
    } finally {
      pool.shutdownNow();
    }
  }

  private static void check(TestRegion region, Model model) throws IOException {
    for (int i = 0; i < ROWS; i++) {
      String row = "r" + i;
      String expected =
          model.row(row).entrySet().stream()
              .map(column -> column.getKey() + "=" + column.getValue())
              .collect(Collectors.joining(" "));
      assertThat(View.row(region, row)).as(row).isEqualTo(expected);
      assertThat(plain(EndpointTotals.of(region.region(), row)))
          .as("totals of %s", row)
          .isEqualTo(plain(model.totals(row)));
    }
  }

  private static Map<String, BigDecimal> plain(Map<String, BigDecimal> totals) {
    Map<String, BigDecimal> plain = new TreeMap<>();
    totals.forEach((key, value) -> plain.put(key, value.setScale(2)));
    return plain;
  }
}
