package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sediment.fold.TotalsSum;
import org.sediment.model.Printable;

/** The sum of each counter over the rows of a page. Not thread-safe. */
final class RangeSums {
  private final Map<CounterName, TotalsSum> sums = new LinkedHashMap<>();
  private CounterName last;
  private TotalsSum sumOfLast;
  private long rows;

  /** Adds the totals of a row. */
  void add(RowTotal row) {
    List<RowTotal.OfCounter> counters = row.counters();
    for (int i = 0; i < counters.size(); i++) {
      RowTotal.OfCounter counter = counters.get(i);
      sum(counter).add(counter.total(), () -> "row '" + Printable.of(row.row()) + "': ");
    }
    rows += row.hasTotal() ? 1 : 0;
  }

  private TotalsSum sum(RowTotal.OfCounter counter) {
    // rows of one counter share the array of its name
    if (last == null
        || last.counter != counter.counter()
        || !last.family.equals(counter.family())) {
      last = new CounterName(counter.family(), counter.counter());
      sumOfLast = sums.computeIfAbsent(last, name -> new TotalsSum());
    }
    return sumOfLast;
  }

  /** How many counters have a sum. */
  int size() {
    return sums.size();
  }

  /** How many rows had a total. */
  long rows() {
    return rows;
  }

  /** The sums, in the order in which their counters were met. */
  List<RowTotal.OfCounter> totals() {
    List<RowTotal.OfCounter> out = new ArrayList<>(sums.size());
    sums.forEach(
        (name, sum) -> out.add(new RowTotal.OfCounter(name.family(), name.counter(), sum.total())));
    return out;
  }

  /** Key of a sum. */
  private record CounterName(FamilySettings family, byte[] counter) {
    @Override
    public boolean equals(Object other) {
      return other instanceof CounterName name
          && name.family.name().equals(family.name())
          && Arrays.equals(name.counter, counter);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(counter);
    }
  }
}
