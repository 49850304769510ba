package org.sediment.cli;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end in order, with its exit code, when the process is told to (SIGTERM, SIGINT).
 * Thread-safe.
 */
final class Termination {
  private static final long LONGEST_SECONDS = 90;

  private volatile boolean signalled;

  /** Work that a signal may cut short. */
  interface Work {
    void run() throws IOException;
  }

  /**
   * Does the work; a signal runs {@code stop}, and gives this thread time to end the work and the
   * command.
   */
  void during(Work work, Runnable stop) throws IOException {
    Thread command = Thread.currentThread();
    Thread hook = new Thread(() -> signalled(stop, command), "sediment-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      work.run();
    } finally {
      release(hook);
    }
  }

  private void signalled(Runnable stop, Thread command) {
    signalled = true;
    stop.run();
    try {
      // it ends the process by exit below, long before that as a rule
      command.join(TimeUnit.SECONDS.toMillis(LONGEST_SECONDS));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void release(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      signalled = true;
    }
  }

  /** Ends the process. */
  void exit(int code) {
    if (signalled) {
      // exit would wait for the hook, which waits for this thread
      Runtime.getRuntime().halt(code);
    }
    System.exit(code);
  }
}
