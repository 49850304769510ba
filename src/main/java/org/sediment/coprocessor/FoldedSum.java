package org.sediment.coprocessor;

import org.apache.hadoop.hbase.Cell;
import org.sediment.fold.Aggregator;
import org.sediment.model.Base;

/**
 * The deltas of one counter, and of one bucket of time, that one fold adds up, in the order of the
 * store. Not thread-safe.
 */
final class FoldedSum {
  private final Aggregator aggregator;
  private final Aggregator.Accumulator sum;
  private long newest = Long.MIN_VALUE;
  private long oldest = Long.MAX_VALUE;
  private long highestSequenceId;

  FoldedSum(Aggregator aggregator) {
    this.aggregator = aggregator;
    this.sum = aggregator.accumulator();
  }

  void add(Cell delta) {
    long time = delta.getTimestamp();
    sum.add(delta.getValueArray(), delta.getValueOffset(), delta.getValueLength(), time);
    newest = Math.max(newest, time);
    oldest = Math.min(oldest, time);
    highestSequenceId = Math.max(highestSequenceId, CellSequence.of(delta));
  }

  /** Highest sequence ID of the deltas added. */
  long highestSequenceId() {
    return highestSequenceId;
  }

  /** The deltas added as a base of their own; there must be one. */
  Base alone() {
    return new Base(
        aggregator.name(),
        aggregator.type(),
        newest,
        sum.value(),
        sum.count(),
        oldest,
        highestSequenceId);
  }
}
