package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.nulls;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Events.together;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.story;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Mutation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.testing.Families;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;

/** Cases from the field about rows: faults that real systems had with order, deletes and nulls. */
class CasesOfRowsTest {
  private static void accepted(TestRegion region, Mutation... mutations) throws IOException {
    Orders.accepted(region, List.of(mutations));
  }

  @Test
  void r08_aDelayedPutAfterTheDeletesMarkerWasPurgedStaysOut() throws IOException {
    story()
        .then(r -> r.put(put("r", "1", PAST + 1000, "u:a=1")))
        .then(r -> r.delete(deleteRow("r", "3", PAST + 3000)))
        .then(TestRegion::flush)
        .then(TestRegion::majorCompact)
        .then(TestRegion::majorCompact)
        .then(r -> r.put(put("r", "2", PAST + 2000, "u:a=2")))
        .ends(r -> assertThat(View.exists(r, "r")).isFalse());
  }

  @Test
  void r10_deleteAndInsertOfOneMillisecondInOneBatch() throws IOException {
    story()
        .then(r -> r.put(put("r", "1", PAST, "u:a=0", "u:b=0")))
        .then(r -> accepted(r, deleteRow("r", "7", PAST + 9), put("r", "8", PAST + 9, "u:a=1")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=1"));
  }

  @Test
  void r10_deleteAndInsertOfOneMillisecondInTwoCalls() throws IOException {
    story()
        .then(r -> r.put(put("r", "1", PAST, "u:a=0", "u:b=0")))
        .then(r -> r.delete(deleteRow("r", "7", PAST + 9)))
        .then(r -> r.put(put("r", "8", PAST + 9, "u:a=1")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=1"));
  }

  @Test
  void r10_insertOfTheSameMillisecondArrivesBeforeTheDelete() throws IOException {
    // the insert names the whole row: what partial events uncover when their delete comes later
    // is the business of cell mode
    story()
        .then(r -> r.put(put("r", "1", PAST, "u:a=0")))
        .then(r -> r.put(put("r", "8", PAST + 9, "u:a=1")))
        .then(r -> r.delete(deleteRow("r", "7", PAST + 9)))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=1"));
  }

  @Test
  void r10_insertThenDeleteOfOneMillisecondLeavesNothing() throws IOException {
    story()
        .then(r -> r.put(put("r", "1", PAST, "u:a=0", "u:b=0")))
        .then(r -> accepted(r, deleteRow("r", "8", PAST + 9), put("r", "7", PAST + 9, "u:a=1")))
        .ends(r -> assertThat(View.exists(r, "r")).isFalse());
  }

  @Test
  void r13_everyOrderOfArrivalEndsInTheSameRow() throws IOException {
    List<List<Integer>> orders = List.copyOf(Orders.of(List.of(1, 2, 3, 4, 5, 3)));
    Random random = Seeds.random("r13");
    try (TestRegion region = TestRegion.builder().sequence().upsert("u").open()) {
      for (int step = 0; step < 6; step++) {
        List<Mutation> batch = new ArrayList<>();
        for (int i = 0; i < orders.size(); i++) {
          batch.addAll(wholeRow(String.format("r%03d", i), orders.get(i).get(step)));
        }
        Orders.accepted(region, batch);
        region.flush();
        int files = region.files("u").size();
        if (files > 2) {
          region.compact("u", random.nextInt(2), 2);
          region.compact("m", 0, region.files("m").size() - 1);
        }
      }
      Story.everywhere(
          region,
          r -> {
            for (int i = 0; i < orders.size(); i++) {
              assertThat(View.row(r, String.format("r%03d", i)))
                  .as("arrival %s", orders.get(i))
                  .isEqualTo("u:a=5 u:c=5");
            }
          });
    }
  }

  /**
   * Insert 1, update 2, null of a 3, delete 4, insert 5; the last one has a clock that is behind.
   */
  private static List<Mutation> wholeRow(String row, int sequence) {
    String text = String.valueOf(sequence);
    long time = PAST + (sequence == 5 ? 2 : sequence);
    return switch (sequence) {
      case 3 -> List.of(put(row, text, time, "u:b=3", "u:c=3"), nulls(row, text, time, "u:a"));
      case 4 -> List.of(deleteRow(row, text, time));
      case 5 -> List.of(put(row, text, time, "u:a=5", "u:c=5"), nulls(row, text, time, "u:b"));
      default -> List.of(put(row, text, time, "u:a=" + text, "u:b=" + text, "u:c=" + text));
    };
  }

  @Test
  void r16_aSequenceOfCommitAndChangeOrdersInterleavedTransactions() throws IOException {
    story()
        .then(r -> r.put(put("r", "118.108", PAST + 1, "u:a=T2")))
        .then(r -> r.put(put("r", "130.100", PAST + 1, "u:a=T1 first")))
        .then(r -> r.put(put("r", "130.124", PAST + 1, "u:a=T1 last")))
        .then(r -> r.put(put("r", "130.112", PAST + 1, "u:a=T1 middle")))
        .then(r -> r.put(put("o", "130.124.2", PAST + 1, "u:a=second")))
        .then(r -> r.put(put("o", "130.124.1", PAST + 1, "u:a=first")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=T1 last");
              assertThat(View.row(r, "o")).isEqualTo("u:a=second");
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void r21_aNullUncoversNoOlderVersion(int versions) throws IOException {
    Story.in(
            () ->
                TestRegion.builder()
                    .sequence()
                    .family(Families.of("u", "upsert").setMaxVersions(versions))
                    .delta("x"))
        .then(r -> r.put(put("r", "1", PAST + 1, "u:q=v1", "u:k=1")))
        .then(r -> r.put(put("r", "2", PAST + 2, "u:q=v2")))
        .then(r -> r.delete(nulls("r", "3", PAST + 3, "u:q")))
        .then(r -> r.put(put("s", "1", PAST + 1, "u:q=v1", "u:k=1")))
        .then(r -> r.put(put("s", "2", PAST + 2, "u:q=v2")))
        .then(r -> r.delete(nulls("s", "3", PAST + 2, "u:q")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:k=1");
              assertThat(View.row(r, "s")).isEqualTo("u:k=1");
            });
  }

  /** Also of the smaller cases: a null is not zero bytes, and a partial update touches no other. */
  @Test
  void r25_valueNullUntouchedAndEmptyStayFourThings() throws IOException {
    story()
        .then(r -> r.put(put("r", "1", PAST + 1, "u:big=x", "u:a=1")))
        .then(r -> r.put(put("r", "2", PAST + 2, "u:a=2")))
        .then(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=2 u:big=x"))
        .then(r -> r.delete(nulls("r", "3", PAST + 3, "u:a")))
        .then(r -> assertThat(View.row(r, "r")).isEqualTo("u:big=x"))
        .then(r -> accepted(r, nulls("r", "4", PAST + 4, "u:big"), put("r", "5", PAST + 4, "u:a=")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a="));
  }

  @Test
  void r26_everyRowOfAMixedBatchIsHandled() throws IOException {
    Random random = Seeds.random("r26");
    List<Mutation> batch = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      long time = PAST + random.nextInt(3);
      batch.add(deleteRow("d" + i, "7", time));
      batch.add(put("d" + i, "8", time, "u:a=8"));
      batch.add(put("i" + i, "7", time, "u:a=7"));
      batch.add(deleteRow("i" + i, "8", time));
      batch.add(put("s" + i, "7", time, "u:a=7"));
      batch.add(put("s" + i, "9", time, "u:a=9"));
    }
    Collections.shuffle(batch, random);
    story()
        .then(r -> Orders.accepted(r, batch.stream().map(CasesOfRowsTest::copy).toList()))
        .ends(
            r -> {
              for (int i = 0; i < 300; i++) {
                assertThat(View.row(r, "d" + i)).isEqualTo("u:a=8");
                assertThat(View.exists(r, "i" + i)).isFalse();
                assertThat(View.row(r, "s" + i)).isEqualTo("u:a=9");
              }
            });
  }

  private static Mutation copy(Mutation mutation) {
    return mutation instanceof org.apache.hadoop.hbase.client.Put given
        ? new org.apache.hadoop.hbase.client.Put(given)
        : new org.apache.hadoop.hbase.client.Delete(
            (org.apache.hadoop.hbase.client.Delete) mutation);
  }

  @Test
  void r26_eventsWithNoTimeOfTheirOwnGoBySequenceAlone() throws IOException {
    long latest = Long.MAX_VALUE;
    Story.in(() -> TestRegion.builder().sequence().upsert("u"))
        .then(
            r ->
                accepted(
                    r,
                    put("r", "8", latest, "u:a=8"),
                    deleteRow("r", "7", latest),
                    put("s", "7", latest, "u:a=7"),
                    deleteRow("s", "8", latest)))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=8");
              assertThat(View.exists(r, "s")).isFalse();
            });
  }

  @Test
  void r29_aSnapshotRowRanksByItsPositionNotByItsTime() throws IOException {
    story()
        .then(r -> r.delete(deleteRow("r", "50", PAST + 2000)))
        .then(r -> r.put(put("r", "51", PAST + 2000, "u:v=510")))
        .then(r -> r.put(put("r", "40", PAST + 9000, "u:v=70")))
        .then(r -> r.delete(deleteRow("gone", "52", PAST + 2000)))
        .then(r -> r.put(put("gone", "40", PAST + 9000, "u:v=70")))
        .then(r -> r.put(put("new", "40", PAST + 9000, "u:v=70")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:v=510");
              assertThat(View.exists(r, "gone")).isFalse();
              assertThat(View.row(r, "new")).isEqualTo("u:v=70");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void small_ofAHundredUpdatesOfOneSecondTheLastSequenceWins(String guard) throws IOException {
    List<Integer> order = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      order.add(i);
    }
    Collections.shuffle(order, Seeds.random("seconds"));
    Story.in(() -> Story.ordinary().property("sediment.guard", guard))
        .then(
            r -> {
              for (int sequence : order.subList(0, 50)) {
                r.put(put("r", "" + sequence, PAST, "u:a=" + sequence));
              }
            })
        .then(
            r -> {
              for (int sequence : order.subList(50, 100)) {
                r.put(put("r", "" + sequence, PAST, "u:a=" + sequence));
              }
            })
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=100"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void small_aChangedPrimaryKeyReplayedFromTheMiddle(String guard) throws IOException {
    Story.in(() -> Story.ordinary().property("sediment.guard", guard))
        .then(r -> r.put(put("old", "1", PAST, "u:a=1")))
        .then(r -> r.delete(deleteRow("old", "2.1", PAST + 5)))
        .then(r -> r.put(put("new", "2.2", PAST + 5, "u:a=1")))
        .then(r -> r.put(put("new", "2.2", PAST + 5, "u:a=1")))
        .then(r -> r.put(put("old", "1", PAST, "u:a=1")))
        .then(r -> r.delete(deleteRow("old", "2.1", PAST + 5)))
        .ends(
            r -> {
              assertThat(View.exists(r, "old")).isFalse();
              assertThat(View.row(r, "new")).isEqualTo("u:a=1");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void small_aConditionSeesTheWritersOwnWriteWhateverItsTime(String guard) throws IOException {
    Story.in(() -> TestRegion.builder().sequence().upsert("u").property("sediment.guard", guard))
        .then(r -> r.put(put("r", "1", Long.MAX_VALUE, "u:a=1"))) // the server's time
        .then(r -> r.put(put("r", "2", PAST, "u:a=2"))) // a client's, long before
        .then(
            r ->
                assertThat(
                        r.checkAndMutate(
                                CheckAndMutate.newBuilder(bytes("r"))
                                    .ifEquals(bytes("u"), bytes("a"), bytes("2"))
                                    .build(put("r", "3", PAST, "u:b=3")))
                            .isSuccess())
                    .isTrue())
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=2 u:b=3"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void small_deleteAndInsertAsOneAtomicChangeReplaceTheRow(String guard) throws IOException {
    Story.in(() -> Story.ordinary().property("sediment.guard", guard))
        .then(r -> r.put(put("r", "1", PAST, "u:a=1", "u:b=1")))
        .then(
            r ->
                r.mutateRow(
                    together(deleteRow("r", "2", PAST + 1), put("r", "2", PAST + 1, "u:a=2"))))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=2"));
  }

  @Test
  void r11_aRowUnderATtlReadsTheSameBeforeAndAfterCompaction() throws IOException {
    try (TestRegion region =
        TestRegion.builder()
            .sequence()
            .family(Families.of("u", "upsert").setTimeToLive(60))
            .open()) {
      long start = region.clock().now();
      region.put(put("r", "1", start, "u:a=1", "u:b=1", "u:c=1"));
      region.flush();
      region.clock().advance(50_000);
      region.put(put("r", "2", start + 50_000, "u:a=2"));
      region.clock().advance(20_000);
      // columns expire each by its own time, as HBase has it; no storage state changes that
      assertThat(View.row(region, "r")).isEqualTo("u:a=2");
      region.flush();
      assertThat(View.row(region, "r")).isEqualTo("u:a=2");
      region.compact("u", 0, 1);
      assertThat(View.row(region, "r")).isEqualTo("u:a=2");
      region.majorCompact();
      region.crash();
      assertThat(View.row(region, "r")).isEqualTo("u:a=2");
    }
  }
}
