package org.sediment.coprocessor;

import java.util.Arrays;
import org.sediment.fold.Aggregator;

/**
 * The counters met lately, each with what request and settings say of it. Rows mostly have the same
 * few, so most names are copied and looked up once a request, not once a row. Not thread-safe.
 */
final class KnownCounters {
  private static final int LIMIT = 8;

  private final Selection selection;
  private final Known[] known = new Known[LIMIT];
  private int size;
  private int next;

  /**
   * A counter of any row.
   *
   * @param family its family
   * @param name its name; shared, not to be written to
   * @param selected whether the request asks for it
   * @param aggregator null if the settings name none for it
   */
  record Known(FamilySettings family, byte[] name, boolean selected, Aggregator aggregator) {
    private boolean is(FamilySettings other, byte[] qualifier, int from, int to) {
      return family.equals(other) && Arrays.equals(name, 0, name.length, qualifier, from, to);
    }
  }

  KnownCounters(Selection selection) {
    this.selection = selection;
  }

  /** The counter of a family whose name stands in a qualifier between two positions. */
  Known of(FamilySettings family, byte[] qualifier, int from, int to) {
    for (int i = 0; i < size; i++) {
      if (known[i].is(family, qualifier, from, to)) {
        return known[i];
      }
    }
    byte[] name = Arrays.copyOfRange(qualifier, from, to);
    boolean selected = selection.includes(name);
    Known found =
        new Known(family, name, selected, selected ? Selection.aggregator(family, name) : null);
    known[next] = found;
    next = (next + 1) % LIMIT;
    size = Math.min(size + 1, LIMIT);
    return found;
  }
}
