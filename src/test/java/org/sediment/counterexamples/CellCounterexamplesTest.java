package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.image;
import static org.sediment.counterexamples.Events.nulls;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Events.replicated;
import static org.sediment.counterexamples.Events.together;
import static org.sediment.counterexamples.Story.DAY;
import static org.sediment.counterexamples.Story.HOUR;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.RECENT;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.Test;
import org.sediment.testing.Families;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/**
 * The counterexamples of part A that are not about one mode, where the guard judges column by
 * column; those of row mode are in the tests whose names begin with {@code Guard}.
 */
class CellCounterexamplesTest {
  private static TestRegionBuilder guardOnly() {
    return GuardMemoryTest.guardOnly().property("sediment.guard", "cell");
  }

  private static Story story() {
    return Story.in(CellModeTest::ground);
  }

  /** A delta's sequence does not move the row: a late partial event is judged without it. */
  @Test
  void ce2_aDeltaWithASequenceDoesNotOutrankTheRow() throws IOException {
    story()
        .then(r -> r.put(put("r", "5", RECENT + 5, "u:a=5")))
        .then(r -> r.put(put("r", "7", RECENT + 7, "x:qty:e1=+3")))
        .then(r -> r.put(image(put("r", "9", RECENT + 9, "x:qty:e2=+4"))))
        .then(r -> r.put(put("r", "6", RECENT + 6, "u:a=6", "u:b=6")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=6 u:b=6");
              assertThat(View.sequence(r, "r")).isEqualTo("6");
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(7));
            });
  }

  @Test
  void ce8_aRowThatWasLoadedLosesToTheFirstNewerEvent() throws IOException {
    Story.in(CellCounterexamplesTest::guardOnly)
        .then(
            r ->
                HFiles.load(
                    r,
                    "u",
                    HFiles.cell("deleted", "u", "a", RECENT + 5000, bytes("loaded")),
                    HFiles.cell("put", "u", "a", RECENT + 5000, bytes("loaded")),
                    HFiles.cell("put", "u", "b", RECENT + 5000, bytes("loaded"))))
        .then(r -> r.put(put("put", "2", RECENT + 4000, "u:a=2")))
        .then(r -> r.put(put("put", "1", RECENT + 9000, "u:a=1", "u:b=1")))
        .then(r -> r.delete(deleteRow("deleted", "1", RECENT + 4000)))
        .ends(
            r -> {
              assertThat(View.row(r, "put")).isEqualTo("u:a=2 u:b=1");
              assertThat(View.exists(r, "deleted")).isFalse();
            });
  }

  @Test
  void ce8_aPutBelowAForgottenDeleteIsSeenInEveryStorageState() throws IOException {
    for (boolean markerGone : new boolean[] {false, true}) {
      Story.in(() -> guardOnly().property("sediment.tombstone.retention", "2h"))
          .then(r -> r.put(put("r", "1", RECENT + 1000, "u:a=1")))
          .then(r -> r.delete(deleteRow("r", "3", RECENT + 3000)))
          .then(
              r -> {
                r.flush();
                r.clock().advance(3 * HOUR);
                r.majorCompact("m");
                if (markerGone) {
                  r.majorCompact("u");
                }
                r.reopen();
              })
          .then(r -> r.put(put("r", "4", RECENT + 2500, "u:a=4")))
          .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=4"));
    }
  }

  @Test
  void ce9_rowDeleteAndPutInOneRowMutationsIsAnImage() throws IOException {
    story()
        .then(r -> r.put(put("r", "3", RECENT + 3, "u:a=3", "u:b=3")))
        .then(
            r ->
                r.mutateRow(
                    together(deleteRow("r", "5", RECENT + 3), put("r", "5", RECENT + 3, "u:a=5"))))
        .then(r -> r.put(put("r", "4", RECENT + 9, "u:a=4", "u:c=4")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=5"));
  }

  @Test
  void ce10_aLateRowDeleteMasksDeltasInEveryOrder() throws IOException {
    List<Story.Step> events =
        List.of(
            r -> r.put(delta("r", RECENT + 2000, "x:qty:e1=+1")),
            r -> r.delete(deleteRow("r", "3", RECENT + 3000)),
            r -> r.put(put("r", "5", RECENT + 5000, "u:a=5")));
    for (List<Story.Step> order : Orders.of(events)) {
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

  @Test
  void ce10_aLateBackfilledRowDeleteIsRememberedForDeltasStillToCome() throws IOException {
    long longAgo = PAST - 730 * DAY;
    story()
        .then(r -> r.put(put("r", "5", RECENT, "u:a=5")))
        .then(r -> r.delete(deleteRow("r", "3", longAgo)))
        .then(TestRegion::flush)
        .then(TestRegion::majorCompact)
        .then(r -> r.put(delta("r", longAgo - 1000, "x:qty:e1=+1")))
        .then(r -> r.put(delta("r", longAgo + 1000, "x:qty:e2=+2")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=5");
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(2));
            });
  }

  @Test
  void ce11_aLiftedDeleteMasksNoDeltaAboveItsCommitTime() throws IOException {
    for (long time : new long[] {RECENT, PAST}) {
      List<Story.Step> events =
          List.of(
              r -> r.put(put("r", "1", time + 5000, "u:a=1")),
              r -> r.delete(deleteRow("r", "2", time + 3000)),
              r -> r.put(delta("r", time + 4000, "x:qty:e1=+1")));
      for (List<Story.Step> order : Orders.of(events)) {
        story()
            .then(order.get(0))
            .then(order.get(1))
            .then(order.get(2))
            .ends(
                r -> {
                  assertThat(View.row(r, "r")).isEmpty();
                  assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(1));
                });
      }
    }
  }

  /** Late or new: what lifts the columns leaves the deltas where a replay finds them. */
  @Test
  void ce12_aLiftedEventKeepsTheTimeOfItsDeltas() throws IOException {
    long time = RECENT + 100;
    Story.Step newer = r -> r.put(put("r", "5", time, "u:a=5", "x:qty:e1=+3"));
    Story.Step late = r -> r.put(put("r", "3", time, "u:b=3", "x:qty:e2=+4"));
    story()
        .then(r -> r.put(put("r", "4", time, "u:a=4")))
        .then(r -> r.delete(nulls("r", "2", time + 50, "u:b")))
        .then(newer)
        .then(late)
        .then(newer)
        .then(late)
        .ends(
            r -> {
              assertThat(View.timed(r, "r"))
                  .isEqualTo("u:a=5@" + (time + 51) + " u:b=3@" + (time + 51));
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(7));
            });
  }

  @Test
  void ce14_aReplayIsNeverRefusedForItsTime() throws IOException {
    TestRegionBuilder builder =
        TestRegion.builder()
            .sequence()
            .family(Families.of("u", "upsert").setTimeToLive(7 * HConstants.DAY_IN_SECONDS))
            .property("sediment.guard", "cell");
    try (TestRegion region = builder.open()) {
      region.clock().set(NOW);
      region.put(put("r", "1", NOW, "u:a=1"));
      region.put(put("r", "2", NOW + HOUR / 2, "u:b=2"));
      region.clock().advance(-2 * HOUR);
      region.put(put("r", "2", NOW + HOUR / 2, "u:b=2"));
      assertThatThrownBy(() -> region.put(put("r", "1.5", NOW + HOUR / 2, "u:c=1")))
          .isInstanceOf(DoNotRetryIOException.class);
      region.clock().advance(8 * DAY + 2 * HOUR);
      region.put(put("r", "1", NOW, "u:a=1"));
      region.put(put("r", "2", NOW + HOUR / 2, "u:b=2"));
      assertThatThrownBy(() -> region.put(put("r", "1.5", NOW + 1, "u:c=1")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("sediment.expired");
    }
  }

  /**
   * With the column's entry as a peer in cell mode ships it, or without as one in row mode does.
   */
  @Test
  void ce15_aReplicatedWriteIsSeenByTheNextLocalOne() throws IOException {
    story()
        .then(r -> r.put(put("r", "5", RECENT + 5, "u:a=5")))
        .then(r -> r.put(replicated(put("r", "9", RECENT + 9, "u:a=9", "m:c:u:a=9"))))
        .then(r -> r.put(put("r", "7", RECENT + 17, "u:a=7", "u:b=7")))
        .then(r -> r.put(put("s", "5", RECENT + 5, "u:a=5")))
        .then(r -> r.put(replicated(put("s", "9", RECENT + 9, "u:a=9"))))
        .then(r -> r.put(put("s", "7", RECENT + 17, "u:a=7")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:a=9 u:b=7");
              assertThat(View.row(r, "s")).isEqualTo("u:a=9");
              assertThat(View.sequence(r, "r")).isEqualTo("9");
            });
  }

  @Test
  void ce15_aReplicatedPutBelowARememberedDeleteIsDropped() throws IOException {
    story()
        .then(r -> r.put(put("r", "5", RECENT + 5, "u:a=5")))
        .then(r -> r.delete(deleteRow("r", "6", RECENT + 9)))
        .then(
            r -> {
              r.flush();
              r.clock().advance(11 * DAY);
              r.majorCompact("u");
              r.clock().advance(-11 * DAY);
            })
        .then(r -> r.put(replicated(put("r", null, RECENT + 5, "u:a=5", "m:c:u:a=5"))))
        .ends(r -> assertThat(View.exists(r, "r")).isFalse());
  }

  /** In one list they are one event; in several calls each is judged by its own columns. */
  @Test
  void ce18_partsOfAnEventInOneListOrInSeveralCalls() throws IOException {
    story()
        .then(r -> r.put(put("list", "4", RECENT + 4, "u:b=4")))
        .then(
            r ->
                r.list(
                    put("list", "5", RECENT + 5, "u:a=5"),
                    nulls("list", "5", RECENT + 5, "u:b"),
                    put("list", "5", RECENT + 5, "u:c=5")))
        .then(r -> r.put(put("calls", "5", RECENT + 5, "u:a=5")))
        .then(r -> r.put(put("calls", "5", RECENT + 5, "u:b=5")))
        .then(r -> r.put(put("calls", "5", RECENT + 9, "u:a=again")))
        .ends(
            r -> {
              assertThat(View.row(r, "list")).isEqualTo("u:a=5 u:c=5");
              assertThat(View.row(r, "calls")).isEqualTo("u:a=5 u:b=5");
            });
  }

  @Test
  void ce23_aRowDeleteMarksOnlyTheFamiliesItConcerns() throws IOException {
    Story.in(() -> CellModeTest.ground().family("p", "plain"))
        .then(r -> r.put(put("late", "5", RECENT + 5, "u:a=5")))
        .then(r -> r.put(put("late", "2", RECENT + 2, "u:b=2")))
        .then(r -> r.delete(deleteRow("late", "3", RECENT + 3)))
        .then(r -> r.put(put("gone", "1", RECENT + 1, "u:a=1")))
        .then(r -> r.delete(deleteRow("gone", "3", RECENT + 3)))
        .ends(
            r -> {
              assertThat(View.row(r, "late")).isEqualTo("u:a=5");
              assertThat(View.row(r, "gone")).isEmpty();
              for (String row : new String[] {"late", "gone"}) {
                assertThat(View.markers(r, row, "m")).noneMatch(m -> m.contains("Family"));
              }
              assertThat(View.markers(r, "late", "u")).noneMatch(m -> m.contains("Family"));
            });
  }

  @Test
  void ce24_anImageOfTheSameColumnsWritesNoMarker() throws IOException {
    story()
        .then(r -> r.put(image(put("r", "1", RECENT + 10, "u:a=1", "u:b=1"))))
        .then(r -> r.put(image(put("r", "2", RECENT + 20, "u:b=2", "u:a=2"))))
        .then(r -> assertThat(View.markers(r, "r", "u")).isEmpty())
        .then(r -> r.put(put("r", "3", RECENT + 30, "u:c=3")))
        .then(r -> r.put(put("r", "1.5", RECENT + 30, "u:d=1")))
        .then(r -> r.put(image(put("r", "4", RECENT + 40, "u:a=4", "u:b=4"))))
        .then(r -> r.put(put("r", "3.5", RECENT + 50, "u:c=3.5")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=4 u:b=4"));
  }

  @Test
  void ce25_theEntriesOfAnExpiredRowGo() throws IOException {
    TestRegionBuilder builder =
        TestRegion.builder()
            .sequence()
            .family(Families.of("u", "upsert").setTimeToLive(86_400))
            .property("sediment.guard", "cell")
            .property("sediment.tombstone.retention", "2d");
    try (TestRegion region = builder.open()) {
      region.clock().set(NOW);
      region.put(put("r", "3", RECENT, "u:a=1"));
      region.put(put("r", "1", RECENT, "u:b=1"));
      region.delete(nulls("r", "2", RECENT, "u:b"));
      region.flush();
      region.clock().advance(3 * DAY + HOUR);
      region.majorCompact();
      assertThat(region.raw()).isEmpty();
      region.put(put("r", "1", NOW + 3 * DAY, "u:b=new"));
      assertThat(View.row(region, "r")).isEqualTo("u:b=new");
    }
  }

  /** Names that look like the entries' own, and families of which one begins with the other. */
  @Test
  void columnsOfAnyNameAreKeptApart() throws IOException {
    List<String> names =
        List.of("", "a", "a:", ":a", "a@5", "a\0", "a\0005@7", "\0", "c:u:a", "seq", ";", "é");
    Story.in(() -> CellModeTest.ground().upsert("uu").upsert("c"))
        .then(
            r -> {
              for (String family : List.of("u", "uu", "c")) {
                for (String name : names) {
                  String column = family + ":" + name;
                  r.put(put("set", "5", PAST + 5, column + "=" + "new" + column.length()));
                  r.put(put("set", "3", PAST + 9, column + "=old"));
                  r.delete(nulls("null", "5", PAST + 5, column));
                  r.put(put("null", "3", PAST + 9, column + "=old"));
                  r.put(put("null", "4", PAST + 9, "u:other=1"));
                }
              }
            })
        .ends(
            r -> {
              StringBuilder expected = new StringBuilder();
              for (String family : List.of("c", "u", "uu")) {
                names.stream()
                    .sorted(
                        (a, b) -> org.apache.hadoop.hbase.util.Bytes.compareTo(bytes(a), bytes(b)))
                    .forEach(
                        name ->
                            expected
                                .append(expected.length() == 0 ? "" : " ")
                                .append(family)
                                .append(':')
                                .append(name)
                                .append("=new")
                                .append((family + ":" + name).length()));
              }
              assertThat(View.row(r, "set")).isEqualTo(expected.toString());
              assertThat(View.row(r, "null")).isEqualTo("u:other=1");
            });
  }
}
