package org.sediment.client;

import java.util.Map;
import java.util.Optional;

/**
 * Sums over a range of rows. Immutable.
 *
 * @param totals one for each counter, over all rows of the range
 * @param rows number of rows that had a total
 */
public record RangeSum(Map<CounterKey, Total> totals, long rows) {
  /** The sum of a counter; empty if no row has it. */
  public Optional<Total> get(String family, String counter) {
    return Optional.ofNullable(totals.get(CounterKey.of(family, counter)));
  }
}
