package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * The row a fold is in: its limit, asked for when the first cell needs it, and the row deletes it
 * was shown. Not thread-safe.
 */
final class RowFold {
  private static final int MAX_MARKERS = 1000;

  /** A row delete's marker in this family. */
  record Marker(long time, long sequenceId) {}

  private final OpenFold fold;
  private final byte[] row;
  private final List<Marker> deletes = new ArrayList<>();
  private boolean entered;
  private boolean wroteBase;
  private boolean untouchable;
  private long limit;
  private long newestDelete = Long.MIN_VALUE;

  RowFold(OpenFold fold, Cell first) {
    this.fold = fold;
    this.row = CellUtil.cloneRow(first);
  }

  byte[] row() {
    return row;
  }

  boolean isOf(Cell cell) {
    return CellUtil.matchingRows(cell, row);
  }

  /** Notes a marker of the whole family. */
  void note(Cell cell) {
    if (cell.getType() == Cell.Type.DeleteFamily && deletes.size() < MAX_MARKERS) {
      deletes.add(new Marker(cell.getTimestamp(), CellSequence.of(cell)));
      newestDelete = Math.max(newestDelete, cell.getTimestamp());
    } else if (cell.getType() != Cell.Type.Put) {
      untouchable = true; // more than can be held, or a kind that Sediment never writes
    }
  }

  /** Whether nothing in the row may be folded. */
  boolean isUntouchable() {
    return untouchable;
  }

  /** Whether a marker shown hides a delta of this time. */
  boolean masks(long time) {
    return time <= newestDelete;
  }

  List<Marker> deletes() {
    return deletes;
  }

  /** Whether a delta of this time may be within the limit; does not enter the row. */
  boolean mayReach(long time) {
    return time <= (entered ? limit : fold.limit());
  }

  /** Whether a base of this time is surely in one of the files that the fold reads. */
  boolean isInFold(long through) {
    return through <= fold.limit();
  }

  /** Whether a delta of this time may be folded or moved. */
  boolean reaches(long time) {
    if (!mayReach(time)) {
      return false;
    }
    if (!entered) {
      entered = true;
      limit = fold.enter(row);
    }
    return time <= limit;
  }

  /** The row's first delta is about to be folded. */
  void wroteBase() {
    if (!wroteBase) {
      wroteBase = true;
      fold.wroteBase();
    }
  }

  void leave() {
    fold.leave();
  }
}
