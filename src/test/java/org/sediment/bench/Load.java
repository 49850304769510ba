package org.sediment.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
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

  /**
   * What work took.
   *
   * @param nanos from the common start until the last thread was done
   * @param cpuNanos processor time of all threads of this process meanwhile
   */
  record Took(long nanos, long cpuNanos) {}

  /** Times work. */
  static Took time(int threads, Work work) throws Exception {
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
      long startCpu = cpuNanos();
      go.countDown();
      for (Future<?> one : running) {
        one.get();
      }
      return new Took(System.nanoTime() - start, cpuNanos() - startCpu);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      pool.shutdownNow();
    }
  }

  /** Processor time that this process has spent so far, in all its threads. */
  static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
