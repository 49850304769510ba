package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.testing.EndpointEvents.column;
import static org.sediment.testing.EndpointEvents.delta;
import static org.sediment.testing.EndpointEvents.event;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sediment.protocol.SedimentProtos.ChangeEvent;
import org.sediment.protocol.SedimentProtos.EventOutcome;
import org.sediment.protocol.SedimentProtos.EventOutcome.Outcome;
import org.sediment.testing.EndpointEvents;
import org.sediment.testing.EndpointTotals;
import org.sediment.testing.TestRegion;

/** The outcome of an event that came through {@code ApplyEvents} is what became of it. */
class ApplyEventsTest {
  private TestRegion region;
  private long now;

  @BeforeEach
  void open() throws IOException {
    region =
        TestRegion.builder()
            .sequence()
            .upsert("u")
            .upsert("v")
            .delta("x")
            .family("p", "plain")
            .open();
    now = region.clock().now();
  }

  @AfterEach
  void close() throws IOException {
    region.close();
  }

  private List<EventOutcome> apply(ChangeEvent.Builder... events) throws IOException {
    List<ChangeEvent> built = new ArrayList<>();
    for (ChangeEvent.Builder event : events) {
      built.add(event.build());
    }
    return EndpointEvents.apply(region.region(), built);
  }

  private static List<Outcome> kinds(List<EventOutcome> outcomes) {
    return outcomes.stream().map(EventOutcome::getOutcome).toList();
  }

  private ChangeEvent.Builder set(String row, String sequence, String value) {
    return event(row, sequence, now).addColumn(column("u", "a", value));
  }

  @Test
  void eachEventHasItsOwnOutcomeInTheOrderAsked() throws IOException {
    List<EventOutcome> outcomes =
        apply(
            set("b", "5", "five"),
            set("a", "7", "seven"),
            set("b", "4", "four"),
            set("b", "5", "five"),
            set("b", "6", "six"),
            event("c", "x", now).addColumn(column("u", "a", "1")));
    assertThat(kinds(outcomes))
        .containsExactly(
            Outcome.APPLIED,
            Outcome.APPLIED,
            Outcome.STALE,
            Outcome.DUPLICATE,
            Outcome.APPLIED,
            Outcome.REJECTED);
    assertThat(outcomes.get(5).getMessage()).contains("row 'c'").contains("15 or 118.108.2");
    assertThat(region.value("b", "u", "a")).isEqualTo("six");
    assertThat(region.value("a", "u", "a")).isEqualTo("seven");
    assertThat(region.value("b", "m", "seq")).isEqualTo("6");
    assertThat(region.get("c").isEmpty()).isTrue();
  }

  @Test
  void aReplayIsADuplicateOrStaleAndChangesNothing() throws IOException {
    ChangeEvent.Builder[] events = {set("r", "1", "one"), set("r", "2", "two")};
    apply(events);
    region.reopen();
    String before = region.dump();
    assertThat(kinds(apply(events))).containsExactly(Outcome.STALE, Outcome.DUPLICATE);
    assertThat(kinds(apply(events))).containsExactly(Outcome.STALE, Outcome.DUPLICATE);
    assertThat(region.dump()).isEqualTo(before);
  }

  @Test
  void setsNullsDeltasAndPlainCellsOfAnEventAreOneEvent() throws IOException {
    apply(
        event("r", "1", now)
            .addColumn(column("u", "a", "1"))
            .addColumn(column("v", "b", ""))
            .addColumn(column("p", "free", "x"))
            .addDelta(delta("x", "qty", "e1", now, 3L)));
    assertThat(region.value("r", "v", "b")).isEmpty();
    List<EventOutcome> second =
        apply(
            event("r", "2", now)
                .addColumn(column("u", "a", null))
                .addColumn(column("v", "b", "2"))
                .addDelta(delta("x", "qty", "e2", now, 4L))
                .addDelta(delta("x", "qty", "e1", now, null)));
    assertThat(kinds(second)).containsExactly(Outcome.APPLIED);
    assertThat(second.get(0).getDeltasStored()).isEqualTo(1);
    assertThat(region.value("r", "u", "a")).isNull();
    assertThat(region.value("r", "v", "b")).isEqualTo("2");
    assertThat(region.value("r", "p", "free")).isEqualTo("x");
    assertThat(EndpointTotals.of(region.region(), "r"))
        .containsEntry("x:qty", BigDecimal.valueOf(4));
  }

  @Test
  void aRefusedEventIsRefusedWholeAlsoItsPlainCellsAndDeltas() throws IOException {
    List<EventOutcome> outcomes =
        apply(
            event("r", "1", now + 86_400_000)
                .addColumn(column("u", "a", null))
                .addColumn(column("p", "free", "x")),
            event("s", "1", now)
                .addColumn(column("u", "a", "1"))
                .addDelta(delta("x", "a", "", now, 1L)),
            event("t", "1", now)
                .addColumn(column("u", "a", "1"))
                .addColumn(column("nowhere", "a", "1")),
            event("u", "1", now).addColumn(column("u", "a", "1")).addColumn(column("u", "a", null)),
            event("w", "1", now).addColumn(column("m", "del", "1")));
    assertThat(kinds(outcomes)).containsOnly(Outcome.REJECTED);
    assertThat(outcomes.get(0).getMessage()).contains("sediment.future.skew");
    assertThat(outcomes.get(2).getMessage()).contains("no family 'nowhere'");
    assertThat(region.raw()).isEmpty();
  }

  @Test
  void rowDeletesAndImagesAreAsWithMutations() throws IOException {
    apply(
        event("r", "1", now).addColumn(column("u", "a", "1")).addColumn(column("u", "b", "1")),
        event("s", "1", now).addColumn(column("u", "a", "1")).addColumn(column("u", "b", "1")),
        event("t", "1", now).addColumn(column("u", "a", "1")).addColumn(column("u", "b", "1")));
    List<EventOutcome> outcomes =
        apply(
            event("r", "2", now).setRowDelete(true),
            event("s", "2", now).setImage(true).addColumn(column("u", "b", "2")),
            event("t", "2", now)
                .setRowDelete(true)
                .addColumn(column("u", "b", "2"))
                .addDelta(delta("x", "qty", "e", now, 1L)));
    assertThat(kinds(outcomes)).containsOnly(Outcome.APPLIED);
    assertThat(region.get("r").isEmpty()).isTrue();
    for (String row : List.of("s", "t")) {
      assertThat(region.value(row, "u", "a")).isNull();
      assertThat(region.value(row, "u", "b")).isEqualTo("2");
    }
    assertThat(EndpointTotals.of(region.region(), "t"))
        .containsEntry("x:qty", BigDecimal.valueOf(1));
    assertThat(kinds(apply(set("r", "1", "late")))).containsExactly(Outcome.STALE);
  }

  @Test
  void deltasOfAStaleEventAreStoredAndCounted() throws IOException {
    apply(set("r", "5", "five"));
    List<EventOutcome> stale =
        apply(set("r", "4", "four").addDelta(delta("x", "qty", "e4", now, 2L)));
    assertThat(kinds(stale)).containsExactly(Outcome.STALE);
    assertThat(stale.get(0).getDeltasStored()).isEqualTo(1);
    assertThat(EndpointTotals.of(region.region(), "r"))
        .containsEntry("x:qty", BigDecimal.valueOf(2));
  }

  @Test
  void deltasThatComeLateAgainOrBelowADeleteAreCountedApart() throws IOException {
    long old = now - 7_200_000;
    ChangeEvent.Builder first =
        ChangeEvent.newBuilder()
            .setRow(ByteString.copyFromUtf8("r"))
            .addDelta(delta("x", "qty", "e1", old, 2L));
    assertThat(apply(first).get(0).getDeltasStored()).isEqualTo(1);
    assertThat(apply(first).get(0).getDeltasReplayed()).isEqualTo(1);
    region.flush();
    region.majorCompact();
    EventOutcome late =
        apply(
                ChangeEvent.newBuilder()
                    .setRow(ByteString.copyFromUtf8("r"))
                    .addDelta(delta("x", "qty", "e0", old, 2L)))
            .get(0);
    assertThat(late.getOutcome()).isEqualTo(Outcome.APPLIED);
    assertThat(late.getDeltasLate()).isEqualTo(1);
    apply(event("s", "3", old).setRowDelete(true));
    EventOutcome masked =
        apply(
                ChangeEvent.newBuilder()
                    .setRow(ByteString.copyFromUtf8("s"))
                    .addDelta(delta("x", "qty", "e0", old - 1, 2L)))
            .get(0);
    assertThat(masked.getDeltasMasked()).isEqualTo(1);
    assertThat(masked.getDeltasStored()).isZero();
  }

  @Test
  void aRowElsewhereIsSaidToBeElsewhereAndTheRestApplied() throws IOException {
    region.split("m");
    List<ChangeEvent> events = List.of(set("a", "1", "1").build(), set("z", "1", "1").build());
    List<EventOutcome> outcomes = EndpointEvents.apply(region.region(Bytes.toBytes("a")), events);
    assertThat(kinds(outcomes)).containsExactly(Outcome.APPLIED, Outcome.NOT_HERE);
    assertThat(outcomes.get(1).getMessage()).contains("row 'z'");
    assertThatThrownBy(() -> EndpointEvents.apply(region.region(Bytes.toBytes("z")), events))
        .isInstanceOf(NotServingRegionException.class);
    assertThat(region.value("z", "u", "a")).isNull();
  }

  @Test
  void anEventIsNeverCutBetweenTwoBatches() throws IOException {
    try (TestRegion small =
        TestRegion.builder()
            .sequence()
            .upsert("u")
            .conf("hbase.regionserver.minibatch.size", "3")
            .open()) {
      long time = small.clock().now();
      List<ChangeEvent> events = new ArrayList<>();
      for (int i = 1; i <= 10; i++) {
        String value = Integer.toString(i);
        events.add(
            event("r" + i % 2, value, time)
                .addColumn(column("u", "a", value))
                .addColumn(column("u", "b" + i, null))
                .build());
      }
      Collections.reverse(events);
      List<EventOutcome> outcomes = EndpointEvents.apply(small.region(), events);
      assertThat(kinds(outcomes).subList(0, 2)).containsOnly(Outcome.APPLIED);
      assertThat(kinds(outcomes).subList(2, 10)).containsOnly(Outcome.STALE);
      assertThat(small.value("r0", "u", "a")).isEqualTo("10");
    }
  }

  /** HBase looks at the server's memstores for a client's own writes only. */
  @Test
  void aServerWhoseMemstoresAreOverTheirLimitPutsOff() throws IOException {
    region.flushPressure(1.05); // the limit lies at 1 / 0.95
    assertThat(kinds(apply(event("r", "1", now).addColumn(column("u", "a", "1")))))
        .containsExactly(Outcome.APPLIED);
    region.flushPressure(1.06);
    ChangeEvent.Builder second = event("r", "2", now).addColumn(column("u", "a", "2"));
    assertThatThrownBy(() -> apply(second)).isInstanceOf(RegionTooBusyException.class);
    List<EventOutcome> beside = apply(event("s", "1", now), second);
    assertThat(kinds(beside)).containsExactly(Outcome.REJECTED, Outcome.NOT_TRIED);
    assertThat(beside.get(1).getMessage()).contains("memstores");
    assertThat(region.value("r", "u", "a")).isEqualTo("1");
    region.flushPressure(1);
    assertThat(kinds(apply(second))).containsExactly(Outcome.APPLIED);
  }

  /** What is stored by then is answered before the client gives up, and the rest put off. */
  @Test
  void aCallEndsAfterABatchWhenItTakesTooLong() throws IOException {
    try (TestRegion small =
        TestRegion.builder()
            .sequence()
            .upsert("u")
            .conf("hbase.regionserver.minibatch.size", "3")
            .open()) {
      long time = small.clock().now();
      List<ChangeEvent> events = new ArrayList<>();
      for (int i = 1000; i < 4000; i++) {
        events.add(event("r" + i, "1", time).addColumn(column("u", "a", "1")).build());
      }
      // a client that waits two milliseconds, for a thousand batches
      List<Outcome> outcomes = kinds(EndpointEvents.apply(small.region(), events, time + 2));
      int applied = outcomes.indexOf(Outcome.NOT_TRIED);
      assertThat(applied).isBetween(3, 2999);
      assertThat(outcomes.subList(0, applied)).containsOnly(Outcome.APPLIED);
      assertThat(outcomes.subList(applied, 3000)).containsOnly(Outcome.NOT_TRIED);
      assertThat(small.value("r" + (999 + applied), "u", "a")).isEqualTo("1");
      assertThat(small.value("r" + (1000 + applied), "u", "a")).isNull();
    }
  }

  @Test
  void nonsenseHarmsItselfOnly() throws IOException {
    List<EventOutcome> outcomes =
        apply(
            set("", "1", "1"),
            set("r", "1", "1"),
            event("s", "1", now),
            event("t", "1", -5).addColumn(column("u", "a", "1")),
            event("u", "1", now).setRowDelete(true).addColumn(column("u", "a", null)),
            event("v", "1", now).addDelta(delta("x", "a:b", "1", now, 1L)),
            event("w", "1", now).addColumn(column("", "a", "1")),
            set("x".repeat(40_000), "1", "1"));
    assertThat(kinds(outcomes))
        .containsExactly(
            Outcome.REJECTED,
            Outcome.APPLIED,
            Outcome.REJECTED,
            Outcome.REJECTED,
            Outcome.REJECTED,
            Outcome.REJECTED,
            Outcome.REJECTED,
            Outcome.REJECTED);
    outcomes.stream()
        .filter(outcome -> outcome.getOutcome() == Outcome.REJECTED)
        .forEach(outcome -> assertThat(outcome.getMessage()).isNotEmpty());
    assertThat(region.value("r", "u", "a")).isEqualTo("1");
  }

  @Test
  void eventsThatContradictThemselvesHarmThemselvesOnly() throws IOException {
    List<EventOutcome> outcomes =
        apply(
            event("a", "1", now).addColumn(column("u", "a", "1")).addColumn(column("u", "a", null)),
            event("b", "1", now).addColumn(column("u", "a", "1")).addColumn(column("u", "a", "2")),
            event("c", "7a", now).addColumn(column("u", "a", "1")),
            event("d", "1", now).clearTime().setRowDelete(true),
            event("e", "1", now).addDelta(delta("x", "qty", "1", -1, 1L)),
            event("f", "1", now).addDelta(delta("u", "qty", "1", now, 1L)),
            event("g", "1", now).addColumn(column("m", "seq", "9")),
            event("h", "1", now).addDelta(delta("x", "qty", "", now, 1L)),
            event("i", "1", now).addColumn(column("x", "qty;", "1")),
            set("b", "0", "0"));
    assertThat(kinds(outcomes))
        .containsExactly(
            Outcome.REJECTED,
            Outcome.APPLIED,
            Outcome.REJECTED,
            Outcome.REJECTED,
            Outcome.REJECTED,
            Outcome.APPLIED, // a column like any other of this family
            Outcome.REJECTED,
            Outcome.REJECTED,
            Outcome.REJECTED,
            Outcome.STALE);
    assertThat(region.value("b", "u", "a")).as("the last value of the event").isEqualTo("2");
    assertThat(outcomes.get(3).getMessage()).contains("row 'd'");
  }

  /** Three events that one append to the log would be too much for. */
  @Test
  void largeEventsGoInSeveralBatches() throws IOException {
    String large = "x".repeat(7 << 20);
    List<EventOutcome> outcomes =
        apply(set("a", "1", large), set("b", "1", large), set("a", "2", large));
    assertThat(kinds(outcomes)).containsOnly(Outcome.APPLIED);
    assertThat(region.value("b", "u", "a")).hasSize(7 << 20);
  }

  @Test
  void aCellTooLargeForAClientIsTooLargeHere() throws IOException {
    try (TestRegion small =
        TestRegion.builder()
            .sequence()
            .upsert("u")
            .conf("hbase.server.keyvalue.maxsize", "1000")
            .open()) {
      List<EventOutcome> outcomes =
          EndpointEvents.apply(small.region(), List.of(set("r", "1", "v".repeat(1000)).build()));
      assertThat(kinds(outcomes)).containsExactly(Outcome.REJECTED);
      assertThat(outcomes.get(0).getMessage())
          .contains("u:a")
          .contains("hbase.server.keyvalue.maxsize");
    }
  }

  @Test
  void tooManyEventsInOneCallAreRefusedWithTheNumber() {
    ChangeEvent event = set("r", "1", "1").build();
    assertThatThrownBy(
            () -> EndpointEvents.apply(region.region(), Collections.nCopies(10_001, event)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("10000");
  }

  @Test
  void aTableWithWrongSettingsRefusesTheCall() throws IOException {
    try (TestRegion wrong =
        TestRegion.builder().sequence().upsert("u").property("sediment.image", "maybe").open()) {
      assertThatThrownBy(
              () -> EndpointEvents.apply(wrong.region(), List.of(set("r", "1", "1").build())))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("sediment.image");
    }
  }
}
