package org.sediment.fold;

import java.util.Optional;
import org.sediment.model.Base;

/**
 * The total of one counter from its cells in their order: deltas, then the base, then late entries.
 * Not thread-safe; reused from counter to counter.
 *
 * <p>The base comes after the deltas it governs, so deltas are held until it is met. When {@link
 * #isFull()} says that no more can be held, the caller looks the base up and gives it to {@link
 * #lookedUp}; from then on deltas are judged at once. If the base met later is another one, the
 * answer would mix two states of the store: {@link #isStale()} then says so, and the caller reads
 * again.
 *
 * <p>Order of calls: {@link #start}; {@link #delta}s; at most one {@link #base}, the newest; {@link
 * #late}s; {@link #finish}.
 */
public final class CounterTotalBuilder {
  private final HeldDeltas held;
  private final HeldDeltas.Taker judge = this::judge;
  private Aggregator aggregator;
  private Aggregator.Accumulator sum;
  private Base governing;
  private boolean baseKnown;
  private boolean baseMet;
  private boolean stale;
  private String error;
  private long newest;
  private long pending;
  private long late;

  /**
   * A builder.
   *
   * @param holdLimit deltas it holds at most before it asks for the base, at least 1
   */
  public CounterTotalBuilder(int holdLimit) {
    held = new HeldDeltas(holdLimit);
  }

  /** Begins a counter; forgets the one before. */
  public void start(Aggregator counterAggregator) {
    aggregator = counterAggregator;
    sum = null;
    governing = null;
    baseKnown = false;
    baseMet = false;
    stale = false;
    error = null;
    newest = CounterTotal.NONE;
    pending = 0;
    late = 0;
    held.clear();
  }

  /** Whether the base must be looked up before the next delta. */
  public boolean isFull() {
    return !baseKnown && held.isFull();
  }

  /**
   * Adds a well-formed delta; its value is copied if it is kept. Those of one time come in the
   * order of their event IDs.
   *
   * @param time the delta's time in milliseconds
   * @param sequenceId HBase sequence ID of its cell
   */
  public void delta(byte[] value, int offset, int length, long time, long sequenceId) {
    if (error != null) {
      return;
    }
    if (baseKnown) {
      judge(value, offset, length, time, sequenceId);
    } else {
      held.hold(value, offset, length, time, sequenceId);
    }
  }

  /** Gives the base that a look-up found, null if it found none. */
  public void lookedUp(Base base) {
    know(base);
  }

  /** Gives the newest base, met in the scan; it must be one that the aggregator understands. */
  public void base(Base base) {
    if (error != null) {
      return;
    }
    baseMet = true;
    if (!baseKnown) {
      know(base);
    } else if (!judgesAlike(base)) {
      stale = true;
    }
    accumulator().add(base);
    newest = Math.max(newest, base.through());
  }

  /** Whether an older base contradicts the one that {@link #base} gave. */
  public boolean isContradictedBy(Base older) {
    return baseMet && governing != null && older.contradicts(governing);
  }

  /** Time of the base that {@link #base} gave; {@link CounterTotal#NONE} without one. */
  public long through() {
    return baseMet && governing != null ? governing.through() : CounterTotal.NONE;
  }

  /** Counts one open late entry. */
  public void late() {
    late++;
  }

  /** Gives the counter up; the first reason stays. Nothing of it is held from here on. */
  public void fail(String reason) {
    if (error == null) {
      error = reason;
      held.clear();
      baseKnown = true;
    }
  }

  /** Whether the counter was given up. */
  public boolean isFailed() {
    return error != null;
  }

  /** Whether deltas were judged by another base than the one met: all that was read is void. */
  public boolean isStale() {
    return stale;
  }

  /**
   * Ends the counter.
   *
   * @return its total, an ABSENT one if there was neither delta nor base but something late; empty
   *     if there was nothing at all, or if what was read is stale
   */
  public Optional<CounterTotal> finish() {
    if (error != null) {
      return Optional.of(CounterTotal.failed(error, late));
    }
    if (!baseKnown) {
      know(null);
    }
    if (governing != null && !baseMet) {
      stale = true;
    }
    if (stale || (sum == null && late == 0)) {
      return Optional.empty();
    }
    if (sum == null) {
      return Optional.of(CounterTotal.absent(late));
    }
    return Optional.of(CounterTotal.of(aggregator, sum, newest, through(), pending, late));
  }

  private void know(Base base) {
    baseKnown = true;
    governing = base;
    held.drain(judge);
  }

  private boolean judgesAlike(Base base) {
    return governing != null
        && governing.through() == base.through()
        && governing.foldedSequenceId() == base.foldedSequenceId();
  }

  private void judge(byte[] value, int offset, int length, long time, long sequenceId) {
    switch (Judgement.of(time, sequenceId, governing)) {
      case PENDING -> {
        accumulator().add(value, offset, length, time);
        pending++;
        newest = Math.max(newest, time);
      }
      case LATE -> late++;
      case COPY -> {}
    }
  }

  private Aggregator.Accumulator accumulator() {
    if (sum == null) {
      sum = aggregator.accumulator();
    }
    return sum;
  }
}
