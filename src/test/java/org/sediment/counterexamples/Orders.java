package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/**
 * A set of events in every order of arrival, each order in a row of its own of one region, with
 * flushes and compactions of some files between the arrivals, and the same end wanted at all five
 * points.
 */
final class Orders {
  /** The mutations of one event, for a row. */
  interface Made {
    List<Mutation> in(String row);
  }

  private Orders() {}

  /** All orders of some items; those of equal items once. */
  static <T> Set<List<T>> of(List<T> items) {
    Set<List<T>> orders = new LinkedHashSet<>();
    permute(new ArrayList<>(items), 0, orders);
    return orders;
  }

  private static <T> void permute(List<T> items, int from, Set<List<T>> out) {
    if (from == items.size()) {
      out.add(new ArrayList<>(items));
      return;
    }
    for (int i = from; i < items.size(); i++) {
      Collections.swap(items, from, i);
      permute(items, from + 1, out);
      Collections.swap(items, from, i);
    }
  }

  /**
   * Delivers and checks.
   *
   * @param events in the order of their sequences
   * @param end what a plain read of the guarded families shows in the end, as {@link View#row} says
   *     it; empty for a row that is not there
   */
  static void allEnd(TestRegionBuilder table, List<Made> events, String end, Random random)
      throws IOException {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      places.add(i);
    }
    List<List<Integer>> orders = List.copyOf(of(places));
    try (TestRegion region = table.open()) {
      region.clock().set(Story.NOW);
      for (int step = 0; step < events.size(); step++) {
        List<Mutation> batch = new ArrayList<>();
        for (int i = 0; i < orders.size(); i++) {
          batch.addAll(events.get(orders.get(i).get(step)).in(row(i)));
        }
        accepted(region, batch);
        region.flush();
        if (region.files("u").size() > 2) {
          region.compact("u", random.nextInt(2), 2);
          region.compact("m", 0, region.files("m").size() - 1);
        }
        if (random.nextInt(3) == 0) {
          region.majorCompact("u");
        }
      }
      Story.everywhere(
          region,
          r -> {
            for (int i = 0; i < orders.size(); i++) {
              assertThat(View.row(r, row(i))).as("arrival %s", orders.get(i)).isEqualTo(end);
              assertThat(View.exists(r, row(i)))
                  .as("there, arrival %s", orders.get(i))
                  .isEqualTo(!end.isEmpty());
            }
          });
    }
  }

  private static String row(int order) {
    return String.format("r%03d", order);
  }

  /** Sends a list of which nothing is refused. */
  static void accepted(TestRegion region, List<Mutation> mutations) throws IOException {
    assertThat(region.list(mutations))
        .extracting(OperationStatus::getOperationStatusCode)
        .containsOnly(OperationStatusCode.SUCCESS);
  }
}
