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
 * <p>A row's state is the highest sequence, effective and commit time over all of them, and cell
 * mode asks for the highest sequence of a delete, too. One that is not the highest in any of these,
 * among those that arrived no earlier and so are kept no shorter, is not needed: a queue-like row
 * would otherwise keep one marker for each delete of the retention. (To keep only the highest of
 * all, as design section 3 may be read, would forget a lower delete that came later together with
 * the higher one, before its own retention is over.)
 */
final class RemovalRun {
  private static final Comparator<Held> LATEST_FIRST =
      Comparator.comparingLong(Held::arrival)
          .thenComparing(Held::sequence, Comparator.nullsFirst(Comparator.naturalOrder()))
          .reversed();

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
  private record Held(Cell cell, RemovalName name, int place) {
    long arrival() {
      return cell.getTimestamp();
    }

    Sequence sequence() {
      return name.sequence();
    }
  }

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
    byArrival.sort(LATEST_FIRST);
    List<Held> out = new ArrayList<>();
    Highest highest = new Highest();
    int start = 0;
    while (start < byArrival.size()) {
      int end = start + 1;
      while (end < byArrival.size()
          && byArrival.get(end).arrival() == byArrival.get(start).arrival()) {
        end++;
      }
      takeNeeded(byArrival.subList(start, end), highest, out);
      start = end;
    }
    out.sort(Comparator.comparingInt(Held::place));
    return out;
  }

  /**
   * Adds those that are needed of some that arrived in one millisecond, and so are kept equally
   * long: none of them stays beside a higher one of its own millisecond.
   *
   * @param some the highest sequence first
   * @param highest of those that arrived later; rises
   */
  private void takeNeeded(List<Held> some, Highest highest, List<Held> out) {
    Highest all = new Highest();
    some.stream().filter(one -> !isRecent(one.cell)).forEach(one -> all.rise(one.name));
    for (Held one : some) {
      if (isRecent(one.cell)) {
        out.add(one);
      } else if (highest.isRaisedTo(all, one.name)) {
        highest.rise(one.name);
        out.add(one);
      }
    }
  }

  @SuppressWarnings("deprecation") // a cell tells its sequence ID in no other way
  private boolean isRecent(Cell cell) {
    return cell.getSequenceId() > readPoint;
  }

  /** The state that some markers make. */
  private static final class Highest {
    private Sequence sequence;
    private Sequence deleted;
    private long effective = -1;
    private long deletedEffective = -1;
    private long deletedCommit = -1;

    /** Adds a marker. */
    void rise(RemovalName name) {
      if (isAbove(name.sequence(), sequence)) {
        sequence = name.sequence();
      }
      effective = Math.max(effective, name.effective());
      if (name.kind() == Kind.DELETE) {
        if (isAbove(name.sequence(), deleted)) {
          deleted = name.sequence();
        }
        deletedEffective = Math.max(deletedEffective, name.effective());
        deletedCommit = Math.max(deletedCommit, name.commit());
      }
    }

    /** Whether a marker would raise this state, in any respect, to what another state is there. */
    boolean isRaisedTo(Highest to, RemovalName by) {
      boolean raised =
          (isAbove(by.sequence(), sequence) && by.sequence().equals(to.sequence))
              || (by.effective() > effective && by.effective() == to.effective);
      if (by.kind() == Kind.DELETE) {
        raised |= isAbove(by.sequence(), deleted) && by.sequence().equals(to.deleted);
        raised |= by.effective() > deletedEffective && by.effective() == to.deletedEffective;
        raised |= by.commit() > deletedCommit && by.commit() == to.deletedCommit;
      }
      return raised;
    }

    /** Whether a sequence, which may be none, is higher than another. */
    private static boolean isAbove(Sequence one, Sequence other) {
      return one != null && (other == null || one.compareTo(other) > 0);
    }
  }
}
