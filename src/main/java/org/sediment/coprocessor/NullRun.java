package org.sediment.coprocessor;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sediment.model.ColumnMark;
import org.sediment.model.ColumnName;

/**
 * The nulls that one row remembers, in a compaction: of each column the newest is needed, and older
 * ones only if they arrived later and so are kept longer. Not thread-safe.
 */
final class NullRun extends MarkerRun<ColumnMark.Removal> {
  /** The time of a column's own marker rises, over the nulls of the column, with the sequence. */
  private static final Comparator<Held<ColumnMark.Removal>> LATEST_FIRST =
      Comparator.<Held<ColumnMark.Removal>>comparingLong(Held::arrival)
          .thenComparingLong(one -> one.name().time())
          .reversed();

  NullRun(long readPoint) {
    super(readPoint);
  }

  @Override
  Optional<ColumnMark.Removal> parse(byte[] bytes, int offset, int length) {
    return ColumnMark.parseRemoval(bytes, offset, length);
  }

  @Override
  void choose(List<Held<ColumnMark.Removal>> some, List<Held<ColumnMark.Removal>> needed) {
    Map<ColumnName, Long> highest = new HashMap<>();
    some.sort(LATEST_FIRST);
    for (Held<ColumnMark.Removal> one : some) {
      Long above = highest.get(one.name().column());
      if (above == null || one.name().time() > above) {
        highest.put(one.name().column(), one.name().time());
        needed.add(one);
      }
    }
  }
}
