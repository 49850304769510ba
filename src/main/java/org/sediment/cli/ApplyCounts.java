package org.sediment.cli;

import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.sediment.cdc.Reading;
import org.sediment.client.EventOutcome;

/** What became of the messages, counted, with a line about it every few seconds. Thread-safe. */
final class ApplyCounts {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final PrintWriter err;
  private final long start = System.nanoTime();
  private final Map<String, Long> skipped = new TreeMap<>();
  private long messages;
  private long unreadable;
  private final Map<EventOutcome.Kind, Long> outcomes = new EnumMap<>(EventOutcome.Kind.class);
  private long stored;
  private long replayed;
  private long late;
  private long masked;
  private long letters;
  private OptionalLong lag = OptionalLong.empty();
  private long lastCommit;
  private long rate;
  private long lastLine = start;
  private long endedAtLastLine;

  /** Counts from 0; tells about progress there. */
  ApplyCounts(PrintWriter err) {
    this.err = err;
  }

  /** A message was read. */
  synchronized void read() {
    messages++;
  }

  /** It says nothing about rows. */
  synchronized void skipped(Reading.Kind kind) {
    skipped.merge(kind.name().toLowerCase(Locale.ROOT), 1L, Long::sum);
  }

  /** It could not be understood. */
  synchronized void unreadable() {
    unreadable++;
  }

  /** An event has its outcome. */
  synchronized void ended(EventOutcome outcome) {
    outcomes.merge(outcome.kind(), 1L, Long::sum);
    stored += outcome.deltasStored();
    replayed += outcome.deltasReplayed();
    late += outcome.deltasLate();
    masked += outcome.deltasMasked();
  }

  /** A refused message is safe among the dead letters. */
  synchronized void letter() {
    letters++;
  }

  /** The source has this many messages that are not done. */
  synchronized void lag(long behind) {
    lag = OptionalLong.of(behind);
  }

  /** The source's position was saved just now. */
  synchronized void committed() {
    lastCommit = System.currentTimeMillis();
  }

  /** What is counted, at one moment. */
  synchronized ApplyFigures figures() {
    return new ApplyFigures(
        messages,
        skipped.values().stream().mapToLong(Long::longValue).sum(),
        unreadable,
        new EnumMap<>(outcomes),
        letters,
        stored,
        replayed,
        late,
        masked,
        lag,
        lastCommit,
        rate);
  }

  /** Messages and events that were refused. */
  synchronized long refused() {
    return unreadable + outcomes.getOrDefault(EventOutcome.Kind.REJECTED, 0L);
  }

  /** Prints a line if the last one is some seconds old. */
  synchronized void progress() {
    long now = System.nanoTime();
    if (now - lastLine >= EVERY_NANOS) {
      long ended = ended();
      rate = (ended - endedAtLastLine) * TimeUnit.SECONDS.toNanos(1) / (now - lastLine);
      err.println(
          messages
              + " messages read, "
              + ended
              + " events done, "
              + rate
              + "/s; "
              + outcomes()
              + (lag.isPresent() ? "; lag " + lag.getAsLong() : ""));
      err.flush();
      lastLine = now;
      endedAtLastLine = ended;
    }
  }

  private long ended() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum();
  }

  private String outcomes() {
    StringBuilder out = new StringBuilder();
    for (EventOutcome.Kind kind : EventOutcome.Kind.values()) {
      out.append(out.isEmpty() ? "" : ", ")
          .append(outcomes.getOrDefault(kind, 0L))
          .append(' ')
          .append(kind.name().toLowerCase(Locale.ROOT));
    }
    return out.toString();
  }

  /** Prints what became of everything. */
  synchronized void print(PrintWriter out) {
    long ended = ended();
    double seconds = (System.nanoTime() - start) / 1e9;
    out.println(messages + " messages");
    if (unreadable > 0) {
      out.println(unreadable + " not understood");
    }
    skipped.forEach((kind, count) -> out.println(count + " skipped: " + kind));
    out.println(
        ended
            + " events in "
            + String.format(Locale.ROOT, "%.1f", seconds)
            + " s, "
            + Math.round(ended / seconds)
            + "/s: "
            + outcomes());
    if (stored + replayed + late + masked > 0) {
      out.println(
          "deltas: "
              + stored
              + " stored, "
              + replayed
              + " replayed, "
              + late
              + " late, "
              + masked
              + " masked by a delete");
    }
    out.flush();
  }
}
