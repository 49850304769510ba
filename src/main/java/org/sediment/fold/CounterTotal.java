package org.sediment.fold;

import java.math.BigDecimal;

/**
 * Total of one counter. Immutable.
 *
 * @param outcome whether there is a value
 * @param aggregator name of the aggregator, such as {@code sum}; empty when FAILED or ABSENT
 * @param type type of the counter, such as {@code int64}; empty when FAILED or ABSENT
 * @param value the exact value, also on OVERFLOW, of {@code avg} the sum; null when FAILED or
 *     ABSENT
 * @param count number of deltas in it, folded ones included
 * @param error what is wrong, where, and the remedy; null unless FAILED
 * @param newest time of the newest delta in it in milliseconds, {@link #NONE} if there is none
 * @param through time up to which a base stands for the deltas, {@link #NONE} without a base
 * @param pending deltas added on top of the base
 * @param late open late entries and late deltas: listed, not in the value
 */
public record CounterTotal(
    Outcome outcome,
    String aggregator,
    String type,
    BigDecimal value,
    long count,
    String error,
    long newest,
    long through,
    long pending,
    long late) {
  /** Stands for a time that there is not. */
  public static final long NONE = -1;

  /** Whether there is a value. */
  public enum Outcome {
    /** The value is exact. */
    EXACT,
    /** The value is exact, but more than the counter's type holds. */
    OVERFLOW,
    /** There is no answer for this counter. */
    FAILED,
    /** There is no delta and no base, so no total, which is not 0; but there are late entries. */
    ABSENT
  }

  /** No total, only late entries. */
  public static CounterTotal absent(long late) {
    return new CounterTotal(Outcome.ABSENT, "", "", null, 0, null, NONE, NONE, 0, late);
  }

  /** No answer, with the reason. */
  public static CounterTotal failed(String error, long late) {
    return new CounterTotal(Outcome.FAILED, "", "", null, 0, error, NONE, NONE, 0, late);
  }

  /** A value, EXACT if it fits the aggregator's type. */
  static CounterTotal of(
      Aggregator aggregator,
      Aggregator.Accumulator sum,
      long newest,
      long through,
      long pending,
      long late) {
    BigDecimal value = sum.value();
    return new CounterTotal(
        aggregator.fits(value) ? Outcome.EXACT : Outcome.OVERFLOW,
        aggregator.name(),
        aggregator.type(),
        value,
        sum.count(),
        null,
        newest,
        through,
        pending,
        late);
  }
}
