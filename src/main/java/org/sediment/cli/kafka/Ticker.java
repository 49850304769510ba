package org.sediment.cli.kafka;

import java.time.Duration;

/** Says when it is time again. Not thread-safe. */
final class Ticker {
  private final long every;
  private long last = System.nanoTime();

  Ticker(Duration every) {
    this.every = every.toNanos();
  }

  /** Whether so much time has passed since this was last true. */
  boolean isDue() {
    long now = System.nanoTime();
    if (now - last < every) {
      return false;
    }
    last = now;
    return true;
  }
}
