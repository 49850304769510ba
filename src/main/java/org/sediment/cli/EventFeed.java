package org.sediment.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.sediment.cdc.MessageReader;
import org.sediment.cdc.Reading;
import org.sediment.cdc.SourceMessage;
import org.sediment.client.EventApplier;
import org.sediment.client.EventOutcome;
import org.sediment.model.ChangeEvent;

/** Reads messages and gives their events to the tables' appliers. Not thread-safe. */
final class EventFeed {
  private final MessageReader reader;
  private final Tables tables;
  private final String defaultTable;
  private final DeadLetters letters;
  private final ApplyCounts counts;

  /**
   * A feed.
   *
   * @param defaultTable table of events that name none; null if there is none
   */
  EventFeed(
      MessageReader reader,
      Tables tables,
      String defaultTable,
      DeadLetters letters,
      ApplyCounts counts) {
    this.reader = reader;
    this.tables = tables;
    this.defaultTable = defaultTable;
    this.letters = letters;
    this.counts = counts;
  }

  /** Takes all messages of a source. */
  void take(LineSource source) throws IOException {
    Optional<SourceMessage> next = source.next();
    while (next.isPresent()) {
      take(next.get());
      counts.progress();
      next = source.next();
    }
  }

  /** Takes one message. */
  void take(SourceMessage message) throws IOException {
    counts.read();
    Reading reading = reader.read(message);
    if (reading instanceof Reading.Skipped skipped) {
      counts.skipped(skipped.kind());
    } else if (reading instanceof Reading.Rejected rejected) {
      refuse(message, rejected.reason());
    } else if (reading instanceof Reading.Changes changes) {
      apply(message, changes);
    }
  }

  private void apply(SourceMessage message, Reading.Changes changes) throws IOException {
    String table = changes.table().isEmpty() ? defaultTable : changes.table();
    if (table == null) {
      refuse(message, "the event names no table; name it by --table or in the mapping");
      return;
    }
    EventApplier applier = tables.of(table);
    for (ChangeEvent event : changes.events()) {
      CompletableFuture<?> unused =
          applier.apply(event).thenAccept(outcome -> ended(message, outcome));
    }
  }

  /** On the applier's thread. */
  private void ended(SourceMessage message, EventOutcome outcome) {
    counts.ended(outcome);
    if (outcome.isRejected()) {
      letters.add(message, outcome.message());
    }
  }

  private void refuse(SourceMessage message, String reason) {
    counts.unreadable();
    letters.add(message, reason);
  }
}
