package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.replicated;
import static org.sediment.counterexamples.Events.retract;
import static org.sediment.counterexamples.Story.DAY;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.RECENT;
import static org.sediment.counterexamples.Story.story;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** What comes after its time was folded, and what is remembered of deletes until it comes. */
class LateEntriesTest {
  /** A region with no sequence family: the delta family remembers deletes itself. */
  private static TestRegionBuilder deltasOnly() {
    return TestRegion.builder().delta("x");
  }

  private static Story folded(TestRegionBuilder... other) {
    Story story = other.length == 0 ? story() : Story.in(() -> other[0]);
    return story
        .then(r -> r.put(delta("r", RECENT + 10, "x:qty:e1=+3")))
        .then(r -> r.put(delta("r", RECENT + 20, "x:qty:e2=+4")))
        .then(Steps::fold);
  }

  private static void ends(Story story, Counter counter) throws IOException {
    story.ends(r -> assertThat(Counter.read(r, "r", "qty")).isEqualTo(counter));
  }

  private static TestRegionBuilder rejecting() {
    return Story.ordinary().familyValue("x", "sediment.late", "reject");
  }

  /** Identity is counter, event ID and time: the answer must not hang on VERSIONS. */
  @Test
  void h09_anEventIdAtAnotherTimeIsAnotherDelta() throws IOException {
    for (long time : new long[] {RECENT, PAST}) {
      ends(
          story()
              .then(r -> r.put(delta("r", time + 5, "x:qty:e1=+3")))
              .then(r -> r.put(delta("r", time + 10, "x:qty:e1=+3"))),
          Counter.of(6));
    }
  }

  /** Two late deltas of one ID must not hide each other. */
  @Test
  void h09_lateDeltasOfOneIdAreListedBoth() throws IOException {
    ends(
        folded()
            .then(r -> r.put(delta("r", RECENT + 5, "x:qty:z=+1")))
            .then(r -> r.put(delta("r", RECENT + 7, "x:qty:z=+1")))
            .then(r -> r.put(delta("r", RECENT + 5, "x:qty:z=+1"))),
        Counter.of(7, 2));
  }

  /** A replication queue must never be stuck, not even with {@code sediment.late=reject}. */
  @Test
  void h13_whatReplicationBringsTooLateIsListed() throws IOException {
    record Case(String name, Story.Step step) {}
    for (Case each :
        List.of(
            new Case("delta", r -> r.put(replicated(delta("r", RECENT + 5, "x:qty:z=+1")))),
            new Case(
                "retraction", r -> r.delete(replicated(retract("r", RECENT + 10, "x:qty:e1")))),
            new Case(
                "row delete",
                r ->
                    r.delete(
                        replicated(new Delete(bytes("r")).addFamily(bytes("x"), RECENT + 15)))))) {
      ends(
          Story.in(LateEntriesTest::rejecting)
              .then(r -> r.put(delta("r", RECENT + 10, "x:qty:e1=+3")))
              .then(r -> r.put(delta("r", RECENT + 20, "x:qty:e2=+4")))
              .then(Steps::fold)
              .then(each.step())
              .then(each.step()),
          Counter.of(7, 1));
    }
  }

  @Test
  void h13_inRejectAClientIsToldSo() throws IOException {
    ends(
        Story.in(LateEntriesTest::rejecting)
            .then(r -> r.put(delta("r", RECENT + 10, "x:qty:e1=+3")))
            .then(r -> r.put(delta("r", RECENT + 20, "x:qty:e2=+4")))
            .then(Steps::fold)
            .then(
                r -> {
                  Refusals.refused(() -> r.put(delta("r", RECENT + 5, "x:qty:z=+1")))
                      .hasMessageContaining("qty:z");
                  Refusals.refused(() -> r.delete(retract("r", RECENT + 10, "x:qty:e1")))
                      .hasMessageContaining("qty:e1");
                }),
        Counter.of(7));
  }

  /** With the guard off there is no {@code m:del}: the family's own marker is read. */
  @Test
  void h15_iii_withoutTheGuardTheFamilysOwnMarkerMasksLateDeltas() throws IOException {
    ends(
        Story.in(LateEntriesTest::deltasOnly)
            .then(r -> r.put(delta("r", PAST + 10, "x:qty:e1=+1")))
            .then(r -> r.delete(deleteRow("r", null, PAST + 15)))
            .then(r -> r.put(delta("r", PAST + 12, "x:qty:e2=+2")))
            .then(r -> r.put(delta("r", PAST + 15, "x:qty:e3=+4"))),
        Counter.of(4));
  }

  /** Delta families keep markers since their own time; a backfilled one is gone at once. */
  @Test
  void h16_i_aBackfilledRowDeleteWithoutTheGuardIsRemembered() throws IOException {
    long longAgo = PAST - 20 * DAY;
    ends(
        Story.in(LateEntriesTest::deltasOnly)
            .then(r -> r.delete(deleteRow("r", null, longAgo)))
            .then(LateEntriesTest::purge)
            .then(r -> r.put(delta("r", longAgo - 1, "x:qty:e1=+1")))
            .then(r -> r.put(delta("r", longAgo, "x:qty:e2=+2"))),
        Counter.of(2));
  }

  @Test
  void h16_i_aBackfilledRetractionIsRememberedForItsDelta() throws IOException {
    long longAgo = PAST - 20 * DAY;
    for (boolean guarded : new boolean[] {true, false}) {
      ends(
          Story.in(guarded ? Story::ordinary : LateEntriesTest::deltasOnly)
              .then(r -> r.delete(retract("r", longAgo, "x:qty:e1")))
              .then(LateEntriesTest::purge)
              .then(r -> r.put(delta("r", longAgo, "x:qty:e1=+1")))
              .then(r -> r.put(delta("r", longAgo + 1, "x:qty:e1=+2"))),
          Counter.of(2));
    }
  }

  private static void purge(TestRegion region) throws IOException {
    region.flush();
    region.clock().advance(DAY);
    region.majorCompact();
    region.reopen();
  }

  /** What comes later than the retention after a delete cannot be known for deleted. */
  @Test
  void h16_iii_retentionAfterADeleteIsTheHorizon() throws IOException {
    try (TestRegion region = Story.ordinary().open()) {
      region.clock().set(Story.NOW);
      region.put(delta("r", RECENT + 10, "x:qty:e1=+1"));
      region.delete(deleteRow("r", "1", RECENT + 25));
      region.flush();
      region.clock().advance(9 * DAY);
      region.majorCompact();
      region.put(delta("r", RECENT + 11, "x:qty:e2=+2"));
      assertThat(Counter.read(region, "r", "qty")).isEqualTo(Counter.absent());
      region.clock().advance(2 * DAY);
      region.majorCompact();
      region.reopen();
      region.put(delta("r", RECENT + 11, "x:qty:e2=+2"));
      Story.everywhere(
          region, r -> assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(2)));
    }
  }

  /** An entry absorbs its replays; another value corrects it. */
  @Test
  void h18_theThirdReplayIsAbsorbed() throws IOException {
    ends(
        folded()
            .then(r -> r.put(delta("r", RECENT + 5, "x:qty:z=+1")))
            .then(r -> r.put(delta("r", RECENT + 5, "x:qty:z=+2")))
            .then(r -> r.put(delta("r", RECENT + 5, "x:qty:z=+2"))),
        Counter.of(7, 1));
  }

  /**
   * The late delta may be a replay of one that the base holds: it is discarded, but its retraction
   * stays listed, whichever comes first. Never wrong, only noisy.
   */
  @Test
  void h18_aRetractionOfALateDeltaStaysListedInItsPlace() throws IOException {
    Story.Step late = r -> r.put(delta("r", RECENT + 15, "x:qty:z=+1"));
    Story.Step back = r -> r.delete(retract("r", RECENT + 15, "x:qty:z"));
    List<List<Story.Step>> orders =
        List.of(
            List.of(late, back),
            List.of(back, late),
            List.of(late, back, late, back),
            List.of(back, back, late, late));
    for (List<Story.Step> order : orders) {
      Story story = folded();
      order.forEach(story::then);
      story.ends(
          r -> {
            assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(7, 1));
            assertThat(Counter.open(r, "r", "qty")).containsExactly("qty<r:z@" + (RECENT + 15));
          });
    }
  }

  /** A late entry never folds and holds no fold back. */
  @Test
  void h18_anEntryInMemoryDoesNotHoldTheFold() throws IOException {
    try (TestRegion region = Story.ordinary().open()) {
      region.clock().set(Story.NOW);
      region.put(delta("r", RECENT + 10, "x:qty:e1=+3"));
      Steps.fold(region);
      long time = region.clock().now() - 1;
      region.put(delta("s", time, "x:qty:e1=+5"));
      region.flush();
      region.put(delta("r", RECENT + 5, "x:qty:z=+1"));
      assertThat(Counter.read(region, "r", "qty")).isEqualTo(Counter.of(3, 1));
      Steps.foldFiles(region);
      assertThat(Counter.through(region, "s", "qty")).isEqualTo(time);
      Story.everywhere(
          region, r -> assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(3, 1)));
    }
  }
}
