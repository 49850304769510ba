package org.sediment.bench;

import java.util.Arrays;

/**
 * How much faster one side was than another, over all rounds.
 *
 * @param median the middle one of the rounds' ratios
 * @param low their lower quartile
 * @param high their upper quartile
 * @param min the lowest
 * @param max the highest
 */
record Ratio(double median, double low, double high, double min, double max) {
  /** Of ratios in any order; at least one. */
  static Ratio of(double[] rounds) {
    double[] sorted = rounds.clone();
    Arrays.sort(sorted);
    return new Ratio(
        quantile(sorted, 0.5),
        quantile(sorted, 0.25),
        quantile(sorted, 0.75),
        sorted[0],
        sorted[sorted.length - 1]);
  }

  /** Median of numbers in any order. */
  static double median(double[] numbers) {
    return of(numbers).median();
  }

  private static double quantile(double[] sorted, double share) {
    double place = share * (sorted.length - 1);
    int below = (int) Math.floor(place);
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
