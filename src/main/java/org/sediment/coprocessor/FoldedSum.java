package org.sediment.coprocessor;

import org.apache.hadoop.hbase.Cell;
import org.sediment.fold.Aggregator;
import org.sediment.model.Base;

/** The deltas of one counter that one fold adds up, in the order of the store. Not thread-safe. */
final class FoldedSum {
  private final Aggregator aggregator;
  private Aggregator.Accumulator sum;
  private long newest = Long.MIN_VALUE;
  private long oldest = Long.MAX_VALUE;
  private long highestSequenceId;

  FoldedSum(Aggregator aggregator) {
    this.aggregator = aggregator;
  }

  void add(Cell delta) {
    if (sum == null) {
      sum = aggregator.accumulator();
    }
    long time = delta.getTimestamp();
    sum.add(delta.getValueArray(), delta.getValueOffset(), delta.getValueLength(), time);
    newest = Math.max(newest, time);
    oldest = Math.min(oldest, time);
    highestSequenceId = Math.max(highestSequenceId, CellSequence.of(delta));
  }

  boolean isEmpty() {
    return sum == null;
  }

  /** Highest sequence ID of the deltas added. */
  long highestSequenceId() {
    return highestSequenceId;
  }

  /**
   * The new base. To be asked for once.
   *
   * @param old the base so far, null if there is none
   */
  Base on(Base old) {
    long through = newest;
    long from = oldest;
    long sequenceId = highestSequenceId;
    if (old != null) {
      sum.add(old);
      through = Math.max(through, old.through());
      from = Math.min(from, old.oldest());
      sequenceId = Math.max(sequenceId, old.foldedSequenceId());
    }
    return new Base(
        aggregator.name(), aggregator.type(), through, sum.value(), sum.count(), from, sequenceId);
  }
}
