package org.sediment.bench;

/**
 * What one side did in one round.
 *
 * @param results useful results: events applied, deltas counted, totals answered
 * @param nanos time they took
 */
record Sample(long results, long nanos) {
  /** Results a second. */
  double rate() {
    return results * 1e9 / nanos;
  }
}
