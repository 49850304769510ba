package org.sediment.fold;

import java.math.BigDecimal;
import org.sediment.model.Base;

/**
 * How the deltas of a counter become one value. Stateless, thread-safe.
 *
 * <p>The algebra, on which exactness under any compaction rests: {@link Accumulator#add} is
 * associative and commutative over deltas and bases, so that a fold of parts followed by a fold of
 * the results equals one fold of everything, in any order.
 */
public interface Aggregator {
  /** Name of the function, such as {@code sum}. */
  String name();

  /** Type of the counter, {@code int64} or {@code decimal}. */
  String type();

  /** The text of this aggregator in {@code sediment.fold}, such as {@code sum:int64}. */
  default String text() {
    return name() + ":" + type();
  }

  /** Whether the bytes are a value of a delta of this type. */
  boolean isWellFormed(byte[] value, int offset, int length);

  /** What a well-formed value must look like, for messages: "8 bytes, big-endian". */
  String valueForm();

  /** Whether a base was made by this aggregator and type. */
  default boolean understands(Base base) {
    return name().equals(base.aggregator()) && type().equals(base.type());
  }

  /** A new, empty accumulator. */
  Accumulator accumulator();

  /** Whether the value fits the counter's type; an {@code int64} total may be more than 64 bits. */
  boolean fits(BigDecimal value);

  /** One counter's running value: unbounded, never rounds or wraps. Not thread-safe. */
  interface Accumulator {
    /** Adds a well-formed delta value. */
    void add(byte[] value, int offset, int length);

    /** Adds a base that the aggregator understands. */
    void add(Base base);

    /** The exact value so far; scale 0 for {@code int64}. */
    BigDecimal value();

    /** Number of deltas in it, those of added bases included. */
    long count();
  }
}
