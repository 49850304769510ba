package org.sediment.coprocessor;

import java.util.concurrent.atomic.AtomicLong;
import org.sediment.model.Sequence;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says, at most once a minute, that many events were stale: a source whose sequence stepped back
 * for good (a new log, a new incarnation) would otherwise lose all its changes with nothing but
 * success to show for it. Thread-safe.
 */
final class StaleWatch {
  private static final Logger LOG = LoggerFactory.getLogger(StaleWatch.class);
  private static final long PERIOD_MILLIS = 60_000;
  private static final long MANY = 100;

  private final String region;
  private final AtomicLong stale = new AtomicLong();
  private final AtomicLong since;

  StaleWatch(String region, long now) {
    this.region = region;
    this.since = new AtomicLong(now);
  }

  /** An event was stale. */
  void stale(Event event, Sequence highest, long now) {
    long count = stale.incrementAndGet();
    long began = since.get();
    if (now - began >= PERIOD_MILLIS && since.compareAndSet(began, now)) {
      stale.addAndGet(-count);
      if (count >= MANY) {
        LOG.warn(
            "region {}: {} stale events in {} s; the last: {} came with sequence {}, but {} is"
                + " stored. If the source began anew, its sequences must go on above the old ones",
            region,
            count,
            (now - began) / 1000,
            Refusals.row(event.row().row()),
            event.sequence(),
            highest);
      }
    }
  }
}
