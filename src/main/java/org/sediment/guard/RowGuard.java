package org.sediment.guard;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sediment.model.RemovalName;
import org.sediment.model.Sequence;

/**
 * Newer sequence wins, row by row: the one place that decides it.
 *
 * <p>Over the accepted events of a row the effective time never falls, and rises wherever equal
 * times would let HBase's own order ("a marker hides a put of its time") contradict the sequence.
 * So plain reads agree with the sequence in every storage state. Stateless.
 */
public final class RowGuard {
  private static final long NONE = RowState.NONE;

  private RowGuard() {}

  /**
   * Judges one event.
   *
   * @param state what is known of the row, under its lock
   * @param event the event, its form already checked
   * @param now the server's clock in milliseconds
   * @param sameCall whether the row's highest sequence was accepted earlier in the same call of the
   *     client: an equal sequence is then a further part of that event, not a replay
   */
  public static Verdict judge(
      RowState state, RowEvent event, GuardLimits limits, long now, boolean sameCall) {
    Verdict verdict = decide(state, event, limits, now, sameCall);
    if (state.columns() == null || !state.columns().isComplete()) {
      return verdict; // cell mode left nothing
    }
    return verdict.isApplied()
        ? verdict.with(leftovers(state), verdict.next())
        : verdict.with(ColumnChanges.NONE, verdict.next().with(state.columns()));
  }

  /** What {@code cell} mode knew of the columns would be wrong from now on, and a ghost row. */
  private static ColumnChanges leftovers(RowState state) {
    List<ColumnChange> changes = new ArrayList<>();
    state
        .columns()
        .columns()
        .forEach(
            (column, known) -> {
              if (known.isLive()) {
                changes.add(
                    new ColumnChange(column, null, known.time(), ColumnChange.Kind.FORGOTTEN));
              }
            });
    return new ColumnChanges(changes, false);
  }

  private static Verdict decide(
      RowState state, RowEvent event, GuardLimits limits, long now, boolean sameCall) {
    int order = state.highest() == null ? 1 : event.sequence().compareTo(state.highest());
    boolean further = order == 0 && sameCall;
    if (order < 0) {
      return stale(state, event);
    }
    if (order == 0 && !further) {
      return Verdict.dropped(Outcome.DUPLICATE, state);
    }
    Outcome refusal = refusal(state, event, event.sets(), limits, now);
    if (refusal != null) {
      return Verdict.dropped(refusal, state);
    }
    return further ? FurtherPart.judge(state, event) : newer(state, event);
  }

  /**
   * Why an event that would be applied is refused; null if it is not.
   *
   * @param sets whether a value of it would be stored
   */
  static Outcome refusal(
      RowState state, RowEvent event, boolean sets, GuardLimits limits, long now) {
    if (event.commit() > now + limits.futureSkew()) {
      return Outcome.TOO_FAR_AHEAD;
    }
    if (limits.rejectExpired()
        && sets
        && event.shortestTtl() != Long.MAX_VALUE
        && event.commit() + event.shortestTtl() <= now) {
      return Outcome.EXPIRED;
    }
    return state.lastEffective() >= Long.MAX_VALUE - 2 ? Outcome.NO_TIME_LEFT : null;
  }

  /** Applies an event that is newer than its row. */
  static Verdict newer(RowState state, RowEvent event) {
    if (event.rowDelete()) {
      return event.sets() ? replacement(state, event) : rowDelete(state, event);
    }
    if (event.image() != null && event.sets()) {
      return image(state, event);
    }
    return columns(state, event);
  }

  /** A stale row delete is remembered all the same: deltas that it masks may still be to come. */
  static Verdict stale(RowState state, RowEvent event) {
    if (!event.rowDelete()) {
      return Verdict.dropped(Outcome.STALE, state);
    }
    RemovalName name = delete(event.sequence(), 0, event.commit());
    RowState next =
        new RowState(
            state.highest(),
            state.lastEffective(),
            state.live(),
            state.sequenceTime(),
            state.image(),
            Math.max(state.deletedEffective(), 0),
            Math.max(state.deletedCommit(), event.commit()));
    return Verdict.dropped(Outcome.STALE, List.of(name), next);
  }

  private static Verdict columns(RowState state, RowEvent event) {
    long last = state.lastEffective();
    long effective = event.commit() > last ? event.commit() : last + 1;
    if (event.repairsOnly()) {
      effective = last == NONE ? event.commit() : last;
    }
    boolean appears = event.sets() || state.live();
    return new Verdict(
        Outcome.APPLIED,
        effective,
        NONE,
        appears,
        null,
        NONE,
        NONE,
        appears ? List.of() : List.of(removal(event, effective)),
        ColumnChanges.NONE,
        new RowState(
            event.sequence(),
            effective,
            appears,
            appears ? effective : NONE,
            null,
            state.deletedEffective(),
            state.deletedCommit()));
  }

  private static Verdict rowDelete(RowState state, RowEvent event) {
    long effective = Math.max(event.commit(), state.lastEffective());
    return new Verdict(
        Outcome.APPLIED,
        effective,
        effective,
        false,
        null,
        effective,
        NONE,
        List.of(delete(event.sequence(), effective, event.commit())),
        ColumnChanges.NONE,
        new RowState(
            event.sequence(),
            effective,
            false,
            NONE,
            null,
            Math.max(state.deletedEffective(), effective),
            Math.max(state.deletedCommit(), event.commit())));
  }

  /** The event's columns are the row; what the row held before is marked deleted just below. */
  private static Verdict image(RowState state, RowEvent event) {
    long effective = imageTime(state, event);
    boolean sameColumns =
        state.live() && state.image() != null && Arrays.equals(state.image(), event.image());
    boolean nothingBelow =
        state.lastEffective() == NONE
            || (!state.live() && state.deletedEffective() == state.lastEffective());
    return new Verdict(
        Outcome.APPLIED,
        effective,
        sameColumns || nothingBelow ? NONE : effective - 1,
        true,
        event.image(),
        NONE,
        NONE,
        List.of(),
        ColumnChanges.NONE,
        live(event, effective, state.deletedEffective(), state.deletedCommit()));
  }

  /** A row delete and columns in one event: an image that is remembered as a delete, too. */
  private static Verdict replacement(RowState state, RowEvent event) {
    long effective = imageTime(state, event);
    return new Verdict(
        Outcome.APPLIED,
        effective,
        effective - 1,
        true,
        event.image(),
        NONE,
        NONE,
        List.of(delete(event.sequence(), effective - 1, event.commit())),
        ColumnChanges.NONE,
        live(
            event,
            effective,
            Math.max(state.deletedEffective(), effective - 1),
            Math.max(state.deletedCommit(), event.commit())));
  }

  /** Two above the last time, so that the marker between does not hide what the row was then. */
  private static long imageTime(RowState state, RowEvent event) {
    long last = state.lastEffective();
    return Math.max(1, last == NONE ? event.commit() : Math.max(event.commit(), last + 2));
  }

  private static RowState live(
      RowEvent event, long effective, long deletedEffective, long deletedCommit) {
    return new RowState(
        event.sequence(),
        effective,
        true,
        effective,
        event.image(),
        deletedEffective,
        deletedCommit);
  }

  static RemovalName delete(Sequence sequence, long effective, long commit) {
    return new RemovalName(RemovalName.Kind.DELETE, sequence, effective, commit);
  }

  static RemovalName removal(RowEvent event, long effective) {
    return new RemovalName(RemovalName.Kind.REMOVAL, event.sequence(), effective, event.commit());
  }
}
