package org.sediment.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Work done by several threads that start together. */
final class Load {
  /** What one thread does. */
  interface Work {
    void run(int thread) throws Exception;
  }

  private Load() {}

  /** Nanoseconds from the common start until the last thread is done. */
  static long nanos(int threads, Work work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CountDownLatch ready = new CountDownLatch(threads);
      CountDownLatch go = new CountDownLatch(1);
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        running.add(
            pool.submit(
                () -> {
                  ready.countDown();
                  go.await();
                  work.run(thread);
                  return null;
                }));
      }
      ready.await();
      long start = System.nanoTime();
      go.countDown();
      for (Future<?> one : running) {
        one.get();
      }
      return System.nanoTime() - start;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      pool.shutdownNow();
    }
  }
}
