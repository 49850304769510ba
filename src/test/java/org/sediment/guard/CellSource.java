package org.sediment.guard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sediment.model.ColumnName;
import org.sediment.model.Sequence;

/**
 * A change event of one row as a source tells it, for tests; columns are {@code family:qualifier}.
 *
 * @param number its sequence; 0 for what was loaded before there were sequences
 * @param commit its commit time
 * @param rowDelete whether the row is deleted
 * @param image whether its columns are the whole row
 * @param sets columns and their values
 * @param nulls columns set to null
 */
record CellSource(
    int number,
    long commit,
    boolean rowDelete,
    boolean image,
    Map<String, String> sets,
    Set<String> nulls) {

  static CellSource put(int number, long commit, String... columns) {
    Map<String, String> sets = new TreeMap<>();
    for (String column : columns) {
      sets.put(column, column + number);
    }
    return new CellSource(number, commit, false, false, sets, Set.of());
  }

  static CellSource image(int number, long commit, String... columns) {
    return new CellSource(number, commit, false, true, put(number, commit, columns).sets, Set.of());
  }

  static CellSource replacement(int number, long commit, String... columns) {
    return new CellSource(number, commit, true, true, put(number, commit, columns).sets, Set.of());
  }

  static CellSource nulls(int number, long commit, String... columns) {
    return new CellSource(number, commit, false, false, Map.of(), Set.of(columns));
  }

  static CellSource delete(int number, long commit) {
    return new CellSource(number, commit, true, false, Map.of(), Set.of());
  }

  CellSource andNull(String... columns) {
    return new CellSource(number, commit, rowDelete, image, sets, Set.of(columns));
  }

  Sequence sequence() {
    return Sequence.parse(String.valueOf(number));
  }

  CellEvent event() {
    byte[] hash = image ? sets.keySet().toString().getBytes(UTF_8) : null;
    return new CellEvent(
        new RowEvent(sequence(), commit, rowDelete, !sets.isEmpty(), false, hash, Long.MAX_VALUE),
        sets.keySet().stream().map(CellSource::name).toList(),
        nulls.stream().sorted().map(CellSource::name).toList());
  }

  static ColumnName name(String column) {
    int colon = column.indexOf(':');
    return new ColumnName(
        column.substring(0, colon).getBytes(UTF_8), column.substring(colon + 1).getBytes(UTF_8));
  }

  /** The oracle: what a row holds after these events, applied in the order of their sequences. */
  static Map<String, String> replay(Stream<CellSource> events) {
    Map<Integer, CellSource> ordered = new TreeMap<>();
    events.forEach(event -> ordered.put(event.number, event));
    Map<String, String> row = new TreeMap<>();
    int highest = 0;
    for (CellSource event : ordered.values()) {
      if (event.rowDelete || event.image) {
        row.clear();
      }
      event.nulls.forEach(row::remove);
      row.putAll(event.sets);
      highest = event.number;
    }
    if (!row.isEmpty() && highest > 0) {
      row.put("m:seq", String.valueOf(highest));
    }
    return row;
  }
}
