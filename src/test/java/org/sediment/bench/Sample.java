package org.sediment.bench;

/**
 * What one side did in one round.
 *
 * @param results useful results: events applied, deltas counted, totals answered
 * @param nanos time they took
 * @param cpuNanos processor time that this process spent meanwhile, clients and cluster together;
 *     what else the machine does does not count. 0 if not measured
 */
record Sample(long results, long nanos, long cpuNanos) {
  /** Of work whose processor time says nothing. */
  Sample(long results, long nanos) {
    this(results, nanos, 0);
  }

  /** Of timed work. */
  Sample(long results, Load.Took took) {
    this(results, took.nanos(), took.cpuNanos());
  }

  /** Results a second. */
  double rate() {
    return results * 1e9 / nanos;
  }

  /** Results a second of processor time. */
  double cpuRate() {
    return results * 1e9 / cpuNanos;
  }
}
