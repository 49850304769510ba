package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.coprocessor.DeltaGround.delta;
import static org.sediment.coprocessor.DeltaGround.replicated;
import static org.sediment.coprocessor.DeltaGround.retraction;

import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.coprocessor.Counters.What;

/** Deltas: in time, backfilled, replayed, late, deleted before they came. */
class LateDeltaTest {
  @Test
  void aDeltaInTimeCostsNoReadAndNoRowLock() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.write(delta("q:e", ground.now() - 1000, 3));
      assertThat(ground.last().needsRow()).isFalse();
      assertThat(ground.observer().counters().get(What.LATE_READS)).isZero();
      assertThat(ground.observer().counters().get(What.DELTAS_STORED)).isOne();
      assertThat(ground.shown(ground.now())).containsExactly("q:e@-1000 3");
    }
  }

  @Test
  void aBackfillIntoANewCounterIsStored() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.write(delta("q:e", ground.old(10), 3));
      assertThat(ground.last().needsRow()).isTrue();
      assertThat(ground.shown(ground.old(0))).containsExactly("q:e@10 3");
      assertThat(ground.observer().counters().get(What.LATE_READS)).isOne();
    }
  }

  @Test
  void atOrBelowTheBaseIsListedAboveIsStored() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.layBase("q", ground.old(5), ground.old(20));
      ground.write(delta("q:e1", ground.old(20), 1));
      ground.write(delta("q:e2", ground.old(21), 2));
      ground.write(delta("q:e3", ground.old(1), 3));
      ground.write(delta("p:e4", ground.old(1), 4));
      ground.write(delta("q2:e5", ground.old(1), 5));
      assertThat(ground.shown(ground.old(0)))
          .containsExactly(
              "p:e4@1 4",
              "q2:e5@1 5",
              "q:e2@21 2",
              "q;@20 base",
              "q<d:e1@20 DELTA OPEN 1",
              "q<d:e3@1 DELTA OPEN 3");
      assertThat(ground.observer().counters().get(What.DELTAS_LATE)).isEqualTo(2);
      assertThat(ground.observer().counters().get(What.DELTAS_STORED)).isEqualTo(3);
    }
  }

  @Test
  void oneReadServesAllLateDeltasOfAnEvent() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.layBase("b", ground.old(0), ground.old(20));
      ground.write(twoHundred(ground));
      assertThat(ground.observer().counters().get(What.LATE_READS)).isOne();
      assertThat(ground.last().stored()).isEqualTo(100);
      assertThat(ground.last().listed()).isEqualTo(100);
      ground.region().flush();
      ground.write(twoHundred(ground));
      assertThat(ground.last().replayed()).isEqualTo(200);
    }
  }

  private static Put twoHundred(DeltaGround ground) {
    Put put = new Put(DeltaGround.ROW);
    for (int i = 0; i < 200; i++) {
      String qualifier = (i % 2 == 0 ? "a:e" : "b:e") + i;
      put.addColumn(DeltaGround.X, Bytes.toBytes(qualifier), ground.old(9), Bytes.toBytes(1L));
    }
    return put;
  }

  @Test
  void aReplayOfAPendingDeltaStoresNothing() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.write(delta("q:e", ground.old(10), 3));
      ground.write(delta("q:e", ground.old(10), 3));
      assertThat(ground.raw(ground.old(0))).containsExactly("q:e@10 3");
      assertThat(ground.observer().counters().get(What.DELTAS_REPLAYED)).isOne();
      ground.write(delta("q:e", ground.old(10), 4)); // another value: the last one wins
      ground.write(delta("q:e", ground.old(11), 5)); // another time: another delta
      assertThat(ground.shown(ground.old(0))).containsExactly("q:e@11 5", "q:e@10 4");
    }
  }

  @Test
  void aReplayOfWhatTheBaseHoldsIsAbsorbedWhileItsCellIsThere() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.write(delta("q:e", ground.old(10), 3));
      ground.layBase("q", ground.old(10), ground.old(10));
      ground.write(delta("q:e", ground.old(10), 3));
      assertThat(ground.last().replayed()).isOne();
      assertThat(ground.shown(ground.old(0))).containsExactly("q:e@10 3", "q;@10 base");
    }
  }

  @Test
  void anEntryAbsorbsReplaysAndTakesANewValueWhileOpen() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.layBase("q", ground.old(5), ground.old(20));
      ground.write(delta("q:e", ground.old(10), 3));
      ground.write(delta("q:e", ground.old(10), 3));
      assertThat(ground.last().replayed()).isOne();
      ground.write(delta("q:e", ground.old(10), 4));
      assertThat(ground.shown(ground.old(0)))
          .containsExactly("q;@20 base", "q<d:e@10 DELTA OPEN 4");
    }
  }

  @Test
  void aResolvedEntryAbsorbsEvenAnotherValue() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.layBase("q", ground.old(5), ground.old(20));
      ground.write(delta("q:e", ground.old(10), 3));
      ground.write(retraction("q:e", ground.old(10)));
      ground.write(delta("q:e", ground.old(10), 4));
      assertThat(ground.last().replayed()).isOne();
      assertThat(ground.shown(ground.old(0)))
          .containsExactly("q;@20 base", "q<d:e@10 DELTA DISCARDED 3", "q<r:e@10 RETRACTION OPEN");
    }
  }

  @Test
  void rejectRefusesLateDeltasButNotReplaysNorReplication() throws IOException {
    try (DeltaGround ground = DeltaGround.rejecting()) {
      ground.write(delta("q:e", ground.old(10), 3));
      ground.layBase("q", ground.old(5), ground.old(20));
      ground.write(delta("q:e", ground.old(10), 3));
      assertThatThrownBy(() -> ground.write(delta("q:late", ground.old(10), 3)))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("row 'r'")
          .hasMessageContaining("q:late")
          .hasMessageContaining("sediment.late=quarantine");
      ground.write(replicated(delta("q:r", ground.old(10), 3)));
      assertThat(ground.shown(ground.old(0)))
          .containsExactly("q:e@10 3", "q;@20 base", "q<d:r@10 DELTA OPEN 3");
    }
  }

  @Test
  void aDeltaBelowTheRememberedDeleteIsDropped() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.observer().rememberDelete(ground.old(10));
      ground.write(delta("q:e1", ground.old(9), 1));
      ground.write(delta("q:e2", ground.old(10), 2)); // of the deleting millisecond: after it
      assertThat(ground.shown(ground.old(0))).containsExactly("q:e2@10 2");
      assertThat(ground.observer().counters().get(What.DELTAS_MASKED)).isOne();
    }
  }

  @Test
  void withoutASequenceFamilyTheFamilysOwnMarkersAreRemembered() throws IOException {
    try (DeltaGround ground = DeltaGround.withoutSequence()) {
      ground.write(new Delete(DeltaGround.ROW, ground.old(10)));
      ground.write(delta("q:e1", ground.old(9), 1));
      assertThat(ground.last().masked()).isOne();
      ground.write(delta("q:e2", ground.old(10), 2));
      assertThat(ground.shown(ground.old(0))).containsExactly("q:e2@10 2");
    }
  }

  @Test
  void aRowDeleteIsRememberedByItsMarkWhenItsMarkerIsGone() throws IOException {
    try (DeltaGround ground = DeltaGround.withoutSequence()) {
      ground.write(new Delete(DeltaGround.ROW, ground.old(10)));
      ground.write(delta("1:other", ground.old(12), 1));
      ground.region().flush();
      String mark = "<x:@" + ground.old(9) + "@" + ground.now() + " Delete";
      assertThat(ground.raw(0)).contains(mark);
    }
  }

  @Test
  void aBaseNotUnderstoodStillTellsWhatIsLate() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.lay(
          new Put(DeltaGround.ROW)
              .addColumn(
                  DeltaGround.X,
                  Bytes.toBytes("q;"),
                  ground.old(20),
                  Bytes.toBytes("later format")));
      ground.write(delta("q:e1", ground.old(20), 1));
      ground.write(delta("q:e2", ground.old(21), 2));
      assertThat(ground.shown(ground.old(0)))
          .containsExactly("q:e2@21 2", "q;@20 base", "q<d:e1@20 DELTA OPEN 1");
    }
  }

  @Test
  void aBaseUnderARowDeleteIsNoBase() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.layBase("q", ground.old(5), ground.old(20));
      ground.write(new Delete(DeltaGround.ROW, ground.old(31)));
      ground.write(delta("q:e1", ground.old(31), 1));
      assertThat(ground.shown(ground.old(0))).containsExactly("q:e1@31 1");
    }
  }
}
