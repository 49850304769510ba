package org.sediment.model;

import java.math.BigDecimal;

/**
 * What compaction folded of one counter: stands for every unmasked delta with a time at or below
 * {@code through}.
 *
 * <p>A reader takes the base with the highest {@code through} and adds the deltas above it. A delta
 * at or below it is a copy of what is in it only if its HBase sequence ID is not above {@code
 * foldedSequenceId}; otherwise it is late.
 *
 * @param aggregator name of the aggregator, such as {@code sum}
 * @param type type of the counter, {@code int64} or {@code decimal}
 * @param through time of the newest delta folded in milliseconds: the timestamp of the base's cell
 * @param sum the exact sum; scale 0 for {@code int64}
 * @param count number of deltas folded
 * @param oldest time of the oldest delta folded in milliseconds
 * @param foldedSequenceId highest HBase sequence ID folded
 * @param bucket what this base alone stands for, beside the older ones of its counter; null for a
 *     base that stands alone
 */
public record Base(
    String aggregator,
    String type,
    long through,
    BigDecimal sum,
    long count,
    long oldest,
    long foldedSequenceId,
    Bucket bucket) {

  /**
   * The part of a counter's time that one of its bases stands for, of a family that keeps a base
   * for each bucket of time. The part ends at the base's own {@code through}.
   *
   * @param from start of the part in milliseconds, above the {@code through} of the next older base
   * @param to end of the bucket in milliseconds, exclusive: deltas up to it will join this part
   * @param sum as a base's, of the deltas of the part
   * @param count number of deltas in the part; each delta taken back counts -1
   */
  public record Bucket(long from, long to, BigDecimal sum, long count) {}

  /** A base that stands alone. */
  public Base(
      String aggregator,
      String type,
      long through,
      BigDecimal sum,
      long count,
      long oldest,
      long foldedSequenceId) {
    this(aggregator, type, through, sum, count, oldest, foldedSequenceId, null);
  }

  /**
   * Start of the span of times that this base alone stands for, in milliseconds. It ends at {@code
   * through}, included.
   */
  public long from() {
    return bucket == null ? oldest : bucket.from();
  }

  /** End of this base's bucket in milliseconds, exclusive. */
  public long to() {
    return bucket == null ? through + 1 : bucket.to();
  }

  /**
   * What was folded in the span of this base alone, as a base: to be added to those of other spans.
   */
  public Base part() {
    return bucket == null
        ? this
        : new Base(
            aggregator, type, through, bucket.sum(), bucket.count(), from(), foldedSequenceId);
  }

  /** This base with another bucket. */
  public Base with(Bucket other) {
    return new Base(aggregator, type, through, sum, count, oldest, foldedSequenceId, other);
  }

  /**
   * Whether this base has taken the place of an older one: it lies in the span of this one, so that
   * what is in it is in this one.
   */
  public boolean replaces(Base older) {
    return bucket == null || older.through >= bucket.from();
  }

  /**
   * Whether an older base stands for exactly what this one holds beyond its own span: no base is
   * missing between the two.
   */
  public boolean follows(Base older) {
    return older.through < from() && older.count == countBefore();
  }

  /** Number of deltas that this base holds beyond its own span. */
  public long countBefore() {
    return bucket == null ? 0 : count - bucket.count();
  }

  /**
   * Whether this base proves that one with a higher {@code through} is not to be trusted: it holds
   * something that was stored after all that the other holds, so the other was not made from it,
   * yet claims to stand for its times.
   *
   * <p>A base made from this one has no lower {@code foldedSequenceId}. The case needs a server
   * that lost its region while it folded, and whose output came to light after the region's next
   * owner had folded other deltas up to a lower time. Neither base is complete, and sums cannot be
   * merged: there is no total then, which is better than a wrong one.
   */
  public boolean contradicts(Base newer) {
    return through < newer.through && foldedSequenceId > newer.foldedSequenceId;
  }
}
