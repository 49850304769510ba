package org.sediment.coprocessor;

/**
 * A fold's side of the handshake with the writers: it publishes where it is before it looks at what
 * they hold. Used by the compaction's thread only.
 */
final class OpenFold {
  private final FoldRun run;
  private final FoldRuns runs;
  private final MemoryParts memory;
  private boolean inside;

  OpenFold(FoldRun run, FoldRuns runs, MemoryParts memory) {
    this.run = run;
    this.runs = runs;
    this.memory = memory;
  }

  /** The limit for rows of which nothing is held, in ms. */
  long limit() {
    return run.limit();
  }

  /**
   * Enters a row.
   *
   * @return the limit for this row
   */
  long enter(byte[] row) {
    inside = true;
    run.enter(row);
    return Math.min(run.limit(), FoldLimit.below(memory.held(row)));
  }

  /** A base of the row entered is going to be written. */
  void wroteBase() {
    run.wroteBase();
  }

  /** Leaves the row, if one was entered. */
  void leave() {
    if (inside) {
      inside = false;
      run.leave();
    }
  }

  /** The last cell is about to be returned. */
  void finish() {
    run.finish();
  }

  /** The scanner is closed; unless {@link #finish} came first, nothing came of the fold. */
  void close() {
    runs.abandon(run);
  }
}
