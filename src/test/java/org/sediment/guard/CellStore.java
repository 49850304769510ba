package org.sediment.guard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sediment.model.ColumnMark;
import org.sediment.model.ColumnName;
import org.sediment.model.RemovalName;
import org.sediment.model.Sequence;

/**
 * One row as HBase stores it, for tests of the guard: puts by time, markers that hide every put of
 * their time or a lower one, whenever it was written. The sequence family is family {@code m}.
 */
final class CellStore {
  private static final long NONE = RowState.NONE;

  private final Map<String, TreeMap<Long, String>> puts = new TreeMap<>();
  private final Map<String, Long> columnMarkers = new TreeMap<>();
  private final Map<String, Long> familyMarkers = new TreeMap<>();
  private final Set<String> families;

  CellStore(Set<String> families) {
    this.families = families;
  }

  CellStore copy() {
    CellStore copy = new CellStore(families);
    puts.forEach((column, cells) -> copy.puts.put(column, new TreeMap<>(cells)));
    copy.columnMarkers.putAll(columnMarkers);
    copy.familyMarkers.putAll(familyMarkers);
    return copy;
  }

  void put(String column, long time, String value) {
    puts.computeIfAbsent(column, c -> new TreeMap<>()).put(time, value);
  }

  private void mark(String column, long time) {
    columnMarkers.merge(column, time, Math::max);
  }

  private boolean isShown(String column, long time) {
    String family = column.substring(0, column.indexOf(':'));
    return time > columnMarkers.getOrDefault(column, NONE)
        && time > familyMarkers.getOrDefault(family, NONE);
  }

  /** What a plain read shows. */
  Map<String, String> view() {
    Map<String, String> view = new TreeMap<>();
    puts.forEach(
        (column, cells) -> {
          if (!cells.isEmpty() && isShown(column, cells.lastKey())) {
            view.put(column, cells.lastEntry().getValue());
          }
        });
    return view;
  }

  /**
   * What a plain read shows of all but the columns' entries; the entries must tell the same.
   *
   * @param cellMode whether there are to be entries
   */
  Map<String, String> row(boolean cellMode) {
    Map<String, String> view = view();
    Set<String> entries = new TreeSet<>();
    Set<String> columns = new TreeSet<>();
    for (String column : Set.copyOf(view.keySet())) {
      if (column.startsWith("m:c:")) {
        entries.add(column.substring(4));
        view.remove(column);
      } else if (!column.startsWith("m:")) {
        columns.add(column);
      }
    }
    if (!entries.equals(cellMode ? columns : Set.of())) {
      throw new AssertionError("entries " + entries + " of columns " + columns + "\n" + this);
    }
    view.remove("m:img");
    return view;
  }

  /** A major compaction of every family, with what is remembered still young. */
  void compact() {
    puts.forEach(
        (column, cells) -> {
          Long last = cells.isEmpty() ? null : cells.lastKey();
          cells.keySet().removeIf(time -> !time.equals(last) || !isShown(column, time));
        });
    puts.values().removeIf(TreeMap::isEmpty);
    familyMarkers.clear();
    columnMarkers.keySet().removeIf(column -> !column.matches("(?s)m:(del|at|n):.*"));
  }

  /** Writes a verdict as the region's shell does. */
  void write(CellSource source, Verdict verdict) {
    Sequence highest = verdict.next().highest();
    for (RemovalName name : verdict.remembered()) {
      mark("m:" + new String(name.qualifier(), UTF_8), 1);
    }
    if (!verdict.isApplied()) {
      return;
    }
    long time = verdict.effective();
    if (verdict.rowMarker() != NONE) {
      families.forEach(family -> familyMarkers.merge(family, verdict.rowMarker(), Math::max));
    }
    if (verdict.sequencePut()) {
      put("m:seq", time, highest.canonical());
    }
    if (verdict.imagePut() != null) {
      put("m:img", time, new String(verdict.imagePut(), UTF_8));
    }
    if (verdict.sequenceMask() != NONE) {
      mark("m:seq", verdict.sequenceMask());
      mark("m:img", verdict.sequenceMask());
    }
    if (verdict.imageMask() != NONE) {
      mark("m:img", verdict.imageMask());
    }
    ColumnChanges changes = verdict.columns();
    source.sets().forEach((column, value) -> writeOwn(changes, column, time, value));
    source.nulls().forEach(column -> writeOwn(changes, column, time, null));
    for (ColumnChange change : changes.list()) {
      writeEntry(change);
    }
  }

  private void writeOwn(ColumnChanges changes, String column, long time, String value) {
    long at = changes.isLate() ? changes.timeOf(CellSource.name(column)) : time;
    if (at != NONE && value != null) {
      put(column, at, value);
    } else if (at != NONE) {
      mark(column, at);
    }
  }

  private void writeEntry(ColumnChange change) {
    String column =
        new String(change.column().family(), UTF_8) + ":" + text(change.column().qualifier());
    String entry = "m:" + text(ColumnMark.value(change.column()));
    switch (change.kind()) {
      case SET, NOTED ->
          put(entry, change.time(), change.sequence() == null ? "" : change.sequence().canonical());
      case NULLED, DELETED -> {
        if (change.kind() == ColumnChange.Kind.DELETED) {
          mark(column, change.time());
        }
        mark(entry, change.time());
        mark("m:" + text(ColumnMark.removal(change.column(), change.sequence(), change.time())), 1);
      }
      case FORGOTTEN -> mark(entry, change.time());
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  /** Reads the row's state as the guard would before its next event. */
  RowState state(boolean cellMode) {
    ColumnStatesBuilder columns = new ColumnStatesBuilder();
    Sequence highest = null;
    long last = NONE;
    long deletedEffective = NONE;
    long deletedCommit = NONE;
    for (String name : columnMarkers.keySet()) {
      byte[] bytes = name.substring(2).getBytes(UTF_8);
      if (name.startsWith("m:c:")) {
        ColumnMark.parseValue(bytes, 0, bytes.length)
            .ifPresent(column -> columns.mask(column, columnMarkers.get(name)));
      } else if (name.startsWith("m:n:")) {
        ColumnMark.Removal removal = ColumnMark.parseRemoval(bytes, 0, bytes.length).orElseThrow();
        columns.removal(removal.column(), removal.sequence(), removal.time());
      } else if (name.startsWith("m:del:") || name.startsWith("m:at:")) {
        RemovalName removal = RemovalName.parse(bytes, 0, bytes.length).orElseThrow();
        highest = max(highest, removal.sequence());
        last = Math.max(last, removal.effective());
        if (removal.kind() == RemovalName.Kind.DELETE) {
          columns.delete(removal);
          if (removal.commit() != RemovalName.NO_COMMIT) {
            deletedEffective = Math.max(deletedEffective, removal.effective());
            deletedCommit = Math.max(deletedCommit, removal.commit());
          }
        }
      } else if (name.equals("m:seq")) {
        last = Math.max(last, columnMarkers.get(name));
      }
    }
    puts.forEach(
        (name, cells) -> {
          if (name.startsWith("m:c:")) {
            byte[] bytes = name.substring(2).getBytes(UTF_8);
            String value = cells.lastEntry().getValue();
            columns.value(
                ColumnMark.parseValue(bytes, 0, bytes.length).orElseThrow(),
                value.isEmpty() ? null : Sequence.parse(value),
                cells.lastKey());
          }
        });
    last = Math.max(last, columns.lastTime());
    TreeMap<Long, String> sequences = puts.getOrDefault("m:seq", new TreeMap<>());
    boolean live = false;
    long sequenceTime = NONE;
    if (!sequences.isEmpty()) {
      last = Math.max(last, sequences.lastKey());
      highest = max(highest, Sequence.parse(sequences.lastEntry().getValue()));
      live = isShown("m:seq", sequences.lastKey());
      sequenceTime = live ? sequences.lastKey() : NONE;
    }
    TreeMap<Long, String> images = puts.getOrDefault("m:img", new TreeMap<>());
    boolean image =
        live
            && !images.isEmpty()
            && images.lastKey() == sequenceTime
            && isShown("m:img", sequenceTime);
    RowState state =
        new RowState(
            highest,
            last,
            live,
            sequenceTime,
            image ? images.lastEntry().getValue().getBytes(UTF_8) : null,
            deletedEffective,
            deletedCommit);
    if (!cellMode) {
      ColumnStates leftovers = columns.leftovers();
      RowState row = highest == null ? state.raisedTo(highestTime()) : state;
      return leftovers == null ? row : row.with(leftovers);
    }
    if (!columns.isForeign(state)) {
      return state.with(columns.build());
    }
    long time = highestTime();
    return state.raisedTo(time).with(columns.takeOver(state, time, shown()));
  }

  private static Sequence max(Sequence one, Sequence other) {
    return one == null || (other != null && other.compareTo(one) > 0) ? other : one;
  }

  private long highestTime() {
    long highest = NONE;
    for (long time : familyMarkers.values()) {
      highest = Math.max(highest, time);
    }
    for (Map.Entry<String, Long> marker : columnMarkers.entrySet()) {
      if (!marker.getKey().startsWith("m:")) {
        highest = Math.max(highest, marker.getValue());
      }
    }
    for (Map.Entry<String, TreeMap<Long, String>> cells : puts.entrySet()) {
      if (!cells.getKey().startsWith("m:") && !cells.getValue().isEmpty()) {
        highest = Math.max(highest, cells.getValue().lastKey());
      }
    }
    return highest;
  }

  private Map<ColumnName, Long> shown() {
    Map<ColumnName, Long> shown = new HashMap<>();
    for (String column : view().keySet()) {
      if (!column.startsWith("m:")) {
        shown.put(CellSource.name(column), puts.get(column).lastKey());
      }
    }
    return shown;
  }

  @Override
  public String toString() {
    return "puts "
        + puts
        + "\ncolumn markers "
        + columnMarkers
        + "\nfamily markers "
        + familyMarkers;
  }
}
