package org.sediment.testing;

import java.util.Random;

/**
 * Random numbers for tests: the seed is printed, and taken from the system property {@code
 * sediment.seed} when it is set, so that a failure can be repeated.
 */
public final class Seeds {
  private Seeds() {}

  /** A new source of random numbers for one test. */
  public static Random random(String test) {
    Long given = Long.getLong("sediment.seed");
    long seed = given != null ? given : System.nanoTime();
    System.out.println(test + ": repeat with -Dsediment.seed=" + seed);
    return new Random(seed);
  }
}
