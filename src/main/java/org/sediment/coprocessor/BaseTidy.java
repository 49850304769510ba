package org.sediment.coprocessor;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.apache.hadoop.hbase.Cell;
import org.sediment.fold.Aggregator;
import org.sediment.fold.BucketGrid;
import org.sediment.fold.BucketParts;
import org.sediment.model.Base;

/**
 * Hands the bases of one counter on, newest first: without those whose place a newer one has taken,
 * and with those of buckets that are not kept apart any more as one. From a cell on that is not
 * understood, casts doubt on the newest or is hidden by a row delete, cells pass as they are. Holds
 * one cell. Not thread-safe.
 */
final class BaseTidy {
  private final Aggregator aggregator;
  private final BucketGrid grid;
  private final boolean allFiles;
  private final LongPredicate hidden;
  private final FoldTally tally;
  private final Consumer<Cell> out;
  private Base newest;
  private Base last;
  private Cell lastCell;
  private Base.Bucket joined;
  private boolean passing;

  /**
   * For one counter.
   *
   * @param hidden whether a row delete hides a base of this time
   * @param out takes cells; one may come when the next was accepted
   */
  BaseTidy(
      Aggregator aggregator,
      FoldJob job,
      LongPredicate hidden,
      FoldTally tally,
      Consumer<Cell> out) {
    this.aggregator = aggregator;
    this.grid = job.grid();
    this.allFiles = job.allFiles();
    this.hidden = hidden;
    this.tally = tally;
    this.out = out;
  }

  /** Takes the next cell of the column, or a marker. */
  void accept(Cell cell) {
    if (!passing) {
      Optional<Base> base = readable(cell);
      if (base.isPresent()) {
        accept(cell, base.get());
        return;
      }
      end();
      passing = true;
    }
    out.accept(cell);
  }

  private Optional<Base> readable(Cell cell) {
    if (cell.getType() != Cell.Type.Put || hidden.test(cell.getTimestamp())) {
      return Optional.empty();
    }
    Optional<Base> base = FoldCells.base(cell).filter(aggregator::understands);
    if (base.isEmpty()) {
      tally.notUnderstood(cell, "no base of " + aggregator.text());
    }
    return newest == null ? base : base.filter(older -> !older.contradicts(newest));
  }

  /**
   * Takes the next cell of the column.
   *
   * @param base what it says, which must be understood
   */
  void accept(Cell cell, Base base) {
    if (last != null) {
      if (last.replaces(base)) {
        return;
      }
      if (allFiles && grid.isSettled(last.through()) && last.follows(base)) {
        joined = BucketParts.joined(aggregator, last, base);
        last = last.with(joined);
        return;
      }
      end();
    }
    newest = newest == null ? base : newest;
    last = base;
    lastCell = cell;
  }

  /** The cells accepted so far are about to lose their bytes: copies what is still needed. */
  void keep() {
    lastCell = lastCell == null ? null : FoldCells.copy(lastCell);
  }

  /** There is no further cell. */
  void end() {
    if (last != null) {
      out.accept(joined == null ? lastCell : FoldCells.base(lastCell, joined));
      last = null;
      lastCell = null;
      joined = null;
    }
  }
}
