package org.sediment.coprocessor;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.sediment.model.RemovalName;
import org.sediment.model.RemovalName.Kind;
import org.sediment.model.Sequence;

/**
 * The remembered deletes and removals of one row in a compaction, and which of them are still
 * needed. Not thread-safe.
 *
 * <p>A row's state is the highest sequence, effective and commit time over all of them, and cell
 * mode asks for the highest sequence of a delete, too. One that is not the highest in any of these,
 * among those that arrived no earlier and so are kept no shorter, is not needed: a queue-like row
 * would otherwise keep one marker for each delete of the retention. (To keep only the highest of
 * all, as design section 3 may be read, would forget a lower delete that came later together with
 * the higher one, before its own retention is over.)
 */
final class RemovalRun extends MarkerRun<RemovalName> {
  private static final Comparator<Held<RemovalName>> LATEST_FIRST =
      Comparator.<Held<RemovalName>>comparingLong(Held::arrival)
          .thenComparing(
              one -> one.name().sequence(), Comparator.nullsFirst(Comparator.naturalOrder()))
          .reversed();

  RemovalRun(long readPoint) {
    super(readPoint);
  }

  @Override
  Optional<RemovalName> parse(byte[] bytes, int offset, int length) {
    return RemovalName.parse(bytes, offset, length);
  }

  @Override
  void choose(List<Held<RemovalName>> some, List<Held<RemovalName>> needed) {
    some.sort(LATEST_FIRST);
    Highest highest = new Highest();
    int start = 0;
    while (start < some.size()) {
      int end = start + 1;
      while (end < some.size() && some.get(end).arrival() == some.get(start).arrival()) {
        end++;
      }
      chooseOfOneMillisecond(some.subList(start, end), highest, needed);
      start = end;
    }
  }

  /**
   * Adds those that are needed of some that arrived in one millisecond, and so are kept equally
   * long: none of them stays beside a higher one of its own millisecond.
   *
   * @param some the highest sequence first
   * @param highest of those that arrived later; rises
   */
  private static void chooseOfOneMillisecond(
      List<Held<RemovalName>> some, Highest highest, List<Held<RemovalName>> needed) {
    Highest all = new Highest();
    some.forEach(one -> all.rise(one.name()));
    for (Held<RemovalName> one : some) {
      if (highest.isRaisedTo(all, one.name())) {
        highest.rise(one.name());
        needed.add(one);
      }
    }
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
