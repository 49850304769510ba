package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.nulls;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Events.replicated;
import static org.sediment.counterexamples.Events.sequenced;
import static org.sediment.counterexamples.Story.DAY;
import static org.sediment.counterexamples.Story.MINUTE;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.RECENT;
import static org.sediment.counterexamples.Story.story;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** What the guard remembers of a row, where it is kept, and for how long. */
class GuardMemoryTest {
  static TestRegionBuilder guardOnly() {
    return TestRegion.builder().sequence().upsert("u");
  }

  /**
   * Broke "a row delete is a DeleteFamily in {@code m}, too": HBase 2.6.6 drops, at flush, a column
   * marker that a family marker covers, and with it the only trace of the sequence.
   */
  @Test
  void a01_theMemoryOfADeleteStampedByTheServerOutlivesTheFlush() throws IOException {
    Story.in(GuardMemoryTest::guardOnly)
        .then(r -> r.put(put("r", "1", RECENT, "u:a=1")))
        .then(r -> r.delete(sequenced(new Delete(bytes("r")), "3")))
        .then(TestRegion::flush)
        .then(r -> r.put(put("r", "2", NOW + 2, "u:a=2")))
        .ends(r -> isGoneAndRemembered(r, "del:3@" + NOW + "@" + NOW));
  }

  /** The row is deleted, and a column marker stamped by the server says so. */
  private static void isGoneAndRemembered(TestRegion region, String name) throws IOException {
    assertThat(View.exists(region, "r")).isFalse();
    assertThat(View.markers(region, "r", "m"))
        .noneMatch(marker -> marker.startsWith("DeleteFamily"))
        .contains("DeleteColumn " + name + " @" + NOW);
  }

  /**
   * The same with an earlier event of the future, which lifts the delete above the server's now.
   */
  @Test
  void a01_theMemoryOfADeleteLiftedAboveTheServersClockOutlivesTheFlush() throws IOException {
    long future = NOW + 50 * MINUTE;
    story()
        .then(r -> r.put(put("r", "1", future, "u:a=1")))
        .then(r -> r.delete(deleteRow("r", "3", NOW)))
        .then(TestRegion::flush)
        .then(r -> r.put(put("r", "2", NOW + 2, "u:a=2")))
        .ends(r -> isGoneAndRemembered(r, "del:3@" + future + "@" + NOW));
  }

  /** A stale delete masks the deltas it would have masked in order, whatever the order. */
  @Test
  void a10_aStaleRowDeleteMasksDeltasInEveryOrder() throws IOException {
    Story.Step e1 = r -> r.put(delta("r", RECENT + 2000, "x:qty:e1=+1"));
    Story.Step s3 = r -> r.delete(deleteRow("r", "3", RECENT + 3000));
    Story.Step s5 = r -> r.put(put("r", "5", RECENT + 5000, "u:a=5"));
    for (List<Story.Step> order :
        List.of(List.of(e1, s3, s5), List.of(e1, s5, s3), List.of(s5, s3, e1))) {
      story()
          .then(order.get(0))
          .then(order.get(1))
          .then(order.get(2))
          .ends(
              r -> {
                assertThat(View.row(r, "r")).isEqualTo("u:a=5");
                assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.absent());
              });
    }
  }

  /**
   * The marker in the delta family is two years old and gone; {@code m:del} is as old as itself.
   */
  @Test
  void a10_aStaleBackfilledRowDeleteIsRememberedForDeltasStillToCome() throws IOException {
    long longAgo = PAST - 730 * DAY;
    story()
        .then(r -> r.put(put("r", "5", RECENT, "u:a=5")))
        .then(r -> r.delete(deleteRow("r", "3", longAgo)))
        .then(
            r -> {
              r.flush();
              r.majorCompact();
              assertThat(View.markers(r, "r", "x")).isEmpty();
            })
        .then(r -> r.put(delta("r", longAgo - 1000, "x:qty:e1=+1")))
        .then(r -> r.put(delta("r", longAgo + 1000, "x:qty:e2=+2")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=5");
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(2));
            });
  }

  /** Broke "replicated mutations are not judged", read as "the hook returns early". */
  @Test
  void a15_aReplicatedWriteIsSeenByTheNextLocalOne() throws IOException {
    story()
        .then(r -> r.put(put("r", "5", RECENT + 5, "u:a=5")))
        .then(r -> r.put(replicated(put("r", "9", RECENT + 9, "u:a=9"))))
        .then(r -> r.put(put("r", "7", RECENT + 17, "u:a=7")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=9");
              assertThat(View.sequence(r, "r")).isEqualTo("9");
            });
  }

  /** The peer's at-least-once sends a put again after the marker that masked it is gone. */
  @Test
  void a15_aReplicatedPutBelowARememberedDeleteIsDropped() throws IOException {
    story()
        .then(r -> r.put(replicated(put("r", "1", RECENT + 1, "u:a=1"))))
        .then(r -> r.delete(deleteRow("r", "2", RECENT + 2)))
        .then(
            r -> {
              r.flush();
              r.majorCompact();
              assertThat(View.markers(r, "r", "u")).isEmpty();
            })
        .then(r -> r.put(replicated(put("r", "1", RECENT + 1, "u:a=1"))))
        .ends(r -> assertThat(View.exists(r, "r")).isFalse());
  }

  /** A Delete never makes a row appear in HBase, and must not here. */
  @Test
  void a25_i_aNullOnAnAbsentRowIsRememberedWithoutAGhost() throws IOException {
    story()
        .then(r -> r.delete(nulls("absent", "4", RECENT + 4, "u:b")))
        .then(r -> r.put(put("absent", "3", RECENT + 3, "u:b=3")))
        .then(r -> r.put(put("gone", "1", RECENT + 1, "u:b=1")))
        .then(r -> r.delete(deleteRow("gone", "2", RECENT + 2)))
        .then(r -> r.delete(nulls("gone", "4", RECENT + 4, "u:b")))
        .then(r -> r.put(put("gone", "3", RECENT + 3, "u:b=3")))
        .then(r -> r.put(put("back", "1", RECENT + 1, "u:b=1")))
        .then(r -> r.delete(deleteRow("back", "2", RECENT + 2)))
        .then(r -> r.delete(nulls("back", "4", RECENT + 4, "u:b")))
        .then(r -> r.put(put("back", "5", RECENT, "u:c=5")))
        .ends(
            r -> {
              assertThat(View.exists(r, "absent")).isFalse();
              assertThat(View.exists(r, "gone")).isFalse();
              assertThat(View.row(r, "back")).isEqualTo("u:c=5");
            });
  }

  @Test
  void a25_iii_aSequenceAloneMakesNoRow() throws IOException {
    story()
        .then(r -> r.put(put("r", "7", RECENT)))
        .then(r -> r.put(put("q", "6", RECENT + 5, "u:a=6")))
        .then(r -> r.put(put("q", "7", RECENT)))
        .ends(
            r -> {
              assertThat(View.exists(r, "r")).isFalse();
              assertThat(View.sequence(r, "q")).isEqualTo("6");
            });
  }

  /** Retention runs from arrival; what comes later than that cannot be known for late. */
  @Test
  void a30_aBackfilledDeleteIsRememberedForTheRetentionFromItsArrival() throws IOException {
    try (TestRegion region = guardOnly().open()) {
      region.clock().set(NOW);
      region.delete(deleteRow("r", "3", PAST - 730 * DAY));
      region.flush();
      region.clock().advance(9 * DAY);
      region.majorCompact();
      region.reopen();
      region.put(put("r", "2", NOW, "u:a=2"));
      assertThat(View.exists(region, "r")).isFalse();
      region.clock().advance(2 * DAY);
      region.majorCompact();
      region.reopen();
      region.put(put("r", "2", NOW, "u:a=2"));
      assertThat(View.row(region, "r")).isEqualTo("u:a=2");
    }
  }
}
