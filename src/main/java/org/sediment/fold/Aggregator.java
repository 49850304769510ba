package org.sediment.fold;

import java.math.BigDecimal;
import java.util.Optional;
import org.sediment.model.Base;

/**
 * How the deltas of a counter become one value. Stateless, thread-safe.
 *
 * <p>The algebra, on which exactness under any compaction rests: {@link Accumulator#add} is
 * associative and commutative over deltas and bases, so that a fold of parts followed by a fold of
 * the results equals one fold of everything, in any order. A base stands in for the deltas it was
 * made from: its value, their number, and as {@code through} the time of the newest.
 *
 * <p>One aggregator, {@code last}, looks at times, and where they are equal at the order of adding:
 * there the one added later counts. So deltas of equal time are to be added in the order of their
 * event IDs, which is the order in which a store shows them, in every file and every merge of
 * files. A base never meets a delta of its own time: at or below {@code through} a delta is a copy
 * or late, and never added.
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

  /**
   * Whether a base was made by this aggregator and type, and holds what they can make: only then
   * may it be added.
   */
  boolean understands(Base base);

  /** A new, empty accumulator. */
  Accumulator accumulator();

  /** Whether the value fits the counter's type; an {@code int64} total may be more than 64 bits. */
  boolean fits(BigDecimal value);

  /**
   * A total as plain reads show it.
   *
   * @param value one that {@link #fits}
   */
  byte[] encodeTotal(BigDecimal value);

  /**
   * Reads what {@link #encodeTotal} writes, or the value of a delta; empty if the bytes are nothing
   * of the kind.
   */
  Optional<BigDecimal> decodeTotal(byte[] bytes);

  /**
   * One counter's running value: unbounded, never rounds or wraps. Copies what it keeps. Not
   * thread-safe.
   */
  interface Accumulator {
    /**
     * Adds a well-formed delta value.
     *
     * @param time the delta's time in milliseconds
     */
    void add(byte[] value, int offset, int length, long time);

    /** Adds a base that the aggregator understands. */
    void add(Base base);

    /**
     * The exact value so far, of {@code avg} the sum; scale 0 for {@code int64}. Something must
     * have been added: of nothing, {@code min}, {@code max} and {@code last} have no value.
     */
    BigDecimal value();

    /** Number of deltas in it, those of added bases included. */
    long count();
  }
}
