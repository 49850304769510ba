package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.sediment.model.ChangeEvent;
import org.sediment.model.Sequence;

/** One change of one row of the source, on its way to events: none, one, or two. One thread. */
final class RowChange {
  private final Envelope event;
  private final TableMapping table;
  private final RowSide before;
  private final RowSide after;
  private final RowSide key;
  private final Sequence sequence;
  private final OptionalLong commitTime;
  private final CounterChange counters;

  RowChange(Envelope event, TableMapping table, Mapping mapping, Placeholder placeholder)
      throws Refusal {
    this.event = event;
    this.table = table;
    before = new RowSide(event, event.before(), placeholder);
    after = new RowSide(event, event.after(), placeholder);
    key = new RowSide(event, event.key(), placeholder);
    sequence = Position.of(event, mapping.generation());
    commitTime = commitTime(event.source());
    counters =
        new CounterChange(
            event,
            table,
            Position.name(event, sequence, mapping.generation()),
            commitTime,
            mapping.snapshotTime());
  }

  /**
   * When the change was committed: {@code source.commit_ts_ms} (Oracle), else {@code source.ts_ms},
   * which is the commit's time or the nearest that the connector has (see the guide). Empty if
   * there is none; SQL Server's snapshots have 0.
   */
  private static OptionalLong commitTime(JsonNode source) {
    JsonNode time = source.path("commit_ts_ms");
    long milliseconds = (time.isIntegralNumber() ? time : source.path("ts_ms")).asLong(0);
    return milliseconds > 0 ? OptionalLong.of(milliseconds) : OptionalLong.empty();
  }

  /** The events; none if nothing changes that the mapping takes. */
  List<ChangeEvent> events() throws Refusal {
    List<ChangeEvent> events = new ArrayList<>();
    switch (event.op()) {
      case "r", "c" -> insert().ifPresent(events::add);
      case "u" -> update(events);
      default -> delete(oldKey(true)).ifPresent(events::add);
    }
    return events;
  }

  private void update(List<ChangeEvent> into) throws Refusal {
    checkAfter();
    byte[] row = newKey();
    byte[] old = keyMoves() ? oldKey(false) : row;
    if (Arrays.equals(old, row)) {
      ChangeEvent.Builder builder = start(row);
      RowColumns.update(table, after, builder);
      if (table.counts()) {
        counters.add(builder, after, Optional.of(wholeBefore()));
      }
      finish(builder).ifPresent(into::add);
    } else {
      delete(old).ifPresent(into::add);
      insert().ifPresent(into::add);
    }
  }

  private Optional<ChangeEvent> insert() throws Refusal {
    checkAfter();
    ChangeEvent.Builder builder = start(newKey());
    RowColumns.insert(table, after, builder);
    counters.add(builder, after, Optional.empty());
    return finish(builder);
  }

  /**
   * A row with counters is not deleted as a whole: HBase would take the deltas of the deleting
   * millisecond for later ones. Its columns become null, and what its counters hold is taken off.
   */
  private Optional<ChangeEvent> delete(byte[] row) throws Refusal {
    ChangeEvent.Builder builder = start(row);
    if (table.counts()) {
      RowColumns.clear(table, builder);
      counters.takeOff(builder, wholeBefore());
    } else {
      builder.deleteRow();
    }
    return finish(builder);
  }

  private ChangeEvent.Builder start(byte[] row) {
    ChangeEvent.Builder builder = ChangeEvent.of(row).sequence(sequence);
    commitTime.ifPresent(builder::commitTime);
    return builder;
  }

  private static Optional<ChangeEvent> finish(ChangeEvent.Builder builder) {
    return builder.isEmpty() ? Optional.empty() : Optional.of(builder.build());
  }

  private void checkAfter() throws Refusal {
    if (!after.isThere()) {
      throw new Refusal(
          "an event with op '" + event.op() + "' has no 'after'", "send the whole envelope");
    }
    if (table.others() == TableMapping.Others.IGNORE) {
      return;
    }
    for (String name : after.names()) {
      if (table.column(name).isEmpty() && !table.keyHas(name)) {
        throw new Refusal(
            "column " + name + " is not in the mapping",
            "add it under 'columns', or write 'others: ignore'");
      }
    }
  }

  /** Whether an update may give the row another key: one of its columns is not in the source's. */
  private boolean keyMoves() {
    return table.key().stream().anyMatch(part -> key.state(part.column()) != RowSide.State.VALUE);
  }

  private byte[] newKey() throws Refusal {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (KeyPart part : table.key()) {
      boolean sent = after.state(part.column()) == RowSide.State.VALUE;
      boolean inKey = key.state(part.column()) == RowSide.State.VALUE;
      out.writeBytes((sent || !inKey ? after : key).encode(part));
    }
    return out.toByteArray();
  }

  /** The key of the row as it was; {@code before} may have the source's key only. */
  private byte[] oldKey(boolean keyIsOld) throws Refusal {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (KeyPart part : table.key()) {
      boolean inKey = keyIsOld && key.state(part.column()) == RowSide.State.VALUE;
      out.writeBytes((inKey ? key : wholeBefore()).encode(part));
    }
    return out.toByteArray();
  }

  /** {@code before}, which must have all columns. */
  private RowSide wholeBefore() throws Refusal {
    boolean whole =
        switch (table.before()) {
          case FULL -> true;
          case KEY -> false;
          case AUTO -> !event.connector().equals("postgresql");
        };
    if (before.isThere() && whole) {
      return before;
    }
    throw new Refusal(
        "'before' is %s, and %s"
            .formatted(
                before.isThere() ? "not known to be whole" : "not there",
                table.counts()
                    ? "a delta is after minus before"
                    : "the row key has columns that the message key has not"),
        "PostgreSQL: ALTER TABLE ... REPLICA IDENTITY FULL, then 'before: full' in the mapping;"
            + " MongoDB: pre-images"
            + (table.counts() ? "" : "; or send the message key, too"));
  }
}
