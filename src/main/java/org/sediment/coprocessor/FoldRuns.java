package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The folds of one store that writers must heed: those that run, and those that finished while
 * their inputs are still listed, since their output may come alive at any time. Thread-safe; the
 * questions of writers take no lock.
 */
final class FoldRuns {
  private volatile List<FoldRun> inForce = List.of();
  private volatile long highestOver = Long.MIN_VALUE;

  /** Publishes a run. Only after that may its fold look at memory and files. */
  synchronized void begin(FoldRun run) {
    List<FoldRun> next = new ArrayList<>(inForce);
    next.add(run);
    inForce = List.copyOf(next);
  }

  /** Takes back a run whose scanner was closed before its last cell: nothing came of it. */
  synchronized void abandon(FoldRun run) {
    if (!run.isFinished()) {
      remove(run);
    }
  }

  /**
   * Takes back runs that read these files and never ended. HBase never has a file in two
   * compactions at once; so theirs are over, and failed between the fold's beginning and the taking
   * over of its scanner, as when another coprocessor throws: nobody closed it.
   */
  synchronized void abandonReadersOf(Set<String> files) {
    for (FoldRun run : inForce) {
      if (!run.isFinished() && run.hasInputIn(files)) {
        remove(run);
      }
    }
  }

  /**
   * Ends the finished runs whose output has replaced their inputs.
   *
   * @param listed paths of the store's files, looked up just now
   */
  synchronized void settle(Set<String> listed) {
    for (FoldRun run : inForce) {
      if (run.isFinished() && !run.hasInputIn(listed)) {
        highestOver = Math.max(highestOver, run.limit()); // before the run goes: no gap for readers
        remove(run);
      }
    }
  }

  private void remove(FoldRun run) {
    List<FoldRun> next = new ArrayList<>(inForce);
    next.remove(run);
    inForce = List.copyOf(next);
  }

  /** The highest limit of any fold so far, those running included. */
  long highestLimit() {
    long highest = Long.MIN_VALUE;
    for (FoldRun run : inForce) {
      highest = Math.max(highest, run.limit());
    }
    return Math.max(highest, highestOver);
  }

  /** Whether a run in force may have passed by a write of this row and time. */
  boolean passed(byte[] row, long time) {
    for (FoldRun run : inForce) {
      if (run.passed(row, time)) {
        return true;
      }
    }
    return false;
  }

  /**
   * As {@link #passed(byte[], long)}, but ends the finished runs first that can be ended. The files
   * are asked for only if a finished run is what makes the write late: listing them for each late
   * write would cost more than the rest of its judgement.
   *
   * @param listed looks up the paths of the store's files
   */
  boolean passed(byte[] row, long time, Supplier<Set<String>> listed) {
    boolean byFinished = false;
    for (FoldRun run : inForce) {
      if (run.passed(row, time)) {
        if (!run.isFinished()) {
          return true;
        }
        byFinished = true;
      }
    }
    if (byFinished) {
      settle(listed.get());
    }
    return byFinished && passed(row, time);
  }

  /** Whether there is any run in force. */
  boolean isEmpty() {
    return inForce.isEmpty();
  }

  /** Number of folds that have not returned their last cell. */
  int scanning() {
    int scanning = 0;
    for (FoldRun run : inForce) {
      scanning += run.isFinished() ? 0 : 1;
    }
    return scanning;
  }
}
