package org.sediment.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private final MessageReader reader;
  private final Tables tables;
  private final String defaultTable;
  private final ApplyCounts counts;

  /**
   * A feed.
   *
   * @param defaultTable table of events that name none; null if there is none
   */
  EventFeed(MessageReader reader, Tables tables, String defaultTable, ApplyCounts counts) {
    this.reader = reader;
    this.tables = tables;
    this.defaultTable = defaultTable;
    this.counts = counts;
  }

  /**
   * Takes one message; waits while the applier has no room.
   *
   * @param refusals where it goes if it is refused: once, however many of its events are
   * @return completes when each of its events has its outcome and its refusal, if any, is safe
   * @throws IOException if an earlier event failed
   */
  CompletableFuture<Void> take(SourceMessage message, DeadLetters.Refusals refusals)
      throws IOException {
    counts.read();
    Reading reading = reader.read(message);
    if (reading instanceof Reading.Changes changes) {
      return apply(changes, refusals);
    }
    if (reading instanceof Reading.Rejected rejected) {
      return refuse(refusals, rejected.reason());
    }
    if (reading instanceof Reading.Skipped skipped) {
      counts.skipped(skipped.kind());
    }
    return DONE;
  }

  private CompletableFuture<Void> apply(Reading.Changes changes, DeadLetters.Refusals refusals)
      throws IOException {
    boolean named = !changes.table().isEmpty();
    String table = named ? changes.table() : defaultTable;
    if (table == null) {
      return refuse(refusals, "the event names no table; name it by --table or in the mapping");
    }
    Optional<String> problem = named ? tables.problem(table) : Optional.empty();
    if (problem.isPresent()) {
      return refuse(refusals, problem.get());
    }
    EventApplier applier = tables.of(table);
    List<ChangeEvent> events = changes.events();
    if (events.size() == 1) {
      return applier.apply(events.get(0)).thenCompose(outcome -> ended(List.of(outcome), refusals));
    }
    List<CompletableFuture<EventOutcome>> outcomes = new ArrayList<>(events.size());
    for (ChangeEvent event : events) {
      outcomes.add(applier.apply(event));
    }
    return CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new))
        .thenCompose(
            all -> ended(outcomes.stream().map(CompletableFuture::join).toList(), refusals));
  }

  /** On the applier's thread. */
  private CompletableFuture<Void> ended(
      List<EventOutcome> outcomes, DeadLetters.Refusals refusals) {
    List<String> reasons = new ArrayList<>(0);
    for (EventOutcome outcome : outcomes) {
      counts.ended(outcome);
      if (outcome.isRejected()) {
        reasons.add(outcome.message());
      }
    }
    return reasons.isEmpty() ? DONE : letter(refusals, "rejected", String.join("; ", reasons));
  }

  private CompletableFuture<Void> refuse(DeadLetters.Refusals refusals, String reason) {
    counts.unreadable();
    return letter(refusals, "unreadable", reason);
  }

  private CompletableFuture<Void> letter(
      DeadLetters.Refusals refusals, String outcome, String reason) {
    return refusals.add(outcome, reason).thenRun(counts::letter);
  }
}
