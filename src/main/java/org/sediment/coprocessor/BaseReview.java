package org.sediment.coprocessor;

import java.util.Optional;
import java.util.function.LongPredicate;
import org.apache.hadoop.hbase.Cell;
import org.sediment.fold.Aggregator;
import org.sediment.model.Base;

/**
 * Whether the cells of one counter's base column, given newest first, name a base that governs the
 * counter: if nothing among them casts doubt on it. Holds that base only. Not thread-safe.
 */
final class BaseReview {
  private final Aggregator aggregator;
  private final LongPredicate hidden;
  private final FoldTally tally;
  private boolean empty = true;
  private long newest;
  private boolean marker;
  private boolean doubtful;
  private boolean over;
  private Base governing;

  /**
   * A review.
   *
   * @param hidden whether a row delete hides a base of this time: what it may hold is gone, and so
   *     it does not count
   * @param tally is told of a cell that is not understood
   */
  BaseReview(Aggregator aggregator, LongPredicate hidden, FoldTally tally) {
    this.aggregator = aggregator;
    this.hidden = hidden;
    this.tally = tally;
  }

  /** Adds the next cell, or a marker, of the column. Keeps nothing of it. */
  void add(Cell cell) {
    if (empty) {
      empty = false;
      newest = cell.getTimestamp();
    }
    if (cell.getType() != Cell.Type.Put) {
      marker = true;
    } else if (!over && !doubtful) {
      if (hidden.test(cell.getTimestamp())) {
        over = true; // and so are those that follow
      } else {
        judge(cell);
      }
    }
  }

  private void judge(Cell cell) {
    Optional<Base> read = FoldCells.base(cell).filter(aggregator::understands);
    if (read.isEmpty()) {
      tally.notUnderstood(cell, "no base of " + aggregator.text());
      doubtful = true;
    } else if (governing == null) {
      governing = read.get();
    } else if (read.get().contradicts(governing)) {
      tally.notUnderstood(cell, "it and the base at " + governing.through() + " contradict");
      doubtful = true;
    }
  }

  /** Whether there was no cell. */
  boolean isEmpty() {
    return empty;
  }

  /** Time of the first cell; there must have been one. */
  long newest() {
    return newest;
  }

  /**
   * Whether there is a delete marker. No client can write one here, but a file that was loaded, or
   * written while the coprocessor was away, may have one: no base is certain then.
   */
  boolean hasMarker() {
    return marker;
  }

  /** The newest base, if all bases are understood and none of them contradicts it. */
  Optional<Base> governing() {
    return marker || doubtful ? Optional.empty() : Optional.ofNullable(governing);
  }
}
