package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.apache.hadoop.hbase.Cell;
import org.sediment.fold.Aggregator;
import org.sediment.model.Base;

/**
 * The first cells of one counter's base column, newest first, held until it is clear whether they
 * name a base to go on from. Holds copies. Not thread-safe.
 */
final class BaseColumn {
  private final List<Cell> cells = new ArrayList<>(1);
  private final BaseReview review;
  private long bytes;

  /**
   * An empty column.
   *
   * @param hidden whether a row delete hides a base of this time
   * @param tally is told of a cell that is not understood
   */
  BaseColumn(Aggregator aggregator, LongPredicate hidden, FoldTally tally) {
    review = new BaseReview(aggregator, hidden, tally);
  }

  /** Adds the next cell, or a marker, of the column. */
  void add(Cell cell) {
    Cell copy = FoldCells.copy(cell);
    cells.add(copy);
    bytes += copy.getSerializedSize();
    review.add(copy);
  }

  boolean isEmpty() {
    return cells.isEmpty();
  }

  /** Whether there are more cells than so many, or more bytes. */
  boolean isLongerThan(int maxCells, long maxBytes) {
    return cells.size() > maxCells || bytes > maxBytes;
  }

  /** Time of the first cell; there must be one. */
  long newest() {
    return review.newest();
  }

  /** The newest base, if all bases so far are understood and none of them contradicts it. */
  Optional<Base> governing() {
    return review.governing();
  }

  /** Hands every cell over, in order, and holds none after it. */
  void drain(Consumer<Cell> out) {
    cells.forEach(out);
    cells.clear();
    bytes = 0;
  }
}
