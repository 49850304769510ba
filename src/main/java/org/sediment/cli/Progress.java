package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Says on standard error, every two seconds, that a piece of work goes on. Stateless. */
final class Progress {
  private static final int SECONDS = 2;

  private Progress() {}

  /** Work that takes its time. */
  interface Work<T> {
    T run() throws IOException;
  }

  /**
   * Does the work.
   *
   * @param what what is being done, such as {@code starting HBase}
   */
  static <T> T during(String what, PrintWriter err, Work<T> work) throws IOException {
    long start = System.nanoTime();
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(Progress::thread);
    try {
      var unused =
          clock.scheduleAtFixedRate(
              () -> say(what, start, err), SECONDS, SECONDS, TimeUnit.SECONDS);
      return work.run();
    } finally {
      clock.shutdownNow();
    }
  }

  private static void say(String what, long start, PrintWriter err) {
    err.println(what + " ... " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " s");
    err.flush();
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "progress");
    thread.setDaemon(true);
    return thread;
  }
}
