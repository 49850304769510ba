package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.image;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Story.HOUR;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.RECENT;
import static org.sediment.counterexamples.Story.story;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.junit.jupiter.api.Test;
import org.sediment.testing.Families;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** Effective times: what they are lifted above, and what they leave alone. */
class GuardTimesTest {
  /** Broke "the last effective time is that of {@code m:seq}": loaded rows have none. */
  @Test
  void a08_aRowThatWasLoadedLosesToTheFirstNewerEvent() throws IOException {
    Story.in(GuardMemoryTest::guardOnly)
        .then(
            r ->
                HFiles.load(
                    r,
                    "u",
                    HFiles.cell("deleted", "u", "a", RECENT + 5000, bytes("loaded")),
                    HFiles.cell("put", "u", "a", RECENT + 5000, bytes("loaded"))))
        .then(r -> r.put(put("put", "1", RECENT + 4000, "u:a=2")))
        .then(r -> r.delete(deleteRow("deleted", "1", RECENT + 4000)))
        .ends(
            r -> {
              assertThat(View.timed(r, "put")).isEqualTo("u:a=2@" + (RECENT + 5001));
              assertThat(View.exists(r, "deleted")).isFalse();
            });
  }

  /**
   * {@code m} has forgotten the delete, {@code u} still has its marker, or not: the same answer.
   */
  @Test
  void a08_aPutBelowAForgottenDeleteIsSeenInEveryStorageState() throws IOException {
    for (boolean markerGone : new boolean[] {false, true}) {
      Story.in(() -> GuardMemoryTest.guardOnly().property("sediment.tombstone.retention", "2h"))
          .then(r -> r.put(put("r", "1", RECENT + 1000, "u:a=1")))
          .then(r -> r.delete(deleteRow("r", "3", RECENT + 3000)))
          .then(
              r -> {
                r.flush();
                r.clock().advance(3 * HOUR);
                r.majorCompact("m");
                assertThat(View.markers(r, "r", "m")).isEmpty();
                if (markerGone) {
                  r.majorCompact("u");
                }
                r.reopen();
              })
          .then(r -> r.put(put("r", "4", RECENT + 2500, "u:a=4")))
          .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=4"));
    }
  }

  /** Deltas are compared with a delete's commit time, not with the time it was lifted to. */
  @Test
  void a11_aLiftedDeleteMasksNoDeltaAboveItsCommitTime() throws IOException {
    for (long time : new long[] {RECENT, PAST}) {
      Story.Step delete =
          r -> {
            r.put(put("r", "1", time + 5000, "u:a=1"));
            r.delete(deleteRow("r", "2", time + 3000));
          };
      Story.Step deltas = r -> r.put(delta("r", time + 4000, "x:qty:e1=+1"));
      for (List<Story.Step> order : List.of(List.of(delete, deltas), List.of(deltas, delete))) {
        story()
            .then(order.get(0))
            .then(order.get(1))
            .ends(
                r -> {
                  assertThat(View.row(r, "r")).isEmpty();
                  assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(1));
                });
      }
    }
  }

  /** Broke "the whole event is nudged alike": a replay would find its delta at another time. */
  @Test
  void a12_aNudgedEventKeepsTheTimeOfItsDeltas() throws IOException {
    long time = RECENT + 100;
    Story.Step event = r -> r.put(put("r", "5", time, "u:a=5", "x:qty:e1=+3"));
    story()
        .then(r -> r.put(put("r", "4", time, "u:a=4")))
        .then(event)
        .then(event)
        .ends(
            r -> {
              assertThat(View.timed(r, "r")).isEqualTo("u:a=5@" + (time + 1));
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(3));
            });
  }

  private static TestRegionBuilder versioned() {
    return TestRegion.builder()
        .sequence()
        .family(
            Families.of("v", "versioned")
                .setMaxVersions(Integer.MAX_VALUE)
                .setKeepDeletedCells(KeepDeletedCells.TRUE));
  }

  /** Broke "last + 1": the marker below the second image hid the first one at its own time. */
  @Test
  void a21_anImageLeavesTheOneBeforeReadableAsOfItsTime() throws IOException {
    long time = RECENT + 100;
    Story.in(GuardTimesTest::versioned)
        .then(r -> r.put(image(put("r", "1", time, "v:a=1"))))
        .then(r -> r.put(image(put("r", "2", time + 1, "v:b=2"))))
        .ends(
            r -> {
              assertThat(View.timed(r, "r")).isEqualTo("v:b=2@" + (time + 2));
              assertThat(View.asOf(r, "r", time)).isEqualTo("v:a=1");
              assertThat(View.asOf(r, "r", time + 2)).isEqualTo("v:b=2");
            });
  }

  @Test
  void a21_anImageOfTheYear1970HasNoMarkerBeforeIt() throws IOException {
    story()
        .then(r -> r.put(image(put("r", "1", 0, "u:a=1"))))
        .ends(r -> assertThat(View.timed(r, "r")).isEqualTo("u:a=1@1"));
  }

  /** As-of reads go by effective time; a late older version is not filled in. */
  @Test
  void a22_versionsAreReadAsOfTheirEffectiveTime() throws IOException {
    Story.in(GuardTimesTest::versioned)
        .then(r -> r.put(put("inOrder", "1", RECENT + 100, "v:a=1")))
        .then(r -> r.put(put("inOrder", "2", RECENT + 200, "v:a=2")))
        .then(r -> r.put(put("inOrder", "3", RECENT + 200, "v:a=3")))
        .then(r -> r.put(put("late", "2", RECENT + 200, "v:a=2")))
        .then(r -> r.put(put("late", "1", RECENT + 100, "v:a=1")))
        .ends(
            r -> {
              assertThat(View.asOf(r, "inOrder", RECENT + 100)).isEqualTo("v:a=1");
              assertThat(View.asOf(r, "inOrder", RECENT + 200)).isEqualTo("v:a=2");
              assertThat(View.asOf(r, "inOrder", RECENT + 201)).isEqualTo("v:a=3");
              assertThat(View.asOf(r, "late", RECENT + 150)).isEmpty();
              assertThat(View.row(r, "late")).isEqualTo("v:a=2");
            });
  }

  /**
   * Exact-version deletes: on {@code upsert} they depend on compaction, on {@code versioned} not.
   */
  @Test
  void a16_aRepairOfOneVersionUncoversTheOneBefore() throws IOException {
    Story.in(GuardTimesTest::versioned)
        .then(r -> r.put(put("r", "1", RECENT + 100, "v:a=1")))
        .then(r -> r.put(put("r", "2", RECENT + 200, "v:a=2")))
        .then(
            r ->
                r.delete(
                    Events.sequenced(
                        new org.apache.hadoop.hbase.client.Delete(bytes("r"))
                            .addColumn(bytes("v"), bytes("a"), RECENT + 200),
                        "3")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("v:a=1"));
  }

  /** Insert, delete and insert in one millisecond, and a clock that steps back: all six orders. */
  @Test
  void sound_everyOrderOfEventsOfOneMillisecondEndsInTheSameRow() throws IOException {
    long[][] times = {
      {RECENT + 2000, RECENT + 2000, RECENT + 2000}, {RECENT + 5000, RECENT + 3000, RECENT + 4000}
    };
    List<List<Integer>> orders = orders();
    Story.Step all =
        r -> {
          for (int t = 0; t < times.length; t++) {
            for (int deleted = 1; deleted <= 3; deleted++) {
              for (List<Integer> order : orders) {
                String row = t + "-" + deleted + "-" + order;
                for (int event : order) {
                  long time = times[t][event - 1];
                  if (event == deleted) {
                    r.delete(deleteRow(row, "" + event, time));
                  } else {
                    r.put(put(row, "" + event, time, "u:a=" + event));
                  }
                }
              }
            }
          }
        };
    story()
        .then(all)
        .then(all)
        .ends(
            r -> {
              for (int t = 0; t < times.length; t++) {
                for (int deleted = 1; deleted <= 3; deleted++) {
                  for (List<Integer> order : orders) {
                    String row = t + "-" + deleted + "-" + order;
                    assertThat(View.row(r, row)).as(row).isEqualTo(deleted == 3 ? "" : "u:a=3");
                  }
                }
              }
            });
  }

  private static List<List<Integer>> orders() {
    List<List<Integer>> orders = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      for (int j = 1; j <= 3; j++) {
        if (i != j) {
          orders.add(List.of(i, j, 6 - i - j));
        }
      }
    }
    return orders;
  }

  /** A time in the future is judged as it was sent, not as it was lifted. */
  @Test
  void a14_aReplayIsNeverRefusedByAClockThatSteppedBack() throws IOException {
    try (TestRegion region = Story.ordinary().open()) {
      region.clock().set(NOW);
      region.put(put("r", "1", NOW + HOUR / 2, "u:a=1"));
      region.clock().advance(-2 * HOUR);
      region.put(put("r", "1", NOW + HOUR / 2, "u:a=1"));
      assertThatThrownBy(() -> region.put(put("r", "2", NOW + HOUR / 2, "u:a=2")))
          .isInstanceOf(org.apache.hadoop.hbase.DoNotRetryIOException.class)
          .hasMessageContaining("r");
      assertThat(View.row(region, "r")).isEqualTo("u:a=1");
    }
  }

  @Test
  void a14_aReplayIsNeverRefusedForItsExpiry() throws IOException {
    TestRegionBuilder builder =
        TestRegion.builder()
            .sequence()
            .family(Families.of("u", "upsert").setTimeToLive(7 * HConstants.DAY_IN_SECONDS));
    try (TestRegion region = builder.open()) {
      region.clock().set(NOW);
      region.put(put("r", "1", NOW, "u:a=1"));
      region.clock().advance(8 * Story.DAY);
      region.put(put("r", "1", NOW, "u:a=1"));
      assertThatThrownBy(() -> region.put(put("r", "2", NOW + 1, "u:a=2")))
          .isInstanceOf(org.apache.hadoop.hbase.DoNotRetryIOException.class)
          .hasMessageContaining("sediment.expired");
      assertThatThrownBy(() -> region.put(put("new", "1", NOW, "u:a=1")))
          .isInstanceOf(org.apache.hadoop.hbase.DoNotRetryIOException.class)
          .hasMessageContaining("sediment.expired");
    }
  }
}
