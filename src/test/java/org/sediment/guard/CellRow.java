package org.sediment.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.sediment.model.ColumnName;

/** One row behind the guard in {@code cell} mode, for tests: events in, plain reads out. */
final class CellRow {
  private static final GuardLimits LIMITS = new GuardLimits(3_600_000, true);
  private static final long NOW = 1_000_000;

  /** What happens between the events. */
  enum Life {
    /** Nothing; the guard reads its state each time. */
    READ,
    /** The guard remembers the state and reads columns only if it must. */
    CACHED,
    /** A major compaction after each event. */
    COMPACTED,
    /** Any of these. */
    RANDOM
  }

  private final Life life;
  private final Random random;
  private final CellStore store = new CellStore(Set.of("u", "v"));
  private final List<CellSource> delivered = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private RowState cached;
  private boolean byCell = true;

  /** Writes that failed on the way to the log, and may come back. */
  private final List<Runnable> failed = new ArrayList<>();

  private long attempted = RowState.NONE;
  private final Set<ColumnName> tried = new HashSet<>();

  CellRow(Life life) {
    this(life, new Random(1));
  }

  CellRow(Life life, Random random) {
    this.life = life;
    this.random = random;
  }

  private boolean does(Life what) {
    return life == what || (life == Life.RANDOM && random.nextBoolean());
  }

  /** Switches the table to {@code cell} mode, or to {@code row} mode. */
  void switchTo(boolean cellMode) {
    byCell = cellMode;
    cached = null;
    log.add(cellMode ? "cell mode" : "row mode");
  }

  /** Writes data past the guard, before its first event. */
  void loadUnordered() {
    CellSource load = CellSource.put(0, 1005, "u:a", "v:c");
    delivered.add(load);
    load.sets().forEach((column, value) -> store.put(column, load.commit(), value));
    log.add("loaded " + load);
  }

  void deliver(CellSource event) {
    deliver(List.of(event));
  }

  /** Delivers events in one batch, within which nothing stored can be read. */
  void deliver(List<CellSource> batch) {
    CellStore before = store.copy();
    RowState state = known();
    for (CellSource source : batch) {
      boolean further = false;
      for (CellSource part : parts(source)) {
        CellEvent event = part.event();
        if (byCell && CellGuard.needsColumns(state, event, further)) {
          state = state.with(state.columns().completedBy(before.state(true).columns()));
        }
        Verdict verdict =
            byCell
                ? CellGuard.judge(state, event, LIMITS, NOW, further)
                : RowGuard.judge(state, event.row(), LIMITS, NOW, further);
        log.add(part + " -> " + verdict.outcome() + " @" + verdict.effective());
        store.write(part, verdict);
        state = verdict.next();
        further |= verdict.isApplied();
      }
      delivered.add(source);
    }
    cached = does(Life.CACHED) ? state.cacheable() : null;
    if (does(Life.COMPACTED)) {
      forgetFailures(); // what the log holds was flushed, and is not played again
      store.compact();
    }
  }

  private RowState known() {
    return (cached != null ? cached : store.state(byCell))
        .afterFailure(attempted, Set.copyOf(tried));
  }

  /** An event whose write fails, or so it seems; the client is told so and will send it again. */
  void fail(CellSource source) {
    RowState state = known();
    CellEvent event = source.event();
    if (CellGuard.needsColumns(state, event, false)) {
      state = state.with(state.columns().completedBy(store.state(true).columns()));
    }
    Verdict verdict = CellGuard.judge(state, event, LIMITS, NOW, false);
    log.add(source + " -> " + verdict.outcome() + " @" + verdict.effective() + ", fails");
    if (verdict.isApplied()) {
      failed.add(() -> store.write(source, verdict));
      attempted = Math.max(attempted, verdict.next().lastEffective());
      tried.addAll(verdict.columns().names());
      cached = null;
    }
  }

  /** The server crashes, and finds in its log what seemed to have failed. */
  void crash() {
    failed.forEach(Runnable::run);
    forgetFailures();
    cached = null;
    log.add("crash");
  }

  private void forgetFailures() {
    failed.clear();
    attempted = RowState.NONE;
    tried.clear();
  }

  /** An event whole, or as HBase may cut a list: in two batches of one call. */
  private List<CellSource> parts(CellSource source) {
    if (life != Life.RANDOM || source.sets().isEmpty() || random.nextInt(3) > 0) {
      return List.of(source);
    }
    if (source.rowDelete()) {
      CellSource columns =
          new CellSource(
              source.number(), source.commit(), false, false, source.sets(), source.nulls());
      CellSource delete = CellSource.delete(source.number(), source.commit());
      return random.nextBoolean() ? List.of(delete, columns) : List.of(columns, delete);
    }
    List<CellSource> parts = new ArrayList<>();
    source
        .sets()
        .forEach(
            (column, value) ->
                parts.add(
                    new CellSource(
                        source.number(),
                        source.commit(),
                        false,
                        source.image(),
                        Map.of(column, value),
                        parts.isEmpty() ? source.nulls() : Set.of())));
    return parts;
  }

  /** Compares the columns alone: what makes a row be there differs between the modes. */
  void checkColumns() {
    Map<String, String> shown = store.row(byCell);
    Map<String, String> expected = CellSource.replay(delivered.stream());
    shown.remove("m:seq");
    expected.remove("m:seq");
    assertThat(shown).as("%s\n%s", String.join("\n", log), store).isEqualTo(expected);
  }

  void check() {
    assertThat(store.row(true))
        .as("%s\n%s", String.join("\n", log), store)
        .isEqualTo(CellSource.replay(delivered.stream()));
  }
}
