package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.sediment.model.ColumnMark;
import org.sediment.model.ColumnName;

/**
 * The nulls that one row remembers, in a compaction, and which of them are still needed: of each
 * column the newest, and older ones only if they arrived later and so are kept longer. Holds copies
 * of its cells. Not thread-safe.
 */
final class NullRun {
  private static final Comparator<Held> LATEST_FIRST =
      Comparator.comparingLong(Held::arrival).thenComparingLong(Held::time).reversed();

  private final List<Held> held = new ArrayList<>();
  private final long readPoint;

  /**
   * Makes an empty run.
   *
   * @param readPoint only cells up to this sequence ID are dropped, or are a reason to drop others
   */
  NullRun(long readPoint) {
    this.readPoint = readPoint;
  }

  /**
   * One marker.
   *
   * @param cell a copy
   * @param name what it remembers
   * @param place its place in the order of the row
   */
  private record Held(Cell cell, ColumnMark.Removal name, int place) {
    long arrival() {
      return cell.getTimestamp();
    }

    /** Time of the column's own marker: over the nulls of a column it rises with the sequence. */
    long time() {
      return name.time();
    }
  }

  /** Takes a cell if it is a remembered null. Returns whether it is. */
  boolean take(Cell cell) {
    if (cell.getType() != Cell.Type.DeleteColumn) {
      return false;
    }
    Optional<ColumnMark.Removal> name =
        ColumnMark.parseRemoval(
            cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
    name.ifPresent(
        parsed -> held.add(new Held(KeyValueUtil.copyToNewKeyValue(cell), parsed, held.size())));
    return name.isPresent();
  }

  int size() {
    return held.size();
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  /** Any cell of the row; the run must not be empty. */
  Cell first() {
    return held.get(0).cell;
  }

  /** Gives what is needed, in order, and becomes empty. */
  void drain(List<Cell> out) {
    List<Held> needed = new ArrayList<>(held.size());
    Map<ColumnName, Long> highest = new HashMap<>();
    held.sort(LATEST_FIRST);
    for (Held one : held) {
      Long above = highest.get(one.name.column());
      if (isRecent(one.cell)) {
        needed.add(one);
      } else if (above == null || one.time() > above) {
        highest.put(one.name.column(), one.time());
        needed.add(one);
      }
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
