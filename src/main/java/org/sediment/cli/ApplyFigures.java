package org.sediment.cli;

import java.util.Map;
import java.util.OptionalLong;
import org.sediment.client.EventOutcome;

/**
 * What {@link ApplyCounts} had counted at one moment; the names are those of {@link ApplyMXBean}.
 */
record ApplyFigures(
    long messages,
    long skipped,
    long unreadable,
    Map<EventOutcome.Kind, Long> outcomes,
    long deadLetters,
    long deltasStored,
    long deltasReplayed,
    long deltasLate,
    long deltasMasked,
    OptionalLong lag,
    long lastCommit,
    long rate) {
  /** How many events ended so. */
  long of(EventOutcome.Kind kind) {
    return outcomes.getOrDefault(kind, 0L);
  }
}
