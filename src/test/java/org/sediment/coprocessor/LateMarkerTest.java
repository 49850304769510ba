package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.coprocessor.DeltaGround.ROW;
import static org.sediment.coprocessor.DeltaGround.X;
import static org.sediment.coprocessor.DeltaGround.delta;
import static org.sediment.coprocessor.DeltaGround.replicated;
import static org.sediment.coprocessor.DeltaGround.retraction;

import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.model.DeltaColumn;
import org.sediment.model.Late;
import org.sediment.testing.TestRegion;

/** Retractions and row deletes: in time, before their delta, late. */
class LateMarkerTest {
  @Test
  void aRetractionIsAVersionMarkerHoweverItIsWritten() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      long time = ground.now() - 1000;
      ground.write(delta("q:e1", time, 1));
      ground.write(delta("q:e2", time, 2));
      ground.write(delta("q:e2", time - 1, 3));
      ground.write(retraction("q:e1", time));
      ground.write(new Delete(ROW).addColumns(X, Bytes.toBytes("q:e2"), time));
      assertThat(ground.last().needsRow()).isFalse();
      assertThat(ground.raw(time))
          .containsExactly("q:e1@0 Delete", "q:e1@0 1", "q:e2@0 Delete", "q:e2@0 2", "q:e2@-1 3");
      assertThat(ground.shown(time)).containsExactly("q:e2@-1 3");
      ground.region().flush();
      assertThat(ground.region().files("x").get(0).getMinimumTimestamp()).hasValue(time - 1);
    }
  }

  @Test
  void aBackfilledRetractionIsRememberedFromItsArrival() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.write(retraction("q:e", ground.old(10)));
      String mark = "q<x:e@" + ground.old(10) + "@" + ground.now() + " Delete";
      assertThat(ground.raw(0)).containsExactly("q:e@" + ground.old(10) + " Delete", mark);
      ground.write(retraction("q:e", ground.old(10)));
      assertThat(ground.last().replayed()).isOne();
      assertThat(ground.raw(0)).hasSize(2);
      ground.write(delta("q:e", ground.old(10), 1));
      assertThat(ground.last().masked()).isOne();
      ground.write(delta("q:e", ground.old(11), 2)); // another delta
      assertThat(ground.shown(ground.old(0))).containsExactly("q:e@11 2");
    }
  }

  @Test
  void theMarkAloneMasksItsDelta() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      byte[] mark =
          DeltaColumn.retractionMark(Bytes.toBytes("q"), Bytes.toBytes("e"), ground.old(10));
      ground.lay(new Delete(ROW).addColumn(X, mark, ground.now()));
      ground.region().flush();
      ground.write(delta("q:e", ground.old(10), 1));
      assertThat(ground.last().masked()).isOne();
    }
  }

  @Test
  void aRetractionInsideTheBaseIsListedBelowItIsStored() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.layBase("q", ground.old(5), ground.old(20));
      ground.write(retraction("q:in", ground.old(5)));
      ground.write(retraction("q:last", ground.old(20)));
      ground.write(retraction("q:above", ground.old(21)));
      ground.write(retraction("q:below", ground.old(4)));
      assertThat(ground.shown(ground.old(0)))
          .containsExactly("q;@20 base", "q<r:in@5 RETRACTION OPEN", "q<r:last@20 RETRACTION OPEN");
      assertThat(ground.raw(ground.old(0)))
          .contains("q:above@21 Delete", "q:below@4 Delete")
          .doesNotContain("q:in@5 Delete");
      ground.write(retraction("q:in", ground.old(5)));
      assertThat(ground.last().replayed()).isOne();
    }
  }

  @Test
  void aRetractionDiscardsItsListedDeltaInEitherOrderAndStaysListedItself() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.layBase("q", ground.old(5), ground.old(20));
      ground.write(delta("q:a", ground.old(10), 1));
      ground.write(retraction("q:a", ground.old(10)));
      ground.write(retraction("q:b", ground.old(10)));
      ground.write(delta("q:b", ground.old(10), 2));
      ground.write(retraction("q:a", ground.old(10)));
      assertThat(ground.last().replayed()).isOne();
      ground.write(delta("q:c", ground.old(4), 3)); // below its oldest: surely not in the base
      ground.write(retraction("q:c", ground.old(4)));
      assertThat(ground.shown(ground.old(0)))
          .containsExactly(
              "q;@20 base",
              "q<d:a@10 DELTA DISCARDED 1",
              "q<d:b@10 DELTA DISCARDED 2",
              "q<d:c@4 DELTA DISCARDED 3",
              "q<r:a@10 RETRACTION OPEN",
              "q<r:b@10 RETRACTION OPEN");
    }
  }

  @Test
  void aReplayDiscardedByHandDoesNotSwallowTheRetraction() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.layBase("q", ground.old(5), ground.old(20));
      byte[] three = Bytes.toBytes(3L);
      Late onArrival = Late.arrived(Late.Kind.DELTA, three, ground.now());
      Late moved = Late.moved(Late.Kind.DELTA, three, 77, ground.now());
      ground.lay(
          new Put(ROW)
              .addColumn(X, Bytes.toBytes("q<d:a"), ground.old(10), discarded(onArrival, ground))
              .addColumn(X, Bytes.toBytes("q<d:b"), ground.old(10), discarded(moved, ground)));
      ground.write(retraction("q:a", ground.old(10)));
      ground.write(retraction("q:b", ground.old(10))); // a fold saw that no base holds it
      assertThat(ground.shown(ground.old(0)))
          .containsExactly(
              "q;@20 base",
              "q<d:a@10 DELTA DISCARDED 3",
              "q<d:b@10 DELTA DISCARDED 3",
              "q<r:a@10 RETRACTION OPEN");
    }
  }

  private static byte[] discarded(Late late, DeltaGround ground) {
    return StoredFormats.encode(late.discarded(ground.now()));
  }

  @Test
  void eventsOfOneBatchKnowOfEachOther() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.layBase("q", ground.old(5), ground.old(20));
      ground
          .region()
          .list(
              delta("q:a", ground.old(10), 1),
              retraction("q:a", ground.old(10)),
              delta("q:a", ground.old(10), 7),
              retraction("q:b", ground.old(10)),
              delta("q:b", ground.old(10), 2),
              retraction("p:c", ground.old(10)),
              delta("p:c", ground.old(10), 3));
      assertThat(ground.shown(ground.old(0)))
          .containsExactly(
              "q;@20 base",
              "q<d:a@10 DELTA DISCARDED 1",
              "q<d:b@10 DELTA DISCARDED 2",
              "q<r:a@10 RETRACTION OPEN",
              "q<r:b@10 RETRACTION OPEN");
      assertThat(ground.observer().counters().get(Counters.What.DELTAS_MASKED)).isOne();
      ground.region().flush();
      assertThat(ground.shown(ground.old(0))).hasSize(5);
    }
  }

  @Test
  void aRowDeleteIsStoredOneBelowItsCommitTime() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      long time = ground.now() - 1000;
      ground.write(delta("q:e1", time - 1, 1));
      ground.write(delta("q:e2", time, 2));
      ground.write(new Delete(ROW, time));
      assertThat(ground.raw(time)).contains("@-1 DeleteFamily");
      assertThat(ground.shown(time)).containsExactly("q:e2@0 2");
    }
  }

  @Test
  void aRowDeleteAtTimeZeroWritesNoMarkerHere() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.write(new Delete(ROW, 0));
      assertThat(ground.raw(0)).isEmpty();
      ground.write(new Delete(ROW, 1));
      assertThat(ground.raw(0)).containsExactly("@0 DeleteFamily");
    }
  }

  @Test
  void aRowDeleteInsideABaseIsListedOnceForEachCounterConcerned() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.layBase("in", ground.old(5), ground.old(20));
      ground.layBase("younger", ground.old(10), ground.old(30));
      ground.layBase("older", ground.old(1), ground.old(9));
      for (int i = 0; i < 50; i++) {
        ground.lay(delta("in:e" + i, ground.old(21), 1));
        ground.lay(delta("pending:e" + i, ground.old(21), 1));
      }
      ground.write(new Delete(ROW, ground.old(10)));
      assertThat(ground.last().listed()).isOne();
      ground.region().flush();
      ground.write(new Delete(ROW, ground.old(10)));
      assertThat(ground.last().listed()).isZero();
      assertThat(ground.last().replayed()).isOne();
      assertThat(ground.shown(ground.old(0)))
          .contains("in;@20 base", "in<R@10 ROW_DELETE OPEN", "younger;@30 base")
          .doesNotContain("older;@9 base")
          .hasSize(103);
      assertThat(ground.raw(ground.old(0))).contains("@9 DeleteFamily");
    }
  }

  @Test
  void rejectRefusesLateMarkersButNotThoseOfReplication() throws IOException {
    try (DeltaGround ground = DeltaGround.rejecting()) {
      ground.layBase("q", ground.old(5), ground.old(20));
      assertThatThrownBy(() -> ground.write(new Delete(ROW, ground.old(10))))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("row delete");
      assertThatThrownBy(() -> ground.write(retraction("q:e", ground.old(10))))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("retraction of delta q:e");
      assertThat(ground.raw(ground.old(0))).containsExactly("q;@20 base");
      ground.write(replicated(retraction("q:e", ground.old(12))));
      ground.write(replicated(new Delete(ROW).addFamily(X, ground.old(9))));
      assertThat(ground.shown(ground.old(0)))
          .containsExactly("q;@20 base", "q<R@10 ROW_DELETE OPEN", "q<r:e@12 RETRACTION OPEN");
    }
  }

  @Test
  void eachFamilyIsJudgedByItsOwnLag() throws IOException {
    try (DeltaGround ground =
        DeltaGround.open(
            TestRegion.builder()
                .sequence()
                .delta("x")
                .delta("y")
                .familyValue("y", "sediment.lag", "10s"))) {
      ground.region().clock().advance(600_000);
      ground.write(new Delete(ROW, ground.now() - 30_000));
      assertThat(ground.last().late())
          .extracting(late -> Bytes.toString(late.family().name()))
          .containsExactly("y");
    }
  }

  @Test
  void replicatedMarkersOfSedimentsOwnColumnsAndBasesAreDropped() throws IOException {
    try (DeltaGround ground = DeltaGround.withSequence()) {
      ground.layBase("q", ground.old(5), ground.old(20));
      Delete delete = new Delete(ROW);
      delete.addColumn(X, Bytes.toBytes("q;"), ground.old(20));
      delete.addColumns(X, Bytes.toBytes("q<d:e"), ground.now());
      delete.addFamilyVersion(X, ground.old(20));
      ground.write(replicated(delete));
      Put put = new Put(ROW);
      put.addColumn(X, Bytes.toBytes("q;"), ground.old(30), Bytes.toBytes("base"));
      put.addColumn(X, Bytes.toBytes("nocolon"), ground.old(30), Bytes.toBytes("poison"));
      put.addColumn(X, Bytes.toBytes("q:bad"), ground.old(30), Bytes.toBytes("poison"));
      ground.write(replicated(put));
      assertThat(ground.observer().counters().get(Counters.What.NOT_UNDERSTOOD)).isEqualTo(4);
      assertThat(ground.region().raw("x")).hasSize(3);
    }
  }
}
