package org.sediment.client;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.OptionalLong;
import org.sediment.fold.CounterTotal;

/**
 * Total of one counter: base and pending deltas, exact, as of one moment. Immutable.
 *
 * <p>A total may have no value ({@link #isFailed}): then {@link #error} says why, and neighbours
 * are unharmed. It may be more than 64 bits ({@link #isOverflow}): then {@link #value} has it. A
 * counter of which only late changes are known has no total, which is not 0 ({@link #isAbsent}).
 */
public final class Total {
  private final CounterTotal total;

  Total(CounterTotal total) {
    this.total = total;
  }

  /**
   * The value as a {@code long}.
   *
   * @throws ArithmeticException if it is no whole number of 64 bits
   * @throws IllegalStateException if there is no value; the message says why
   */
  public long longValue() {
    return value().longValueExact();
  }

  /**
   * The exact value, of any size; of an {@code avg} counter the sum, see {@link #average}.
   *
   * @throws IllegalStateException if there is no value; the message says why
   */
  public BigDecimal value() {
    if (isFailed()) {
      throw new IllegalStateException(total.error());
    }
    if (isAbsent()) {
      throw new IllegalStateException(
          "the counter has no total: no delta and no base, only " + total.late() + " late changes");
    }
    return total.value();
  }

  /**
   * Number of deltas in the value, folded ones included.
   *
   * @throws IllegalStateException if there is no value; the message says why
   */
  public long count() {
    value();
    return total.count();
  }

  /**
   * The value of an {@code avg} counter divided by its {@link #count}.
   *
   * @param context precision and rounding; {@link MathContext#UNLIMITED} fails on a third
   * @throws IllegalStateException if there is no value, or the counter is no {@code avg}
   */
  public BigDecimal average(MathContext context) {
    return averaged().divide(BigDecimal.valueOf(total.count()), context);
  }

  /**
   * The value of an {@code avg} counter divided by its {@link #count}.
   *
   * @param scale digits after the point
   * @throws IllegalStateException if there is no value, or the counter is no {@code avg}
   */
  public BigDecimal average(int scale, RoundingMode rounding) {
    return averaged().divide(BigDecimal.valueOf(total.count()), scale, rounding);
  }

  private BigDecimal averaged() {
    BigDecimal value = value();
    if (!total.aggregator().equals("avg")) {
      throw new IllegalStateException("the counter is " + aggregator() + ", not an avg");
    }
    return value;
  }

  /** Whether there is no value because something is wrong. */
  public boolean isFailed() {
    return total.outcome() == CounterTotal.Outcome.FAILED;
  }

  /** Whether there is no value because there is no delta and no base; {@link #late} is not 0. */
  public boolean isAbsent() {
    return total.outcome() == CounterTotal.Outcome.ABSENT;
  }

  /** Whether the value is exact but more than the counter's type holds. */
  public boolean isOverflow() {
    return total.outcome() == CounterTotal.Outcome.OVERFLOW;
  }

  /** Why the total failed: what, where, and the remedy; empty if it did not. */
  public String error() {
    return isFailed() ? total.error() : "";
  }

  /** Aggregator and type, such as {@code sum:int64}; empty if there is no value. */
  public String aggregator() {
    return isFailed() || isAbsent() ? "" : total.aggregator() + ":" + total.type();
  }

  /** Time of the newest delta in the value in milliseconds; empty if there is none. */
  public OptionalLong newest() {
    return time(total.newest());
  }

  /**
   * Time in milliseconds up to which deltas are folded; empty if none are, and for sums over rows.
   */
  public OptionalLong through() {
    return time(total.through());
  }

  /** Deltas that are not folded yet. */
  public long pending() {
    return total.pending();
  }

  /** Changes that came after their time was folded: listed in the table, not in the value. */
  public long late() {
    return total.late();
  }

  CounterTotal counterTotal() {
    return total;
  }

  private static OptionalLong time(long millis) {
    return millis == CounterTotal.NONE ? OptionalLong.empty() : OptionalLong.of(millis);
  }

  @Override
  public String toString() {
    if (isFailed()) {
      return "no total: " + total.error();
    }
    String value = isAbsent() ? "no total" : total.value().toPlainString();
    return value + (total.late() > 0 ? " (" + total.late() + " late)" : "");
  }
}
