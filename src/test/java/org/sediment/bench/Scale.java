package org.sediment.bench;

/**
 * How much work a run does.
 *
 * @param quick whether each benchmark is to end within a minute
 */
record Scale(boolean quick) {
  /** The number that fits the run. */
  int of(int full, int ifQuick) {
    return quick ? ifQuick : full;
  }

  /** Rounds that are measured. */
  int rounds() {
    return of(21, 7);
  }

  /** Rounds before them that are not. */
  int warmups() {
    return of(4, 2);
  }
}
