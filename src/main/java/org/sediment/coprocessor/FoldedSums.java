package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.sediment.fold.Aggregator;
import org.sediment.fold.BucketGrid;
import org.sediment.fold.BucketParts;
import org.sediment.model.Base;

/**
 * The deltas of one counter that one fold adds up, bucket by bucket. Holds a sum for each bucket
 * that has one: the settings bound how many that can be. Not thread-safe.
 */
final class FoldedSums {
  private final Aggregator aggregator;
  private final BucketGrid grid;
  private final SortedMap<Long, FoldedSum> buckets = new TreeMap<>();
  private FoldedSum latest;
  private long start;
  private long end;

  /**
   * A base to be written.
   *
   * @param sequenceId of its cell
   */
  record Made(Base base, long sequenceId) {}

  FoldedSums(Aggregator aggregator, BucketGrid grid) {
    this.aggregator = aggregator;
    this.grid = grid;
  }

  void add(Cell delta) {
    if (latest == null || !isOfLatest(delta.getTimestamp())) {
      start = grid.start(delta.getTimestamp());
      end = grid.end(delta.getTimestamp());
      latest = buckets.computeIfAbsent(start, absent -> new FoldedSum(aggregator));
    }
    latest.add(delta);
  }

  private boolean isOfLatest(long time) {
    return !grid.isDivided() || (start <= time && time < end);
  }

  boolean isEmpty() {
    return latest == null;
  }

  /**
   * The new bases, newest first; none if nothing was added. Each stands for all deltas up to its
   * time, those of the base so far included, and all are above that one, unless the oldest of them
   * takes its place.
   *
   * @param old the base so far, null if there is none
   * @param oldSequenceId of that base's cell
   */
  List<Made> on(Base old, long oldSequenceId) {
    List<Made> made = new ArrayList<>(buckets.size());
    Base before = old;
    long sequenceId = oldSequenceId;
    for (FoldedSum bucket : buckets.values()) {
      before = BucketParts.next(aggregator, grid, before, bucket.alone());
      sequenceId = Math.max(sequenceId, bucket.highestSequenceId());
      made.add(new Made(before, sequenceId));
    }
    Collections.reverse(made);
    return made;
  }
}
