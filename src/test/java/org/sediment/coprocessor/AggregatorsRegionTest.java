package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.testing.EndpointTotals;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;

/**
 * Counters of every aggregator beside each other: whatever a region flushes, folds, loses and opens
 * again, their totals are what plain lists of the deltas come to.
 */
class AggregatorsRegionTest {
  private static final byte[] X = Bytes.toBytes("x");
  private static final List<String> FUNCTIONS =
      List.of("sum", "min", "max", "count", "avg", "last");

  private final Random random = Seeds.random("AggregatorsRegionTest");
  private final Set<String> takenBack = new HashSet<>();
  private long folded;

  /** One delta: identity and value. */
  private record Delta(String row, String counter, String id, long time, BigDecimal value) {
    byte[] column() {
      return Bytes.toBytes(counter + ":" + id);
    }

    String identity() {
      return row + "/" + counter + ":" + id + "@" + time;
    }

    Put put() {
      byte[] bytes =
          counter.startsWith("i-") ? Bytes.toBytes(value.longValueExact()) : Bytes.toBytes(value);
      return new Put(Bytes.toBytes(row)).addColumn(X, column(), time, bytes);
    }

    Delete delete() {
      return new Delete(Bytes.toBytes(row)).addColumn(X, column(), time);
    }
  }

  private static TestRegion open() throws IOException {
    List<String> fold = new ArrayList<>();
    for (String function : FUNCTIONS) {
      fold.add("i-" + function + "=" + function + ":int64");
      fold.add("d-" + function + "=" + function + ":decimal");
    }
    return TestRegion.builder()
        .sequence()
        .delta("x")
        .familyValue("x", "sediment.fold", String.join(",", fold))
        .familyValue("x", "sediment.lag", "10s")
        .conf("hbase.master.maxclockskew", "1000")
        .open();
  }

  @Test
  void totalsAreWhatTheListsComeTo() throws IOException {
    for (int round = 0; round < 6; round++) {
      try (TestRegion region = open()) {
        Map<String, Delta> kept = new HashMap<>();
        takenBack.clear();
        List<Delta> young = new ArrayList<>();
        for (int step = 0; step < 60; step++) {
          deliver(region, kept, young);
          disturb(region);
          young.removeIf(each -> each.time < region.clock().now() - 8_000);
          if (step % 5 == 0) {
            check(region, kept);
          }
        }
        region.flush();
        region.clock().advance(60_000);
        region.majorCompact("x");
        check(region, kept);
        folded += bases(region);
      }
    }
    assertThat(folded).as("something was folded").isPositive();
  }

  private static long bases(TestRegion region) throws IOException {
    return region.raw("x").stream()
        .filter(cell -> CounterOracle.qualifier(cell).endsWith(";"))
        .count();
  }

  /** Sends deltas that are in time, new, again, and taken back. */
  private void deliver(TestRegion region, Map<String, Delta> kept, List<Delta> young)
      throws IOException {
    for (int i = random.nextInt(8); i > 0; i--) {
      int dice = young.isEmpty() ? 9 : random.nextInt(10);
      if (dice == 0) {
        Delta gone = young.remove(random.nextInt(young.size()));
        kept.remove(gone.identity());
        takenBack.add(gone.identity());
        region.delete(gone.delete());
      } else if (dice == 1) {
        region.put(young.get(random.nextInt(young.size())).put());
      } else {
        Delta delta = any(region.clock().now());
        if (!takenBack.contains(delta.identity())
            && kept.putIfAbsent(delta.identity(), delta) == null) {
          young.add(delta);
          region.put(delta.put());
        }
      }
    }
  }

  private Delta any(long now) {
    boolean decimal = random.nextBoolean();
    String function = FUNCTIONS.get(random.nextInt(FUNCTIONS.size()));
    return new Delta(
        random.nextBoolean() ? "r" : "s",
        (decimal ? "d-" : "i-") + function,
        "e" + random.nextInt(50),
        now - 1000L * random.nextInt(8), // so that many are of one time
        decimal
            ? BigDecimal.valueOf(random.nextInt(2001) - 1000, random.nextInt(3))
            : BigDecimal.valueOf(random.nextInt(2001) - 1000));
  }

  private void disturb(TestRegion region) throws IOException {
    switch (random.nextInt(10)) {
      case 0, 1 -> region.flush();
      case 2 -> {
        if (region.files("x").size() > 1) {
          int last = region.files("x").size() - 1;
          region.compact("x", last - 1, last);
        }
      }
      case 3, 4 -> {
        region.flush();
        region.majorCompact("x");
      }
      case 5 -> region.reopen();
      case 6 -> region.crash();
      case 7, 8 -> region.clock().advance(1000L * random.nextInt(30));
      default -> region.clock().advance(1000L);
    }
  }

  private static void check(TestRegion region, Map<String, Delta> kept) throws IOException {
    for (String row : List.of("r", "s")) {
      Map<String, List<Delta>> byCounter = new TreeMap<>();
      kept.values().stream()
          .filter(each -> each.row.equals(row))
          .sorted(Comparator.comparing(Delta::id))
          .forEach(
              each -> byCounter.computeIfAbsent(each.counter, c -> new ArrayList<>()).add(each));
      Map<String, BigDecimal> expected = new TreeMap<>();
      byCounter.forEach(
          (counter, deltas) ->
              expected.put("x:" + counter, plain(expected(counter.substring(2), deltas))));
      Map<String, BigDecimal> totals = new TreeMap<>();
      EndpointTotals.of(region.region(), row)
          .forEach((counter, total) -> totals.put(counter, plain(total)));
      assertThat(totals).as("totals of row %s", row).isEqualTo(expected);
      assertThat(EndpointTotals.counts(region.region(), row))
          .as("deltas in the totals of row %s", row)
          .isEqualTo(counts(byCounter));
    }
  }

  private static Map<String, Long> counts(Map<String, List<Delta>> byCounter) {
    Map<String, Long> counts = new TreeMap<>();
    byCounter.forEach((counter, deltas) -> counts.put("x:" + counter, (long) deltas.size()));
    return counts;
  }

  private static BigDecimal plain(BigDecimal value) {
    return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
  }

  /** What a function makes of deltas that are in the order of their IDs. */
  private static BigDecimal expected(String function, List<Delta> deltas) {
    Stream<BigDecimal> values = deltas.stream().map(Delta::value);
    return switch (function) {
      case "sum", "avg" -> values.reduce(BigDecimal::add).orElseThrow();
      case "min" -> values.min(Comparator.naturalOrder()).orElseThrow();
      case "max" -> values.max(Comparator.naturalOrder()).orElseThrow();
      case "count" -> BigDecimal.valueOf(deltas.size());
      case "last" -> deltas.stream().reduce((a, b) -> b.time >= a.time ? b : a).orElseThrow().value;
      default -> throw new IllegalArgumentException(function);
    };
  }
}
