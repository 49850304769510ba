package org.sediment.coprocessor;

import java.io.IOException;
import org.sediment.coprocessor.Counters.What;
import org.sediment.guard.CellEvent;
import org.sediment.guard.CellGuard;
import org.sediment.guard.GuardLimits;
import org.sediment.guard.Outcome;
import org.sediment.guard.RowEvent;
import org.sediment.guard.RowGuard;
import org.sediment.guard.RowState;
import org.sediment.guard.Verdict;

/**
 * Judges one event under its row's lock, and makes its mutations say the verdict: guard and deltas
 * either both refuse or both apply. Thread-safe.
 */
final class EventJudge {
  private final Families families;
  private final TableSettings settings;
  private final GuardLimits limits;
  private final RowStates states;
  private final DeltaWriter deltas;
  private final VerdictWriter writer;
  private final Counters counters;
  private final StaleWatch staleWatch;
  private final boolean remembersDeletes;

  EventJudge(RegionContext region, RowStates states, DeltaWriter deltas, Families families) {
    this.families = families;
    this.settings = region.settings();
    this.limits = new GuardLimits(settings.futureSkewMillis(), settings.rejectExpired());
    this.states = states;
    this.deltas = deltas;
    this.writer =
        new VerdictWriter(families, SequenceColumns.of(settings), new CellMaker(region.env()));
    this.counters = region.counters();
    this.staleWatch =
        new StaleWatch(region.env().getRegionInfo().getRegionNameAsString(), region.now());
    this.remembersDeletes = settings.guarded() && !families.guarded().isEmpty();
  }

  /**
   * Judges an event. Changes nothing if it is refused; {@link Event#refusal} then says why.
   *
   * @param now the server's clock in milliseconds
   */
  void judge(Event event, BatchContext context, long now) throws IOException {
    if (event.isGuarded() && !event.replicated()) {
      judgeGuarded(event, context, now);
    }
    if (event.refusal() == null && !event.delta().isEmpty()) {
      RememberedDelete remembered = remembersDeletes ? () -> deleted(event, context) : null;
      deltas.judge(event.delta(), remembered, context.late());
      if (event.delta().refusal() != null) {
        event.refuse(event.delta().refusal());
      }
    }
    if (event.refusal() == null) {
      apply(event, context, now);
    }
  }

  private long deleted(Event event, BatchContext context) throws IOException {
    return states.of(event.lock(), context.call()).state().deletedCommit();
  }

  private void judgeGuarded(Event event, BatchContext context, long now) throws IOException {
    KnownRow known = states.of(event.lock(), context.call());
    // what came as one event is never continued
    boolean sameCall =
        event.answer() == null
            && known.call() != KnownRow.NO_CALL
            && known.call() == context.call();
    byte[] image =
        event.isImage(settings.fullImage()) ? ImageHash.of(event, families).hash() : null;
    var asked = event.asRowEvent(image);
    Verdict verdict =
        settings.guard() == TableSettings.Guard.CELL
            ? byCell(event, asked, known, now, sameCall)
            : RowGuard.judge(known.state(), asked, limits, now, sameCall);
    event.verdict(verdict);
    byte[] row = event.row().row();
    switch (verdict.outcome()) {
      case TOO_FAR_AHEAD ->
          event.refuse(Refusals.tooFarAhead(row, asked.commit(), now, limits.futureSkew()));
      case EXPIRED -> event.refuse(Refusals.expired(row, asked.commit(), asked.shortestTtl()));
      case NO_TIME_LEFT -> event.refuse(Refusals.noTimeLeft(row));
      default -> {}
    }
  }

  private Verdict byCell(Event event, RowEvent asked, KnownRow known, long now, boolean sameCall)
      throws IOException {
    CellEvent columns = EventColumns.of(event, asked, families);
    RowState state = known.state().byColumn();
    if (CellGuard.needsColumns(state, columns, sameCall)) {
      state = states.withColumns(event.lock());
    }
    return CellGuard.judge(state, columns, limits, now, sameCall);
  }

  private void apply(Event event, BatchContext context, long now) throws IOException {
    if (!event.delta().isEmpty()) {
      deltas.apply(event.delta());
    }
    Verdict verdict = event.verdict();
    if (verdict != null) {
      writer.write(event, now);
      count(event, verdict.outcome(), now);
      remember(event, context, verdict);
    } else if (event.replicated()) {
      if (settings.guarded()) {
        replicate(event, context);
      }
    } else {
      for (Part part : event.parts()) {
        if (settings.guarded() || part.rowDelete) {
          writer.strip(part);
        }
      }
    }
  }

  private void remember(Event event, BatchContext context, Verdict verdict) {
    KnownRow known = event.lock().known();
    if (verdict.isApplied() || !verdict.remembered().isEmpty()) {
      long call = verdict.isApplied() ? context.call() : known.call();
      event.lock().becomes(new KnownRow(verdict.next(), call), verdict.columns());
      if (verdict.isApplied()) {
        event.lock().accepted(event.isOpen());
      }
      context.changed().add(event);
    }
  }

  /** Never refused, never judged; only what a remembered delete covers is dropped. */
  private void replicate(Event event, BatchContext context) throws IOException {
    Part part = event.parts().get(0);
    if (part.guarded || part.bookkeeping) {
      long deleted = states.of(event.lock(), context.call()).state().deletedEffective();
      counters.add(What.REPLICATED_MASKED, writer.dropMasked(part.mutation(), deleted));
      states.drop(event.lock());
    }
  }

  private void count(Event event, Outcome outcome, long now) {
    switch (outcome) {
      case APPLIED -> counters.add(What.APPLIED);
      case STALE -> {
        counters.add(What.STALE);
        staleWatch.stale(event, event.lock().known().state().highest(), now);
      }
      case DUPLICATE -> counters.add(What.DUPLICATE);
      default -> throw new IllegalStateException("a refused event is not applied");
    }
  }
}
