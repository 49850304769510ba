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
    long foldedSequenceId) {}
