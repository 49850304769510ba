package org.sediment.fold;

import java.util.Optional;
import java.util.function.Supplier;
import org.sediment.model.Base;

/**
 * One counter's totals over many rows as one, or such totals of many pages: sums and counts add up,
 * of minima there is the least, of maxima the greatest, of last values the newest, and of equally
 * new ones the part added last: rows come in their order. Not thread-safe.
 *
 * <p>Rests on the aggregators' algebra: a total is added as a base is. One part without an answer
 * leaves the whole without one, naming that part: a sum that silently lacks a row would be wrong. A
 * part that has late entries only adds those; a sum of nothing but such parts is absent, too.
 */
public final class TotalsSum {
  private Aggregator aggregator;
  private Aggregator.Accumulator sum;
  private String error;
  private long newest = CounterTotal.NONE;
  private long pending;
  private long late;

  /**
   * Adds a part.
   *
   * @param place text put before a failed part's error, such as {@code "row x: "}
   */
  public void add(CounterTotal part, Supplier<String> place) {
    late += part.late();
    if (error != null || part.outcome() == CounterTotal.Outcome.ABSENT) {
      return;
    }
    if (part.outcome() == CounterTotal.Outcome.FAILED) {
      error = place.get() + part.error();
      return;
    }
    if (aggregator == null || !isSame(part)) {
      error = take(part, place);
    }
    if (error == null) {
      sum.add(asBase(part));
      newest = Math.max(newest, part.newest());
      pending += part.pending();
    }
  }

  /** The sum so far; something must have been added. */
  public CounterTotal total() {
    if (error != null) {
      return CounterTotal.failed(error, late);
    }
    if (aggregator == null) {
      return CounterTotal.absent(late);
    }
    return CounterTotal.of(aggregator, sum, newest, CounterTotal.NONE, pending, late);
  }

  private boolean isSame(CounterTotal part) {
    return aggregator.name().equals(part.aggregator()) && aggregator.type().equals(part.type());
  }

  private String take(CounterTotal part, Supplier<String> place) {
    String text = part.aggregator() + ":" + part.type();
    if (aggregator != null) {
      return place.get()
          + "is a "
          + text
          + " but others are "
          + aggregator.text()
          + ": read the parts by themselves";
    }
    Optional<Aggregator> found = Aggregators.of(text);
    if (found.isEmpty()) {
      return place.get() + "is a " + text + ", which this version cannot add up";
    }
    aggregator = found.get();
    sum = aggregator.accumulator();
    return null;
  }

  private static Base asBase(CounterTotal part) {
    return new Base(
        part.aggregator(), part.type(), part.newest(), part.value(), part.count(), 0, 0);
  }
}
