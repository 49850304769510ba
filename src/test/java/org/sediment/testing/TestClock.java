package org.sediment.testing;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.util.EnvironmentEdge;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * HBase's clock, set by hand. There is one per JVM, so tests that use it do not run side by side;
 * {@link #close} gives HBase the real clock back. Thread-safe.
 */
public final class TestClock implements EnvironmentEdge, AutoCloseable {
  /** Where a clock starts unless told otherwise: 14 November 2023. */
  public static final long START = 1_700_000_000_000L;

  private final AtomicLong millis;

  private TestClock(long start) {
    millis = new AtomicLong(start);
  }

  /** Makes a clock and gives it to HBase. */
  public static TestClock install(long start) {
    TestClock clock = new TestClock(start);
    EnvironmentEdgeManager.injectEdge(clock);
    return clock;
  }

  @Override
  public long currentTime() {
    return millis.get();
  }

  /** Milliseconds since 1970. */
  public long now() {
    return millis.get();
  }

  /** Moves the clock by some milliseconds, forward or (negative) back. */
  public void advance(long by) {
    millis.addAndGet(by);
  }

  /** Sets the clock. */
  public void set(long to) {
    millis.set(to);
  }

  @Override
  public void close() {
    EnvironmentEdgeManager.reset();
  }
}
