package org.sediment.cli;

/** Exit codes of every command. */
final class ExitCode {
  /** Done as asked. */
  static final int OK = 0;

  /** Not done; standard error says why. */
  static final int FAILED = 1;

  /** The command line was not understood. */
  static final int USAGE = 2;

  /** The server, table or service that was asked for is not there or does not answer. */
  static final int NOT_THERE = 3;

  /**
   * Answered, but the answer holds errors: wrong settings, counters with no total, refused events.
   */
  static final int PROBLEMS = 4;

  private ExitCode() {}
}
