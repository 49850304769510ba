package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.retract;
import static org.sediment.counterexamples.Events.together;
import static org.sediment.counterexamples.Interference.At.COMPACTION_CELLS;
import static org.sediment.counterexamples.Interference.At.COMPACTION_END;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.RECENT;
import static org.sediment.counterexamples.Story.story;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;

/** Row deletes and retractions beside folds: before, during and after. */
class FoldMarkersTest {
  private static void e1(TestRegion region) throws IOException {
    region.put(delta("r", RECENT + 10, "x:qty:e1=+3"));
  }

  private static void e2(TestRegion region) throws IOException {
    region.put(delta("r", RECENT + 20, "x:qty:e2=+4"));
  }

  private static void ends(Story story, Counter counter) throws IOException {
    story.ends(r -> assertThat(Counter.read(r, "r", "qty")).isEqualTo(counter));
  }

  /** Broke a T of "the oldest delta still in memory": a marker is no delta. */
  @Test
  void h04_i_aRowDeleteInMemoryHoldsTheFold() throws IOException {
    ends(
        story()
            .then(FoldMarkersTest::e1)
            .then(FoldMarkersTest::e2)
            .then(TestRegion::flush)
            .then(
                r -> {
                  r.delete(deleteRow("r", "1", RECENT + 15));
                  Steps.foldFiles(r);
                }),
        Counter.of(4));
  }

  @Test
  void h04_ii_aRetractionInMemoryHoldsTheFold() throws IOException {
    ends(
        story()
            .then(FoldMarkersTest::e1)
            .then(FoldMarkersTest::e2)
            .then(TestRegion::flush)
            .then(
                r -> {
                  r.delete(retract("r", RECENT + 10, "x:qty:e1"));
                  Steps.foldFiles(r);
                }),
        Counter.of(4));
  }

  /** The fold has not come to the row yet: the marker is held, and exact. */
  @Test
  void h04_iii_aRowDeleteAheadOfARunningFoldIsExact() throws IOException {
    ends(during(COMPACTION_CELLS, r -> r.delete(deleteRow("r", "1", RECENT + 15))), Counter.of(4));
  }

  /** The fold has merged e1 and e2: the delete cannot be honoured, and is listed. */
  @Test
  void h04_iii_aRowDeleteBehindARunningFoldIsListed() throws IOException {
    ends(during(COMPACTION_END, r -> r.delete(deleteRow("r", "1", RECENT + 15))), Counter.of(7, 1));
  }

  @Test
  void h04_iv_aRetractionAheadOfARunningFoldIsExact() throws IOException {
    ends(
        during(COMPACTION_CELLS, r -> r.delete(retract("r", RECENT + 10, "x:qty:e1"))),
        Counter.of(4));
  }

  @Test
  void h04_iv_aRetractionBehindARunningFoldIsListed() throws IOException {
    ends(
        during(COMPACTION_END, r -> r.delete(retract("r", RECENT + 10, "x:qty:e1"))),
        Counter.of(7, 1));
  }

  private static Story during(Interference.At point, Story.Step deed) {
    return Story.in(() -> Interference.on(Story.ordinary()))
        .then(FoldMarkersTest::e1)
        .then(FoldMarkersTest::e2)
        .then(
            r -> {
              r.flush();
              Interference.after(r).once(point, () -> deed.on(r));
              Steps.foldFiles(r);
              assertThat(Interference.after(r).done(point)).isTrue();
            });
  }

  /** All changes of a source's transaction bear one millisecond: a delta follows the delete. */
  @Test
  void h08_aDeltaOfTheDeletingMillisecondComesAfterTheDelete() throws IOException {
    for (long time : new long[] {RECENT + 100, PAST + 100}) {
      Story.Step delete = r -> r.delete(deleteRow("r", "1", time));
      Story.Step deltas =
          r -> {
            r.put(delta("r", time, "x:qty:e=+5"));
            r.put(delta("r", time - 1, "x:qty:before=+1"));
          };
      ends(story().then(delete).then(deltas), Counter.of(5));
      ends(story().then(deltas).then(delete), Counter.of(5));
      ends(
          story()
              .then(
                  r ->
                      r.mutateRow(
                          together(deleteRow("r", "1", time), delta("r", time, "x:qty:e=+5")))),
          Counter.of(5));
      ends(
          story()
              .then(
                  r ->
                      r.mutateRow(
                          together(delta("r", time, "x:qty:e=+5"), deleteRow("r", "1", time)))),
          Counter.of(5));
    }
  }

  /** The guarded half applies, the delta half is listed: no stream stops at one row. */
  @Test
  void a13_aRowDeleteInsideABaseIsAppliedAndListed() throws IOException {
    story()
        .then(r -> r.put(Events.put("r", "8", RECENT, "u:a=8")))
        .then(FoldMarkersTest::e1)
        .then(FoldMarkersTest::e2)
        .then(Steps::fold)
        .then(r -> r.delete(deleteRow("r", "9", RECENT + 15)))
        .then(r -> r.delete(deleteRow("r", "9", RECENT + 15)))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEmpty();
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(7, 1));
            });
  }

  @Test
  void a13_inRejectARowDeleteInsideABaseIsRefusedWhole() throws IOException {
    Story.in(() -> Story.ordinary().familyValue("x", "sediment.late", "reject"))
        .then(r -> r.put(Events.put("r", "8", RECENT, "u:a=8")))
        .then(FoldMarkersTest::e1)
        .then(FoldMarkersTest::e2)
        .then(Steps::fold)
        .then(
            r ->
                Refusals.refused(() -> r.delete(deleteRow("r", "9", RECENT + 15)))
                    .hasMessageContaining("sediment.late"))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=8");
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(7));
            });
  }

  /**
   * A delete at or above {@code through} masks the base, one below {@code oldest} nothing of it.
   */
  @Test
  void soundG_onlyARowDeleteInsideTheBaseIsNotExact() throws IOException {
    record Case(long commit, Counter expected) {}
    for (Case each :
        List.of(
            new Case(RECENT + 10, Counter.of(7)),
            new Case(RECENT + 11, Counter.of(7, 1)),
            new Case(RECENT + 20, Counter.of(7, 1)),
            new Case(RECENT + 21, Counter.absent()))) {
      ends(
          story()
              .then(FoldMarkersTest::e1)
              .then(FoldMarkersTest::e2)
              .then(Steps::fold)
              .then(r -> r.delete(deleteRow("r", "1", each.commit()))),
          each.expected());
    }
  }
}
