package org.sediment.cli.demo;

import java.io.PrintStream;
import java.util.Objects;

/** Prints a line a step and counts what is not as it should be. */
final class Steps {
  private final PrintStream out;
  private int checks;
  private int failed;

  Steps(PrintStream out) {
    this.out = out;
  }

  /** A headline. */
  void chapter(String title) {
    out.println();
    out.println(title);
  }

  /** A step with nothing to check. */
  void say(String what) {
    out.printf("   --  %s%n", what);
  }

  /**
   * A step and what a reader sees after it.
   *
   * @param what what was done
   * @param expected what must be seen
   * @param seen what is seen
   */
  void check(String what, Object expected, Object seen) {
    checks++;
    boolean right = Objects.equals(expected, seen);
    out.printf("  %s %-66s -> %s%n", right ? " ok " : "FAIL", what, seen);
    if (!right) {
      failed++;
      out.printf("       expected: %s%n", expected);
    }
  }

  /** A story that broke off. */
  void broke(String what, Exception why) {
    checks++;
    failed++;
    out.printf("  FAIL %s broke off: %s%n", what, why);
  }

  /** Prints the closing line; true if all was right. */
  boolean close() {
    out.println();
    out.printf("demo: %d checks, %d failed%n", checks, failed);
    return failed == 0;
  }
}
