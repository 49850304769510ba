package org.sediment.cdc;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.sediment.model.ChangeEvent;
import org.sediment.model.DeltaChange;

/**
 * Puts the deltas of a row's change into an event: after minus before, named by the event's place
 * ({@link Position#name}), at its commit time; so that a replay writes the very same cells.
 * Immutable.
 *
 * <p>Where several rows of the source may share a row of HBase, the message key is part of the
 * name, too. A row that a snapshot read has the name {@code snapshot} and a time of the mapping
 * file, else 1 ms, the same in every try of the snapshot: a snapshot begun anew counts nothing
 * twice. A delta as old as 1970 is folded by the next compaction, and those of other rows that come
 * after it would be late: so a counter that rows share needs the mapping's time.
 */
final class CounterChange {
  private static final String SNAPSHOT = "snapshot";
  private static final long LONG_AGO = 1;

  private final Envelope event;
  private final TableMapping table;
  private final String name;
  private final OptionalLong commitTime;
  private final Optional<Instant> snapshotTime;

  CounterChange(
      Envelope event,
      TableMapping table,
      String name,
      OptionalLong commitTime,
      Optional<Instant> snapshotTime) {
    this.event = event;
    this.table = table;
    this.name = name;
    this.commitTime = commitTime;
    this.snapshotTime = snapshotTime;
  }

  /** What the counters gain: all of a new row, the difference of one that was there. */
  void add(ChangeEvent.Builder into, RowSide after, Optional<RowSide> before) throws Refusal {
    for (ColumnMapping column : table.columns()) {
      if (column.delta() && !(isRead() && skipsSnapshots())) {
        BigDecimal old = before.isEmpty() ? BigDecimal.ZERO : before.get().number(column);
        add(into, column, after.number(column).subtract(old));
      }
    }
  }

  /** What the counters lose with a row that is gone. */
  void takeOff(ChangeEvent.Builder into, RowSide before) throws Refusal {
    for (ColumnMapping column : table.columns()) {
      if (column.delta()) {
        add(into, column, before.number(column).negate());
      }
    }
  }

  private void add(ChangeEvent.Builder into, ColumnMapping column, BigDecimal delta)
      throws Refusal {
    if (delta.signum() == 0) {
      return;
    }
    if (Position.isIncremental(event.source())) {
      throw new Refusal(
          "an incremental snapshot sends column " + column.source() + ", a counter",
          "it holds what was counted already: write 'snapshot-deltas: skip' for the table");
    }
    boolean snapshot = Position.isSnapshot(event.source());
    if (!snapshot && commitTime.isEmpty()) {
      throw new Refusal(
          "source.ts_ms is not there, and a delta needs its own time",
          "send the source block whole");
    }
    into.add(
        DeltaChange.of(
            column.target().family(),
            column.target().qualifier(),
            eventId(snapshot).getBytes(StandardCharsets.UTF_8),
            snapshot
                ? snapshotTime.map(Instant::toEpochMilli).orElse(LONG_AGO)
                : commitTime.getAsLong(),
            bytes(column, delta)));
  }

  private boolean isRead() {
    return Position.isSnapshot(event.source()) || Position.isIncremental(event.source());
  }

  private boolean skipsSnapshots() {
    return table.snapshotDeltas() == TableMapping.SnapshotDeltas.SKIP;
  }

  private String eventId(boolean snapshot) throws Refusal {
    String id = snapshot ? SNAPSHOT : name;
    if (!event.key().isObject()) {
      throw new Refusal(
          "a change of a counter has no message key, so two rows could get one event ID",
          "give the table a primary key, or the connector message.key.columns");
    }
    boolean own = true;
    for (String name : Json.names(event.key())) {
      own &= table.keyHas(name);
    }
    if (snapshot && !own && snapshotTime.isEmpty()) {
      throw new Refusal(
          "rows that a snapshot read share a counter, and HBase would fold the first of them before"
              + " the last has come",
          "write when the capture began, 'snapshot-time: 2026-01-31T12:00:00Z', at the head of the"
              + " mapping, and apply the snapshot within sediment.lag of it; or write"
              + " 'snapshot-deltas: skip' for the table");
    }
    return own ? id : id + "/" + Json.write(event.key());
  }

  private static byte[] bytes(ColumnMapping column, BigDecimal delta) throws Refusal {
    if (column.type() == ValueType.DECIMAL) {
      return ValueType.decimalBytes(delta);
    }
    try {
      return ByteBuffer.allocate(Long.BYTES).putLong(delta.longValueExact()).array();
    } catch (ArithmeticException e) {
      throw new Refusal(
          "the delta %s of column %s is no int64".formatted(delta, column.source()),
          "write 'delta: decimal', and 'sediment.fold=sum:decimal' for the family");
    }
  }
}
