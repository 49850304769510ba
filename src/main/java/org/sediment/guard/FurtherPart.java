package org.sediment.guard;

import java.util.List;
import org.sediment.model.RemovalName;

/**
 * A further part of an event whose first part was accepted earlier in the same call: HBase cuts a
 * long list into several batches, also inside a row. It goes to the effective time of the first
 * part. Stateless.
 */
final class FurtherPart {
  private static final long NONE = RowState.NONE;

  private FurtherPart() {}

  static Verdict judge(RowState state, RowEvent event) {
    return event.rowDelete() ? rowDelete(state, event) : columns(state, event);
  }

  /** Columns after a row delete of the same event go one above it: they are what the row is now. */
  private static Verdict columns(RowState state, RowEvent event) {
    long last = state.lastEffective();
    boolean afterDelete = !state.live() && state.deletedEffective() == last;
    long effective = afterDelete && !event.repairsOnly() ? last + 1 : last;
    boolean appears = event.sets() || state.live();
    // the stored image, if any, names the columns of the first part only
    boolean voidImage = state.image() != null || event.image() != null;
    boolean clear = event.image() != null && event.sets() && !afterDelete && effective >= 1;
    return new Verdict(
        Outcome.APPLIED,
        effective,
        clear ? effective - 1 : NONE,
        appears,
        null,
        NONE,
        voidImage ? effective : NONE,
        appears ? List.of() : List.of(RowGuard.removal(event, effective)),
        ColumnChanges.NONE,
        new RowState(
            state.highest(),
            effective,
            appears,
            appears ? effective : NONE,
            null,
            state.deletedEffective(),
            state.deletedCommit()));
  }

  /** A row delete after columns of the same event goes one below them: they stay. */
  private static Verdict rowDelete(RowState state, RowEvent event) {
    long last = state.lastEffective();
    if (!state.live() && !event.sets()) {
      // nothing of the row is to stay
      RemovalName name = RowGuard.delete(event.sequence(), last, event.commit());
      RowState next = deleted(state, event, last, false);
      return new Verdict(
          Outcome.APPLIED,
          last,
          last,
          false,
          null,
          last,
          NONE,
          List.of(name),
          ColumnChanges.NONE,
          next);
    }
    long below = last - 1;
    RemovalName name = RowGuard.delete(event.sequence(), Math.max(0, below), event.commit());
    return new Verdict(
        Outcome.APPLIED,
        last,
        below < 0 ? NONE : below,
        true,
        null,
        NONE,
        last,
        List.of(name),
        ColumnChanges.NONE,
        deleted(state, event, Math.max(0, below), true));
  }

  private static RowState deleted(RowState state, RowEvent event, long deletedAt, boolean live) {
    return new RowState(
        state.highest(),
        state.lastEffective(),
        live,
        live ? state.lastEffective() : NONE,
        null,
        Math.max(state.deletedEffective(), deletedAt),
        Math.max(state.deletedCommit(), event.commit()));
  }
}
