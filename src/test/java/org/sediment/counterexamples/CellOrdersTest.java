package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.nulls;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Story.PAST;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.Mutation;
import org.junit.jupiter.api.Test;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;

/** Partial events in every order, in batches of many rows, through a region in cell mode. */
class CellOrdersTest {
  private static final int EVENTS = 6;

  /** R13, with partial events: the clock is behind at the last ones. */
  private static List<Mutation> event(String row, int sequence) {
    String text = String.valueOf(sequence);
    long time = PAST + (sequence >= 5 ? 2 : sequence);
    return switch (sequence) {
      case 1 -> List.of(put(row, text, time, "u:a=1", "u:d=1"));
      case 2 -> List.of(put(row, text, time, "u:a=2", "u:b=2"));
      case 3 -> List.of(nulls(row, text, time, "u:a"));
      case 4 -> List.of(deleteRow(row, text, time));
      case 5 -> List.of(put(row, text, time, "u:a=5"), nulls(row, text, time, "u:b"));
      default -> List.of(put(row, text, time, "u:c=6"));
    };
  }

  @Test
  void r13_everyOrderOfPartialEventsEndsInTheSameRow() throws IOException {
    List<List<Integer>> orders = List.copyOf(Orders.of(List.of(1, 2, 3, 4, 5, 6)));
    Random random = Seeds.random("r13-cells");
    try (TestRegion region = CellModeTest.ground().open()) {
      for (int step = 0; step < EVENTS; step++) {
        List<Mutation> batch = new ArrayList<>();
        for (int i = 0; i < orders.size(); i++) {
          batch.addAll(event(String.format("r%03d", i), orders.get(i).get(step)));
        }
        Collections.shuffle(batch, random);
        Orders.accepted(region, batch);
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
              String row = String.format("r%03d", i);
              assertThat(View.row(r, row)).as("arrival %s", orders.get(i)).isEqualTo("u:a=5 u:c=6");
              assertThat(View.sequence(r, row)).isEqualTo("6");
            }
          });
    }
  }

  @Test
  void r26_everyRowOfAMixedBatchIsHandledColumnByColumn() throws IOException {
    Random random = Seeds.random("r26-cells");
    try (TestRegion region = CellModeTest.ground().open()) {
      List<Mutation> batch = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        long time = PAST + random.nextInt(3);
        batch.add(put("d" + i, "6", time, "u:a=6", "u:b=6"));
        batch.add(deleteRow("d" + i, "7", time));
        batch.add(put("d" + i, "8", time, "u:a=8"));
        batch.add(put("i" + i, "7", time, "u:a=7", "u:b=7"));
        batch.add(deleteRow("i" + i, "8", time));
        batch.add(put("s" + i, "7", time, "u:a=7", "u:b=7"));
        batch.add(put("s" + i, "9", time, "u:a=9"));
      }
      Collections.shuffle(batch, random);
      Orders.accepted(region, batch);
      Story.everywhere(
          region,
          r -> {
            for (int i = 0; i < 300; i++) {
              assertThat(View.row(r, "d" + i)).isEqualTo("u:a=8");
              assertThat(View.exists(r, "i" + i)).isFalse();
              assertThat(View.row(r, "s" + i)).isEqualTo("u:a=9 u:b=7");
            }
          });
    }
  }
}
