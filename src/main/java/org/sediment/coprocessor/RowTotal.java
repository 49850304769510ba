package org.sediment.coprocessor;

import java.util.List;
import org.sediment.fold.CounterTotal;

/**
 * The totals of one row.
 *
 * @param row the row
 * @param counters those that have a total or late entries, by family and name
 * @param bytes about the size of the answer
 */
record RowTotal(byte[] row, List<OfCounter> counters, long bytes) {
  /** Whether any counter has more than late entries. */
  boolean hasTotal() {
    for (int i = 0; i < counters.size(); i++) {
      if (counters.get(i).total().outcome() != CounterTotal.Outcome.ABSENT) {
        return true;
      }
    }
    return false;
  }

  /**
   * The total of one counter.
   *
   * @param family the family
   * @param counter the counter's name
   * @param total its total
   */
  record OfCounter(FamilySettings family, byte[] counter, CounterTotal total) {}
}
