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
 */
public record Base(
    String aggregator,
    String type,
    long through,
    BigDecimal sum,
    long count,
    long oldest,
    long foldedSequenceId) {

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
