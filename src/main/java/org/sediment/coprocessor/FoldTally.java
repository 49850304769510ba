package org.sediment.coprocessor;

import org.apache.hadoop.hbase.Cell;
import org.sediment.model.Printable;

/** What one fold did, for its one log line and the region's counts. Not thread-safe. */
final class FoldTally {
  /** Deltas added to a base. */
  long folded;

  /** Bases written. */
  long bases;

  /** Deltas dropped because their base holds them. */
  long copies;

  /** Late deltas and row deletes that became late entries. */
  long moved;

  /** Deltas that are too young, or may not be folded yet for another reason. */
  long pending;

  /** Cells and bases that are not understood. */
  long notUnderstood;

  /** Counters left alone because of what they hold. */
  long untouched;

  private String firstNotUnderstood;

  void notUnderstood(Cell cell, String why) {
    notUnderstood++;
    if (firstNotUnderstood == null) {
      firstNotUnderstood =
          "row '"
              + Printable.of(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength())
              + "', column '"
              + Printable.of(
                  cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength())
              + "', value '"
              + Printable.of(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength())
              + "': "
              + why;
    }
  }

  void addTo(Counters counters) {
    counters.add(Counters.What.FOLDS);
    counters.add(Counters.What.FOLDED_DELTAS, folded);
    counters.add(Counters.What.FOLD_COPIES_DROPPED, copies);
    counters.add(Counters.What.FOLD_LATE_MOVED, moved);
    counters.add(Counters.What.NOT_UNDERSTOOD, notUnderstood);
  }

  @Override
  public String toString() {
    String text =
        folded
            + " deltas folded, "
            + bases
            + " bases written, "
            + pending
            + " deltas still pending, "
            + copies
            + " copies dropped, "
            + moved
            + " late ones listed, "
            + untouched
            + " counters left alone";
    return notUnderstood == 0
        ? text
        : text + ", " + notUnderstood + " cells not understood, the first: " + firstNotUnderstood;
  }
}
