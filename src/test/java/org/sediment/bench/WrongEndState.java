package org.sediment.bench;

/** What is stored after the measured work is not what it should be: the figure is void. */
final class WrongEndState extends Exception {
  private static final long serialVersionUID = 1L;

  WrongEndState(String message) {
    super(message);
  }

  /** Throws unless the two are equal. */
  static void unlessEqual(String what, Object expected, Object actual) throws WrongEndState {
    if (!expected.equals(actual)) {
      throw new WrongEndState(what + ": expected " + expected + ", found " + actual);
    }
  }
}
