package org.sediment.cdc;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.sediment.model.ChangeEvent;
import org.sediment.model.ColumnName;
import org.sediment.model.DeltaChange;

/**
 * Writes events as JSON lines that {@link EventLineReader} reads as equal events, whatever bytes
 * are in them. Thread-safe.
 *
 * <p>Bytes that are a text without control characters are written as it, others as {@code {"bytes":
 * base64}}.
 */
public final class EventLineWriter {
  private final Predicate<DeltaChange> decimal;

  /** A writer for counters that are {@code sum:int64}. */
  public EventLineWriter() {
    this(delta -> false);
  }

  /**
   * A writer.
   *
   * @param decimal which deltas are decimals: 8 bytes may be either; what is read is the same
   */
  public EventLineWriter(Predicate<DeltaChange> decimal) {
    this.decimal = decimal;
  }

  /**
   * The event as a line, without line end.
   *
   * @param table name of the table; empty to leave it out
   */
  public String write(String table, ChangeEvent event) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    if (!table.isEmpty()) {
      line.put("table", table);
    }
    line.set("key", LineBytes.value(event.row()));
    if (event.rowDeleted()) {
      line.put("op", event.columns().isEmpty() ? "delete" : "replace");
    }
    event.sequence().ifPresent(sequence -> line.put("seq", sequence.canonical()));
    event.commitTime().ifPresent(time -> line.put("ts", time));
    switch (event.image()) {
      case FULL -> line.put("image", "full");
      case PARTIAL -> line.put("image", "partial");
      case TABLE -> {}
    }
    if (!event.columns().isEmpty()) {
      ObjectNode set = line.putObject("set");
      event.columns().forEach((name, value) -> set.set(text(name), LineBytes.value(value)));
    }
    if (!event.nulls().isEmpty()) {
      ArrayNode nulls = line.putArray("null");
      event.nulls().forEach(name -> nulls.add(text(name)));
    }
    if (!event.deltas().isEmpty()) {
      deltas(event, line);
    }
    return Json.write(line);
  }

  private void deltas(ChangeEvent event, ObjectNode line) {
    DeltaChange first = event.deltas().get(0);
    Set<String> counters = new HashSet<>();
    boolean simple =
        event.commitTime().isPresent()
            && event.deltas().stream()
                .allMatch(
                    delta ->
                        delta.value().isPresent()
                            && delta.time() == event.commitTime().getAsLong()
                            && Arrays.equals(delta.eventId(), first.eventId())
                            && counters.add(counter(delta)));
    if (simple) {
      ObjectNode add = line.putObject("add");
      event.deltas().forEach(delta -> add.set(counter(delta), LineBytes.delta(delta, decimal)));
      line.put("event", BinaryText.text(first.eventId()));
      return;
    }
    ArrayNode add = line.putArray("add");
    for (DeltaChange delta : event.deltas()) {
      ObjectNode item = add.addObject();
      item.put("counter", counter(delta));
      item.put("event", BinaryText.text(delta.eventId()));
      item.put("ts", delta.time());
      Optional<byte[]> value = delta.value();
      if (value.isPresent()) {
        item.set("value", LineBytes.delta(delta, decimal));
      } else {
        item.put("retract", true);
      }
    }
  }

  private static String counter(DeltaChange delta) {
    return text(new ColumnName(delta.family(), delta.counter()));
  }

  private static String text(ColumnName name) {
    String family = BinaryText.text(name.family()).replace(":", "\\x3a");
    return family + ":" + BinaryText.text(name.qualifier());
  }
}
