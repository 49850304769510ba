package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.sediment.model.RemovalName;
import org.sediment.model.RemovalName.Kind;
import org.sediment.model.Sequence;

/**
 * The remembered deletes and removals of one row in a compaction, and which of them are still
 * needed. Holds copies of its cells. Not thread-safe.
 *
 * <p>A row's state is the highest sequence, effective and commit time over all of them. One that is
 * not the highest in any of these, among those that arrived no earlier and so are kept no shorter,
 * is not needed: a queue-like row would otherwise keep one marker for each delete of the retention.
 */
final class RemovalRun {
  private final List<Held> held = new ArrayList<>();
  private final long readPoint;

  /**
   * Makes an empty run.
   *
   * @param readPoint only cells up to this sequence ID are dropped, or are a reason to drop others
   */
  RemovalRun(long readPoint) {
    this.readPoint = readPoint;
  }

  /**
   * One marker.
   *
   * @param cell a copy
   * @param name what it remembers
   * @param place its place in the order of the row
   */
  private record Held(Cell cell, RemovalName name, int place) {}

  /** Takes a cell if it is a remembered delete or removal. Returns whether it is. */
  boolean take(Cell cell) {
    if (cell.getType() != Cell.Type.DeleteColumn) {
      return false;
    }
    Optional<RemovalName> name =
        RemovalName.parse(
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
    for (Held one : needed()) {
      out.add(one.cell);
    }
    held.clear();
  }

  private List<Held> needed() {
    if (held.size() == 1) {
      return held;
    }
    List<Held> byArrival = new ArrayList<>(held);
    byArrival.sort(Comparator.comparingLong((Held one) -> one.cell.getTimestamp()).reversed());
    List<Held> out = new ArrayList<>();
    Highest highest = new Highest();
    for (Held one : byArrival) {
      if (isRecent(one.cell) || highest.rise(one.name)) {
        out.add(one);
      }
    }
    out.sort(Comparator.comparingInt(Held::place));
    return out;
  }

  @SuppressWarnings("deprecation") // a cell tells its sequence ID in no other way
  private boolean isRecent(Cell cell) {
    return cell.getSequenceId() > readPoint;
  }

  /** The state that the markers seen so far make. */
  private static final class Highest {
    private Sequence sequence;
    private long effective = -1;
    private long deletedEffective = -1;
    private long deletedCommit = -1;

    /** Adds a marker. Returns whether that changes the state. */
    boolean rise(RemovalName name) {
      boolean rises = false;
      if (sequence == null || name.sequence().compareTo(sequence) > 0) {
        sequence = name.sequence();
        rises = true;
      }
      if (name.effective() > effective) {
        effective = name.effective();
        rises = true;
      }
      if (name.kind() == Kind.DELETE) {
        rises |= name.effective() > deletedEffective || name.commit() > deletedCommit;
        deletedEffective = Math.max(deletedEffective, name.effective());
        deletedCommit = Math.max(deletedCommit, name.commit());
      }
      return rises;
    }
  }
}
