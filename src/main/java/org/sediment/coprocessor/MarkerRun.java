package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValueUtil;

/**
 * Markers of one kind that one row remembers something with, in a compaction. Takes them in the
 * order of the row and gives, in that order, those that are still needed. What a reader may not see
 * yet is always needed, and never a reason to drop others. Holds copies of its cells. Not
 * thread-safe.
 *
 * @param <N> what a marker's name says
 */
abstract class MarkerRun<N> {
  private final List<Held<N>> held = new ArrayList<>();
  private final long readPoint;

  /**
   * Makes an empty run.
   *
   * @param readPoint readers may not see cells above this sequence ID
   */
  MarkerRun(long readPoint) {
    this.readPoint = readPoint;
  }

  /**
   * One marker.
   *
   * @param cell a copy
   * @param name what it remembers
   * @param place its place in the order of the row
   */
  record Held<N>(Cell cell, N name, int place) {
    /** Until when it is kept depends on this. */
    long arrival() {
      return cell.getTimestamp();
    }
  }

  /** What a qualifier says, if it is of this run's kind. */
  abstract Optional<N> parse(byte[] bytes, int offset, int length);

  /** Adds to {@code needed} those of some markers, two or more, that are; in any order. */
  abstract void choose(List<Held<N>> some, List<Held<N>> needed);

  /** Takes a cell if it is a marker of this run's kind. Returns whether it is. */
  final boolean take(Cell cell) {
    if (cell.getType() != Cell.Type.DeleteColumn) {
      return false;
    }
    Optional<N> name =
        parse(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
    name.ifPresent(
        parsed -> held.add(new Held<>(KeyValueUtil.copyToNewKeyValue(cell), parsed, held.size())));
    return name.isPresent();
  }

  final int size() {
    return held.size();
  }

  final boolean isEmpty() {
    return held.isEmpty();
  }

  /** Any cell of the row; the run must not be empty. */
  final Cell first() {
    return held.get(0).cell;
  }

  /** Gives what is needed, in order, and becomes empty. */
  final void drain(List<Cell> out) {
    List<Held<N>> needed = new ArrayList<>(held.size());
    List<Held<N>> settled = new ArrayList<>(held.size());
    held.forEach(one -> (isRecent(one.cell) ? needed : settled).add(one));
    if (settled.size() > 1) {
      choose(settled, needed);
    } else {
      needed.addAll(settled);
    }
    needed.sort(Comparator.comparingInt(Held::place));
    needed.forEach(one -> out.add(one.cell));
    held.clear();
  }

  @SuppressWarnings("deprecation") // a cell tells its sequence ID in no other way
  private boolean isRecent(Cell cell) {
    return cell.getSequenceId() > readPoint;
  }
}
