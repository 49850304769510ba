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
 * The cells of one counter's base column, newest first, and the base that governs the counter if
 * nothing among them casts doubt on it. Holds copies. Not thread-safe.
 */
final class BaseColumn {
  /** Cells it takes at most: one is usual, and one more for each file that should not be there. */
  static final int MAX = 100;

  private final List<Cell> cells = new ArrayList<>(1);

  /** Adds the next cell, or a marker, of the column. */
  void add(Cell cell) {
    cells.add(FoldCells.copy(cell));
  }

  boolean isEmpty() {
    return cells.isEmpty();
  }

  /** Whether there are too many cells to judge. */
  boolean isTooLong() {
    return cells.size() > MAX;
  }

  /** The first cell; there must be one. */
  Cell first() {
    return cells.get(0);
  }

  /** Time of the first cell; there must be one. */
  long newest() {
    return cells.get(0).getTimestamp();
  }

  /**
   * Whether there is a delete marker. No client can write one here, but a file that was loaded, or
   * written while the coprocessor was away, may have one: no base is certain then.
   */
  boolean hasMarker() {
    return cells.stream().anyMatch(cell -> cell.getType() != Cell.Type.Put);
  }

  /**
   * The newest base, if all bases are understood and none of them contradicts it.
   *
   * @param hidden whether a row delete hides a base of this time: what it may hold is gone, and so
   *     it does not count
   * @param tally is told of a cell that is not understood
   */
  Optional<Base> governing(Aggregator aggregator, LongPredicate hidden, FoldTally tally) {
    if (isTooLong() || hasMarker()) {
      return Optional.empty();
    }
    Base newest = null;
    for (Cell cell : cells) {
      if (hidden.test(cell.getTimestamp())) {
        break; // and so are those that follow
      }
      Optional<Base> read = FoldCells.base(cell).filter(aggregator::understands);
      if (read.isEmpty()) {
        tally.notUnderstood(cell, "no base of " + aggregator.text());
        return Optional.empty();
      }
      if (newest == null) {
        newest = read.get();
      } else if (read.get().contradicts(newest)) {
        tally.notUnderstood(cell, "it and the base at " + newest.through() + " contradict");
        return Optional.empty();
      }
    }
    return Optional.ofNullable(newest);
  }

  /** Hands every cell over, in order, and holds none after it. */
  void drain(Consumer<Cell> out) {
    cells.forEach(out);
    cells.clear();
  }
}
