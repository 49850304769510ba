package org.sediment.coprocessor;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Time that one answer may take: what the request allows, and at most half of what its caller still
 * waits. Not thread-safe.
 */
final class ReadBudget {
  private static final long DEFAULT_MILLIS = 5_000;

  private final long start = System.nanoTime();
  private final long pageNanos;
  private final long callerNanos;
  private long spent;

  /**
   * A budget that begins now.
   *
   * @param maxMillis what the request allows, 0 for the default
   */
  ReadBudget(long maxMillis) {
    long caller =
        RpcServer.getCurrentCall()
            .map(RpcCall::getDeadline)
            .filter(deadline -> deadline < Long.MAX_VALUE)
            .map(deadline -> Math.max(0, deadline - EnvironmentEdgeManager.currentTime()))
            .orElse(Long.MAX_VALUE);
    long page = Math.min(maxMillis == 0 ? DEFAULT_MILLIS : maxMillis, caller / 2);
    callerNanos = TimeUnit.MILLISECONDS.toNanos(caller);
    pageNanos = TimeUnit.MILLISECONDS.toNanos(page);
  }

  /** Whether the page should end at the next row; as of the last {@link #check}. */
  boolean isSpent() {
    return spent >= pageNanos;
  }

  /** Whether the page should end here, where the work done so far is answered in any case. */
  boolean isSpentNow() {
    spent = System.nanoTime() - start;
    return isSpent();
  }

  /**
   * Ends work that nobody waits for any more.
   *
   * @throws IOException if the caller's deadline has passed
   */
  void check() throws IOException {
    spent = System.nanoTime() - start;
    if (spent >= callerNanos) {
      throw new IOException(
          "the caller's time-out passed while one row was read: raise hbase.rpc.timeout, or name"
              + " fewer counters");
    }
  }
}
