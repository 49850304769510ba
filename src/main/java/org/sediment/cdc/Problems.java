package org.sediment.cdc;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with a mapping file, so that all of it is told at once. One thread. */
final class Problems {
  private final List<MappingException.Problem> found = new ArrayList<>();

  void add(YamlNode where, String what, String remedy) {
    add(where.line(), where.column(), what, remedy);
  }

  void add(int line, int column, String what, String remedy) {
    found.add(new MappingException.Problem(line, column, what, remedy));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** Throws if there is any. */
  void check(String file) throws MappingException {
    if (!found.isEmpty()) {
      found.sort(
          Comparator.comparingInt(MappingException.Problem::line)
              .thenComparingInt(MappingException.Problem::column));
      throw new MappingException(file, found);
    }
  }
}
