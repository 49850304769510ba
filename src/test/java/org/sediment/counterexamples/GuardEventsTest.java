package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.image;
import static org.sediment.counterexamples.Events.nulls;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Events.together;
import static org.sediment.counterexamples.Story.RECENT;
import static org.sediment.counterexamples.Story.story;

import java.io.IOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** What one event is, and which of its parts count. */
class GuardEventsTest {
  /** Broke "any event with a sequence moves the row's": a +3 outranked a late row. */
  @Test
  void a02_aDeltaWithASequenceDoesNotOutrankTheRow() throws IOException {
    story()
        .then(r -> r.put(put("r", "7", RECENT + 7, "x:qty:e1=+3")))
        .then(r -> r.put(put("r", "6", RECENT + 6, "u:a=6", "u:b=6")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=6 u:b=6");
              assertThat(View.sequence(r, "r")).isEqualTo("6");
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(3));
            });
  }

  /** Broke "with image=full every Put event is the whole row": a +3 wiped the row. */
  @Test
  void a02_aDeltaIsNoImage() throws IOException {
    Story.in(() -> Story.ordinary().property("sediment.image", "full"))
        .then(r -> r.put(put("r", "5", RECENT + 5, "u:a=5", "u:b=5")))
        .then(r -> r.put(put("r", "7", RECENT + 7, "x:qty:e1=+3")))
        .then(r -> r.put(put("r", "6", RECENT + 6, "u:a=6")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=6");
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(3));
            });
  }

  /** Broke "one event, one time": the row delete masked the put of its own event. */
  @Test
  void a09_rowDeleteAndPutInOneRowMutationsIsAnImage() throws IOException {
    long time = RECENT + 10;
    Story.Step before = r -> r.put(put("r", "4", RECENT, "u:a=old", "u:b=old", "x:qty:e0=+1"));
    Story.Step deleteFirst =
        r -> r.mutateRow(together(deleteRow("r", "5", time), put("r", "5", time, "u:a=new")));
    Story.Step putFirst =
        r -> r.mutateRow(together(put("r", "5", time, "u:a=new"), deleteRow("r", "5", time)));
    for (Story.Step event : new Story.Step[] {deleteFirst, putFirst}) {
      story()
          .then(before)
          .then(event)
          .then(event)
          .then(r -> r.put(put("r", "4.5", time + 5, "u:b=late")))
          .ends(
              r -> {
                assertThat(View.row(r, "r")).isEqualTo("u:a=new");
                assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.absent());
              });
      story()
          .then(event)
          .then(before)
          .ends(
              r -> {
                assertThat(View.row(r, "r")).isEqualTo("u:a=new");
                assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.absent());
              });
    }
  }

  /** A list is not atomic, but its mutations of one row and sequence are one event all the same. */
  @Test
  void a18_partsOfAnEventInOneListAreOneEvent() throws IOException {
    story()
        .then(r -> r.put(put("r", "4", RECENT + 4, "u:b=4")))
        .then(
            r ->
                assertStored(
                    r.list(
                        put("r", "5", RECENT + 5, "u:a=5"),
                        nulls("r", "5", RECENT + 5, "u:b"),
                        put("r", "5", RECENT + 5, "u:c=5"))))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=5 u:c=5"));
  }

  /** Across calls an equal sequence is a replay; ordinals tell the parts apart. */
  @Test
  void a18_partsOfAnEventInSeveralCallsNeedOrdinals() throws IOException {
    story()
        .then(r -> r.put(put("plain", "5", RECENT + 5, "u:a=5")))
        .then(r -> r.put(put("plain", "5", RECENT + 5, "u:b=5")))
        .then(r -> r.put(put("ordinals", "5.0", RECENT + 5, "u:a=5")))
        .then(r -> r.put(put("ordinals", "5.1", RECENT + 5, "u:b=5")))
        .ends(
            r -> {
              assertThat(View.row(r, "plain")).isEqualTo("u:a=5");
              assertThat(View.row(r, "ordinals")).isEqualTo("u:a=5 u:b=5");
            });
  }

  private static TestRegionBuilder withPlain() {
    return Story.ordinary().family("p", "plain");
  }

  /** HBase expands a row delete to all families before the hook. */
  @Test
  void a23_aRowDeleteMarksOnlyTheFamiliesItConcerns() throws IOException {
    Story.in(GuardEventsTest::withPlain)
        .then(r -> r.put(put("stale", "5", RECENT + 5, "u:a=5")))
        .then(r -> r.put(put("stale", null, RECENT + 1, "p:k=1")))
        .then(r -> r.delete(deleteRow("stale", "3", RECENT + 3)))
        .then(r -> r.put(put("gone", "1", RECENT + 1, "u:a=1")))
        .then(r -> r.delete(deleteRow("gone", "3", RECENT + 3)))
        .ends(
            r -> {
              assertThat(View.row(r, "stale")).isEqualTo("u:a=5");
              assertThat(View.row(r, "gone")).isEmpty();
              for (String row : new String[] {"stale", "gone"}) {
                assertThat(View.markers(r, row, "m")).noneMatch(m -> m.contains("Family"));
              }
            });
  }

  /** An ordinary stream of images of the same columns leaves no markers behind. */
  @Test
  void a24_anImageOfTheSameColumnsWritesNoMarker() throws IOException {
    try (TestRegion region = GuardMemoryTest.guardOnly().open()) {
      region.clock().set(Story.NOW);
      for (int i = 1; i <= 5; i++) {
        region.put(image(put("r", "" + i, RECENT + 10L * i, "u:a=" + i, "u:b=" + i)));
      }
      assertThat(View.markers(region, "r", "u")).isEmpty();
      region.put(image(put("r", "6", RECENT + 60, "u:a=6")));
      assertThat(View.markers(region, "r", "u")).hasSize(1);
      assertThat(View.row(region, "r")).isEqualTo("u:a=6");
      region.put(put("r", "7", RECENT + 70, "u:z=7"));
      region.put(image(put("r", "8", RECENT + 80, "u:a=8")));
      assertThat(View.markers(region, "r", "u")).hasSize(2);
      assertThat(View.row(region, "r")).isEqualTo("u:a=8");
    }
  }

  /** A refusal concerns one event of a list, and the whole of an atomic call. */
  @Test
  void a28_aRefusalHarmsItsOwnEventOrItsOwnAtomicCall() throws IOException {
    story()
        .then(
            r -> {
              OperationStatus[] statuses =
                  r.list(
                      put("r1", "1", RECENT, "u:a=1"),
                      put("r2", "one", RECENT, "u:a=2", "x:qty:e1=+1"),
                      put("r3", "1", RECENT, "u:a=3"),
                      delta("r4", RECENT, "x:qty:e1=+4"));
              assertThat(statuses[1].getOperationStatusCode())
                  .isNotEqualTo(OperationStatusCode.SUCCESS);
              assertThat(statuses[1].getExceptionMsg()).contains("r2").contains("one");
              assertStored(statuses[0], statuses[2], statuses[3]);
            })
        .then(
            r ->
                Refusals.refused(
                        () ->
                            r.mutateRow(
                                together(
                                    put("r5", "1", RECENT, "u:a=5"),
                                    put("r5", "1", RECENT, "x:qty=+1"))))
                    .hasMessageContaining("qty"))
        .ends(
            r -> {
              assertThat(View.row(r, "r1")).isEqualTo("u:a=1");
              assertThat(View.row(r, "r2")).isEmpty();
              assertThat(Counter.read(r, "r2", "qty")).isEqualTo(Counter.absent());
              assertThat(View.row(r, "r3")).isEqualTo("u:a=3");
              assertThat(Counter.read(r, "r4", "qty")).isEqualTo(Counter.of(4));
              assertThat(View.exists(r, "r5")).isFalse();
            });
  }

  @Test
  void a28_aStaleConditionalWriteSucceedsAndStoresNothing() throws IOException {
    story()
        .then(r -> r.put(put("r", "5", RECENT + 5, "u:a=5")))
        .then(
            r -> {
              CheckAndMutate check =
                  CheckAndMutate.newBuilder(bytes("r"))
                      .ifEquals(bytes("u"), bytes("a"), bytes("5"))
                      .build(put("r", "4", RECENT + 4, "u:a=4"));
              assertThat(r.checkAndMutate(check).isSuccess()).isTrue();
            })
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=5"));
  }

  /** Most clients leave the time of the sequence's own cell to the server. */
  @Test
  void a31_theTimeOfTheSequenceCellIsIgnored() throws IOException {
    story()
        .then(
            r ->
                r.put(
                    new Put(bytes("r"))
                        .addColumn(bytes("u"), bytes("a"), RECENT + 5, bytes("1"))
                        .addColumn(
                            bytes("m"), bytes("seq"), HConstants.LATEST_TIMESTAMP, bytes("1"))))
        .then(
            r ->
                r.put(
                    new Put(bytes("r"))
                        .addColumn(bytes("u"), bytes("a"), RECENT + 7, bytes("2"))
                        .addColumn(bytes("m"), bytes("seq"), 3, bytes("2"))))
        .ends(
            r -> {
              assertThat(View.timed(r, "r")).isEqualTo("u:a=2@" + (RECENT + 7));
              assertThat(View.sequence(r, "r")).isEqualTo("2");
            });
  }

  private static void assertStored(OperationStatus... statuses) {
    assertThat(statuses)
        .extracting(OperationStatus::getOperationStatusCode)
        .containsOnly(OperationStatusCode.SUCCESS);
  }
}
