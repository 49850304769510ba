package org.sediment.client;

import java.util.Map;
import java.util.Optional;
import org.sediment.model.Printable;

/**
 * The totals of one row, of one consistent view. Immutable.
 *
 * @param row the row
 * @param totals by counter, in the table's order; a counter without deltas is absent, not 0, unless
 *     late changes of it are known: then it is here and says so
 */
public record RowTotals(byte[] row, Map<CounterKey, Total> totals) {
  /** The total of a counter; empty if it has none. */
  public Optional<Total> get(String family, String counter) {
    return Optional.ofNullable(totals.get(CounterKey.of(family, counter)));
  }

  @Override
  public String toString() {
    return Printable.of(row) + " " + totals;
  }
}
