package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.image;
import static org.sediment.counterexamples.Events.nulls;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Events.replicated;
import static org.sediment.counterexamples.Events.together;
import static org.sediment.counterexamples.Story.DAY;
import static org.sediment.counterexamples.Story.PAST;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** What broke earlier wordings of cell mode, and cases from the field that partial events bring. */
class CellModeTest {
  static TestRegionBuilder ground() {
    return Story.ordinary().property("sediment.guard", "cell");
  }

  private static Story story() {
    return Story.in(CellModeTest::ground);
  }

  @Test
  void ce3_theNewestEventGoesAboveALateOneOfAHighTime() throws IOException {
    story()
        .then(r -> r.put(put("r", "3", PAST + 500, "u:b=1")))
        .then(r -> r.put(put("r", "1", PAST + 1000, "u:a=1")))
        .then(r -> r.put(put("r", "4", PAST + 600, "u:a=2")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=2 u:b=1"));
  }

  @Test
  void ce4_aLatePutGoesAboveTheMarkerOfAnOlderDelete() throws IOException {
    story()
        .then(r -> r.put(put("r", "1", PAST, "u:a=1", "u:c=1")))
        .then(r -> r.delete(deleteRow("r", "2", PAST + 2000)))
        .then(r -> r.put(put("r", "5", PAST + 2000, "u:b=5")))
        .then(r -> r.put(put("r", "4", PAST + 2000, "u:a=4")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=4 u:b=5"));
  }

  @Test
  void ce4_aLatePutGoesAboveTheMarkerOfAnOlderNull() throws IOException {
    story()
        .then(r -> r.delete(nulls("r", "3", PAST + 2000, "u:a")))
        .then(r -> r.put(put("r", "5", PAST + 2000, "u:b=5")))
        .then(r -> r.put(put("r", "4", PAST + 2000, "u:a=4")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=4 u:b=5"));
  }

  @Test
  void ce5_aLateDeleteBetweenTwoColumnsTakesTheOlderOne() throws IOException {
    story()
        .then(r -> r.put(put("r", "51", PAST + 2000, "u:v=510")))
        .then(r -> r.put(put("r", "40", PAST + 9000, "u:v=70", "u:w=1")))
        .then(r -> r.delete(deleteRow("r", "50", PAST + 2000)))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:v=510");
              assertThat(View.sequence(r, "r")).isEqualTo("51");
            });
  }

  @Test
  void ce6_aNullIsRememberedThroughMajorCompactions() throws IOException {
    story()
        .then(r -> r.delete(nulls("r", "5", PAST + 500, "u:a")))
        .then(TestRegion::flush)
        .then(TestRegion::majorCompact)
        .then(r -> r.put(put("r", "9", PAST + 900, "u:b=9")))
        .then(r -> r.put(put("r", "3", PAST + 300, "u:a=3")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:b=9"));
  }

  @Test
  void ce6_aFullImageIsRememberedThroughMajorCompactions() throws IOException {
    story()
        .then(r -> r.put(put("r", "1", PAST + 100, "u:a=1")))
        .then(r -> r.put(image(put("r", "5", PAST + 500, "u:b=5"))))
        .then(TestRegion::flush)
        .then(TestRegion::majorCompact)
        .then(r -> r.put(put("r", "7", PAST + 700, "u:b=7")))
        .then(r -> r.put(put("r", "3", PAST + 300, "u:c=3")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:b=7"));
  }

  /** Tags would not have travelled: a peer judges by cells. */
  @Test
  void ce7_aPeerJudgesLateEventsByWhatWasReplicated() throws IOException {
    List<Mutation> shipped = new ArrayList<>();
    try (TestRegion source = ground().open()) {
      source.clock().set(Story.NOW);
      source.put(put("r", "5", PAST + 500, "u:a=5"));
      source.put(put("r", "2", PAST + 800, "u:b=2"));
      source.delete(deleteRow("r", "3", PAST + 300));
      source.delete(nulls("r", "3.5", PAST + 700, "u:c"));
      for (Cell cell : source.raw()) {
        byte[] row = bytes("r");
        boolean isPut = cell.getType() == Cell.Type.Put;
        shipped.add(0, replicated(isPut ? new Put(row).add(cell) : new Delete(row).add(cell)));
      }
    }
    try (TestRegion peer = ground().open()) {
      peer.clock().set(Story.NOW);
      for (Mutation mutation : shipped) {
        assertThat(peer.list(mutation)).hasSize(1);
      }
      assertThat(View.row(peer, "r")).isEqualTo("u:a=5");
      peer.put(put("r", "4", PAST + 900, "u:a=4", "u:b=4", "u:c=4"));
      assertThat(View.row(peer, "r")).isEqualTo("u:a=5 u:b=4 u:c=4");
      peer.put(put("r", "2", PAST + 950, "u:d=2"));
      peer.put(put("r", "6", PAST + 950, "u:c=6"));
      Story.everywhere(peer, r -> assertThat(View.row(r, "r")).isEqualTo("u:a=5 u:b=4 u:c=6"));
      peer.put(put("r", "6", PAST + 990, "u:c=replayed"));
      assertThat(View.row(peer, "r")).isEqualTo("u:a=5 u:b=4 u:c=6");
    }
  }

  @Test
  void r10_deleteInsertAndUpdatesOfOneMillisecondInAnyOrder() throws IOException {
    List<Integer> order = List.of(8, 9, 7, 1);
    Story story = story();
    for (int sequence : order) {
      String text = String.valueOf(sequence);
      story.then(
          r -> {
            switch (sequence) {
              case 1 -> r.put(put("r", text, PAST, "u:a=0", "u:b=0"));
              case 7 -> r.delete(deleteRow("r", text, PAST + 9));
              case 8 -> r.put(put("r", text, PAST + 9, "u:a=1"));
              default -> r.put(put("r", text, PAST + 9, "u:c=2"));
            }
          });
    }
    story.ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=1 u:c=2"));
  }

  @Test
  void r16_theCommitPositionRanksChangesOfInterleavedTransactions() throws IOException {
    story()
        .then(r -> r.put(put("r", "118.108.1", PAST + 2, "u:a=t2", "u:b=t2")))
        .then(r -> r.put(put("r", "130.124.2", PAST + 3, "u:a=t1-124-2")))
        .then(r -> r.put(put("r", "130.100.1", PAST + 3, "u:a=t1-100", "u:c=t1-100")))
        .then(r -> r.put(put("r", "130.124.1", PAST + 3, "u:a=t1-124-1", "u:c=t1-124")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=t1-124-2 u:b=t2 u:c=t1-124"));
  }

  @Test
  void r20_theDeltaOfALateEventCountsAndItsStateDoesNot() throws IOException {
    story()
        .then(r -> r.put(put("r", "2", Story.RECENT + 2, "u:b=2", "x:a:e2=+2")))
        .then(r -> r.put(put("r", "1", Story.RECENT + 1, "u:b=1", "u:c=1", "x:a:e1=+1")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:b=2 u:c=1");
              assertThat(Counter.read(r, "r", "a")).isEqualTo(Counter.of(3));
            });
  }

  @Test
  void r25_untouchedNullAndEmptyStayApart() throws IOException {
    story()
        .then(r -> r.put(put("r", "4", PAST + 4, "u:c=")))
        .then(r -> r.delete(nulls("r", "3", PAST + 3, "u:a")))
        .then(r -> r.put(put("r", "2", PAST + 2, "u:a=2")))
        .then(r -> r.put(put("r", "1", PAST + 1, "u:big=x", "u:a=1", "u:c=1")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:big=x u:c="));
  }

  @Test
  void r25_aRowIsThereAsLongAsAColumnHasAValue() throws IOException {
    story()
        .then(r -> r.put(put("r", "1", PAST + 1, "u:a=1")))
        .then(r -> r.delete(nulls("r", "3", PAST + 3, "u:a")))
        .then(r -> r.delete(nulls("r", "2", PAST + 2, "u:b")))
        .ends(r -> assertThat(View.exists(r, "r")).isFalse());
  }

  @Test
  void r29_aSnapshotThatComesAfterTheStreamFillsOnlyWhatNothingNewerSaid() throws IOException {
    story()
        .then(r -> r.put(put("r", "51", PAST + 2000, "u:v=510")))
        .then(r -> r.put(put("r", "40", PAST + 9000, "u:v=70", "u:w=7")))
        .then(r -> r.delete(deleteRow("gone", "52", PAST + 2000)))
        .then(r -> r.put(put("gone", "40", PAST + 9000, "u:v=70")))
        .then(r -> r.put(put("new", "40", PAST + 9000, "u:v=70")))
        .ends(
            r -> {
              assertThat(View.row(r, "r")).isEqualTo("u:v=510 u:w=7");
              assertThat(View.exists(r, "gone")).isFalse();
              assertThat(View.row(r, "new")).isEqualTo("u:v=70");
            });
  }

  @Test
  void aLateReplacementLeavesWhatIsNewer() throws IOException {
    story()
        .then(r -> r.put(put("r", "1", PAST + 1, "u:a=1", "u:b=1")))
        .then(r -> r.put(put("r", "5", PAST + 5, "u:c=5")))
        .then(
            r ->
                r.mutateRow(
                    together(
                        deleteRow("r", "3", PAST + 3), put("r", "3", PAST + 3, "u:b=3", "u:c=3"))))
        .then(r -> r.put(put("r", "2", PAST + 2, "u:a=2")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:b=3 u:c=5"));
  }

  /** What HBase's log may hold of a failed write comes back with a crash. */
  @Test
  void ce20_aLateDeleteMasksTheColumnsOfAFailedWrite() throws IOException {
    try (TestRegion region = Interference.on(ground()).open()) {
      region.clock().set(Story.NOW);
      region.put(put("r", "5", PAST + 5, "u:a=5"));
      Interference.after(region)
          .once(
              Interference.At.PRE_WAL_APPEND,
              () -> {
                throw new IOException("another coprocessor fails");
              });
      assertThatThrownBy(() -> region.put(put("r", "2", PAST + 900, "u:c=2")))
          .isInstanceOf(IOException.class);
      region.delete(deleteRow("r", "3", PAST + 3));
      assertThat(View.markers(region, "r", "u"))
          .as("a marker above the time that was tried")
          .containsExactly("DeleteColumn c @" + (PAST + 901));
      region.put(put("r", "2", PAST + 900, "u:c=2"));
      region.put(put("r", "4", PAST + 4, "u:c=4"));
      Story.everywhere(
          region,
          r ->
              assertThat(View.timed(r, "r"))
                  .isEqualTo("u:a=5@" + (PAST + 5) + " u:c=4@" + (PAST + 902)));
    }
  }

  @Test
  void ofAColumnThatALateEventNamesTwiceTheLastValueCounts() throws IOException {
    story()
        .then(r -> r.put(put("r", "5", PAST + 5, "u:b=5")))
        .then(
            r ->
                r.list(
                    put("r", "3", PAST + 3, "u:a=1", "u:b=3"),
                    put("r", "3", PAST + 3, "u:a=2", "u:c=3")))
        .ends(r -> assertThat(View.row(r, "r")).isEqualTo("u:a=2 u:b=5 u:c=3"));
  }

  @Test
  void nullsAreForgottenWhenTheRetentionIsOver() throws IOException {
    try (TestRegion region = ground().open()) {
      region.clock().set(Story.NOW);
      region.put(put("r", "1", PAST + 1, "u:a=1", "u:b=1"));
      for (int i = 2; i < 9; i++) {
        region.delete(nulls("r", String.valueOf(i), PAST + i, "u:a"));
        region.flush();
      }
      region.majorCompact();
      assertThat(View.markers(region, "r", "m")).as("the newest null of the column").hasSize(2);
      region.clock().advance(9 * DAY);
      region.majorCompact();
      region.put(put("r", "7", PAST + 7, "u:a=7"));
      assertThat(View.row(region, "r")).isEqualTo("u:b=1");
      region.clock().advance(2 * DAY);
      region.majorCompact();
      assertThat(View.markers(region, "r", "m")).isEmpty();
      assertThat(View.row(region, "r")).isEqualTo("u:b=1");
    }
  }

  @Test
  void versionedFamiliesAreRefused() throws IOException {
    ColumnFamilyDescriptorBuilder versioned =
        ColumnFamilyDescriptorBuilder.newBuilder(bytes("v"))
            .setMaxVersions(9)
            .setValue("sediment.kind", "versioned");
    try (TestRegion region = ground().family(versioned).open()) {
      assertThatThrownBy(() -> region.put(put("r", "1", PAST, "u:a=1")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("sediment.kind")
          .hasMessageContaining("sediment.guard");
    }
  }
}
