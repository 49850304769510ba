package org.sediment.cdc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.cdc.Recordings.event;
import static org.sediment.cdc.Recordings.events;
import static org.sediment.cdc.Recordings.mapping;
import static org.sediment.cdc.Recordings.message;
import static org.sediment.cdc.Recordings.nulls;
import static org.sediment.cdc.Recordings.reason;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sediment.model.ChangeEvent;
import org.sediment.model.DeltaChange;

/** A column that is a counter: its changes become deltas. */
class CounterMappingTest {
  private static final String STOCK =
      """
      tables:
        s.t:
          to: t
          row: [{column: id, as: text}]
          before: full
          columns: {v: 'f:v', qty: {to: 'd:qty', delta: int64}}
      """;

  private static final String PER_CUSTOMER =
      """
      tables:
        s.t:
          to: t
          row: [{column: who, as: text}]
          before: full
          others: ignore
          columns: {qty: {to: 'd:qty', delta: int64}}
      """;

  @Test
  void anUpdateIsAfterMinusBeforeNamedByItsPlaceAtTheCommitTime() throws MappingException {
    ChangeEvent event = event(read(STOCK, "u", 8, row("a", 10, "x"), row("a", 7, "x")));
    assertThat(event.deltas()).hasSize(1);
    DeltaChange delta = event.deltas().get(0);
    assertThat(delta).hasToString(delta("0.8.3", 1_000, -3).toString());
    assertThat(event.columns()).hasSize(1);
  }

  @Test
  void anUpdateThatLeavesTheNumberAloneAddsNothing() throws MappingException {
    assertThat(event(read(STOCK, "u", 8, row("a", 7, "x"), row("a", 7, "y"))).deltas()).isEmpty();
  }

  @Test
  void aDeletedRowGivesBackWhatItHeldAndItsColumnsBecomeNull() throws MappingException {
    ChangeEvent event = event(read(STOCK, "d", 9, row("a", 7, "x"), "null"));
    assertThat(event.rowDeleted()).isFalse();
    assertThat(nulls(event)).containsExactly("f:v");
    assertThat(event.deltas()).containsExactly(delta("0.9.1", 1_000, -7));
  }

  @Test
  void insertUpdatesAndDeleteOfOneMillisecondSumToNothing() throws MappingException {
    List<ChangeEvent> all =
        List.of(
            event(read(STOCK, "c", 1, "null", row("a", 10, "x"))),
            event(read(STOCK, "u", 2, row("a", 10, "x"), row("a", 7, "x"))),
            event(read(STOCK, "d", 3, row("a", 7, "x"), "null")),
            event(read(STOCK, "c", 4, "null", row("a", 4, "x"))),
            event(read(STOCK, "u", 5, row("a", 4, "x"), row("a", 5, "x"))));
    Map<String, Long> cells = new HashMap<>();
    for (ChangeEvent event : all) {
      event.deltas().forEach(delta -> cells.put(identity(delta), value(delta)));
    }
    assertThat(cells.values().stream().mapToLong(each -> each).sum()).isEqualTo(5);
    assertThat(cells).hasSize(5);
  }

  @Test
  void aMissingBeforeIsRefusedWithTheRemedy() throws MappingException {
    assertThat(reason(read(STOCK, "u", 8, "null", row("a", 7, "x"))))
        .contains("'before' is not there, and a delta is after minus before")
        .contains("REPLICA IDENTITY FULL");
    String auto = STOCK.replace("before: full", "before: auto");
    assertThat(reason(read(auto, "d", 8, row("a", 0, ""), "null")))
        .contains("'before' is not known to be whole");
  }

  @Test
  void rowsOfASourceThatShareACounterKeepTheirDeltasApart() throws MappingException {
    DeltaChange delta = event(read(PER_CUSTOMER, "c", 8, "null", row("a", 7, "x"))).deltas().get(0);
    assertThat(new String(delta.eventId(), UTF_8)).isEqualTo("0.8.2/{\"id\":1}");
  }

  @Test
  void aRowThatMovesToAnotherCounterIsTakenOffTheOldAndAddedToTheNew() throws MappingException {
    List<ChangeEvent> moved =
        events(read(PER_CUSTOMER, "u", 8, row("a", 7, "x"), row("b", 9, "x")));
    assertThat(moved).extracting(event -> Recordings.row(event)).containsExactly("a", "b");
    assertThat(value(moved.get(0).deltas().get(0))).isEqualTo(-7);
    assertThat(value(moved.get(1).deltas().get(0))).isEqualTo(9);
  }

  @Test
  void aSnapshotReadTwiceNamesTheSameDelta() throws MappingException {
    String first = row("a", 7, "x");
    DeltaChange one = event(snapshot(STOCK, "true", 40, 1_000, first)).deltas().get(0);
    DeltaChange two = event(snapshot(STOCK, "true", 90, 9_000, first)).deltas().get(0);
    assertThat(two).isEqualTo(one);
  }

  /** Deltas of 1970 would be folded at once, and those of other rows that follow would be late. */
  @Test
  void rowsOfASnapshotThatShareACounterNeedATimeOfTheMapping() throws MappingException {
    String shared = PER_CUSTOMER.replace("    others: ignore\n", "");
    assertThat(reason(snapshot(shared, "true", 40, 2_000, row("a", 7, "x"))))
        .contains("share a counter", "snapshot-time: 2026-01-31T12:00:00Z", "sediment.lag");
    String timed = "snapshot-time: 2026-02-01T00:00:00+01:00\n" + shared;
    DeltaChange one = event(snapshot(timed, "true", 40, 2_000, row("a", 7, "x"))).deltas().get(0);
    DeltaChange two = event(snapshot(timed, "true", 90, 9_000, row("a", 7, "x"))).deltas().get(0);
    assertThat(one).hasToString(delta("snapshot/{\"id\":1}", 1_769_900_400_000L, 7).toString());
    assertThat(two).isEqualTo(one);
    String skip = shared.replace("before: full", "before: full\n    snapshot-deltas: skip");
    assertThat(snapshot(skip, "true", 40, 2_000, row("a", 7, "x")))
        .isInstanceOf(Reading.Skipped.class);
  }

  @Test
  void anIncrementalSnapshotMustNotCountAgain() throws MappingException {
    assertThat(reason(snapshot(STOCK, "incremental", 40, 1_000, row("a", 7, "x"))))
        .contains("snapshot-deltas: skip");
    String skip = STOCK.replace("before: full", "before: full\n    snapshot-deltas: skip");
    ChangeEvent event = event(snapshot(skip, "incremental", 40, 1_000, row("a", 7, "x")));
    assertThat(event.deltas()).isEmpty();
    assertThat(event.columns()).hasSize(1);
  }

  @Test
  void decimalsAreSubtractedExactlyAndTooLargeADeltaIsRefused() throws MappingException {
    String money = STOCK.replace("delta: int64", "delta: decimal, from: text");
    ChangeEvent event = event(read(money, "u", 8, row("a", "'0.30'", "x"), row("a", "'0.1'", "x")));
    assertThat(event.deltas().get(0).value().orElseThrow()).containsExactly(0, 0, 0, 2, -20);
    assertThat(reason(read(STOCK, "u", 8, row("a", Long.MIN_VALUE, "x"), row("a", 1, "x"))))
        .contains("is no int64; write 'delta: decimal'");
  }

  @Test
  void aChangeSentAgainWithAnotherLastCommitIsTheSameDelta() throws MappingException {
    String again = envelope("u", "false", 8, 1_000, row("a", 10, "x"), row("a", 7, "x"));
    Reading first = read(STOCK, "u", 8, row("a", 10, "x"), row("a", 7, "x"));
    Reading second =
        new DebeziumReader(mapping(STOCK + "    others: ignore\n"))
            .read(message("{'id':1}", again.replace("\\\"7\\\"", "\\\"5\\\"")));
    assertThat(event(second).sequence()).isNotEqualTo(event(first).sequence());
    assertThat(event(second).deltas()).isEqualTo(event(first).deltas());
  }

  @Test
  void aTableWithoutKeyCannotCount() throws MappingException {
    Reading reading =
        new DebeziumReader(mapping(STOCK + "    others: ignore\n"))
            .read(message("null", envelope("c", "false", 8, 1_000, "null", row("a", 7, "x"))));
    assertThat(reason(reading)).contains("message.key.columns");
  }

  private static String row(String who, Object quantity, String v) {
    return "{'id':1,'who':'%s','qty':%s,'v':'%s'}".formatted(who, quantity, v);
  }

  private static Reading read(String mapping, String op, long lsn, String before, String after)
      throws MappingException {
    String whole = mapping.contains("others") ? mapping : mapping + "    others: ignore\n";
    return new DebeziumReader(mapping(whole))
        .read(message("{'id':1}", envelope(op, "false", lsn, 1_000, before, after)));
  }

  private static Reading snapshot(String mapping, String kind, long lsn, long time, String after)
      throws MappingException {
    return new DebeziumReader(mapping(mapping + "    others: ignore\n"))
        .read(message("{'id':1}", envelope("r", kind, lsn, time, "null", after)));
  }

  private static String envelope(
      String op, String snapshot, long lsn, long time, String before, String after) {
    return ("{'op':'%s','before':%s,'after':%s,'source':{'connector':'postgresql','schema':'s',"
            + "'table':'t','ts_ms':%d,'snapshot':'%s','lsn':%d,'sequence':'[\\\"7\\\",\\\"%d\\\"]'}}")
        .formatted(op, before, after, time, snapshot, lsn, lsn);
  }

  private static DeltaChange delta(String id, long time, long value) {
    return DeltaChange.of(
        "d".getBytes(UTF_8),
        "qty".getBytes(UTF_8),
        id.getBytes(UTF_8),
        time,
        ByteBuffer.allocate(8).putLong(value).array());
  }

  private static String identity(DeltaChange delta) {
    return new String(delta.qualifier(), UTF_8) + "@" + delta.time();
  }

  private static long value(DeltaChange delta) {
    return ByteBuffer.wrap(delta.value().orElseThrow()).getLong();
  }
}
