package org.sediment.live.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sessions that write side by side until they have made so many changes, no faster than they are
 * allowed to: what goes wrong meanwhile is to have its time. Thread-safe.
 */
final class Sessions implements AutoCloseable {
  private final int target;
  private final AtomicInteger changes = new AtomicInteger();
  private final AtomicInteger rolledBack = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> running = new ArrayList<>();
  private double share;

  /**
   * Sessions that have not begun.
   *
   * @param target how many changes of rows they make, about
   */
  Sessions(int target) {
    this.target = target;
  }

  /** Starts sessions, which wait to be allowed. */
  void start(PostgresServer postgres, int number, Random seeds) {
    for (int i = 0; i < number; i++) {
      Random random = new Random(seeds.nextLong());
      running.add(
          threads.submit(
              () -> {
                write(postgres, random);
                return null;
              }));
    }
  }

  private void write(PostgresServer postgres, Random random)
      throws SQLException, InterruptedException {
    try (Connection connection = postgres.connect()) {
      Workload workload = new Workload(connection, random, Math.max(1, target / 20_000));
      int before = 0;
      while (awaitTurn()) {
        workload.step();
        changes.addAndGet(workload.changes() - before);
        before = workload.changes();
        told();
      }
      rolledBack.addAndGet(workload.rolledBack());
    }
  }

  /** Waits until more is allowed; false when all is done. */
  private synchronized boolean awaitTurn() throws InterruptedException {
    while (changes.get() < target && changes.get() >= share * target) {
      wait();
    }
    return changes.get() < target;
  }

  /** Allows this share of all changes, 1 for all. */
  synchronized void allow(double newShare) {
    share = Math.max(share, newShare);
    notifyAll();
  }

  private synchronized void told() {
    notifyAll();
  }

  /** Waits until this share of all changes is made. */
  synchronized void await(double part) throws InterruptedException {
    while (changes.get() < part * target) {
      wait(1_000);
    }
  }

  /** Changes that were committed so far. */
  int changes() {
    return changes.get();
  }

  /** Transactions that were rolled back, by those sessions that have ended. */
  int rolledBack() {
    return rolledBack.get();
  }

  /** Waits for the end of all; throws what went wrong in one. */
  void join() throws InterruptedException, ExecutionException {
    for (Future<?> each : running) {
      each.get();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
        System.err.println("sessions did not end");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
