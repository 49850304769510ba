package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.Base;
import org.sediment.model.DeltaColumn;

/**
 * What a raw read found in some columns of one row and delta family, with the markers worked out as
 * HBase does; and what events judged since then are about to write. Copies what it keeps. Not
 * thread-safe.
 */
final class LateView {
  private final Map<byte[], Column> columns = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private final List<Written> written = new ArrayList<>();
  private long deletedThrough = -1;
  private long markedThrough = -1;

  /** One cell that an event is about to write; value null for a version marker. */
  private record Written(byte[] qualifier, long time, byte[] value) {}

  /** The cells of one column by time. */
  private static final class Column {
    final TreeMap<Long, byte[]> puts = new TreeMap<>();
    final Set<Long> deleted = new HashSet<>();
    long deletedThrough = -1;
  }

  /** Adds a cell read; of equal keys the first, which is the newest, counts. */
  void read(Cell cell) {
    long time = cell.getTimestamp();
    if (cell.getType() == Cell.Type.DeleteFamily) {
      deletedThrough = Math.max(deletedThrough, time);
      return;
    }
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    Column column = columns.computeIfAbsent(qualifier, absent -> new Column());
    switch (cell.getType()) {
      case Put -> column.puts.putIfAbsent(time, CellUtil.cloneValue(cell));
      case Delete -> {
        column.deleted.add(time);
        DeltaColumn name = DeltaColumn.parse(qualifier);
        if (name.kind() == DeltaColumn.Kind.MARK
            && name.counter().length == 0
            && name.eventId().length == 0) {
          markedThrough = Math.max(markedThrough, DeltaColumn.markTime(qualifier));
        }
      }
      case DeleteColumn -> column.deletedThrough = Math.max(column.deletedThrough, time);
      default -> {
        // no other marker is let into a delta family
      }
    }
  }

  /** An event is about to write a cell. */
  void write(byte[] qualifier, long time, byte[] value) {
    written.add(new Written(qualifier, time, value));
    Column column = columns.computeIfAbsent(qualifier, absent -> new Column());
    if (value == null) {
      column.deleted.add(time);
    } else {
      column.puts.put(time, value);
    }
  }

  /** An event is about to delete the row. */
  void deleteRow(long time) {
    markedThrough = Math.max(markedThrough, time);
  }

  /** Writes everything again that an earlier event of the batch was about to write. */
  void writeAllOf(LateView earlier) {
    earlier.written.forEach(cell -> write(cell.qualifier, cell.time, cell.value));
    deleteRow(earlier.markedThrough);
  }

  /** Highest stored time of a row delete seen, by family marker or arrival mark; -1 if none. */
  long rowDeletedThrough() {
    return Math.max(deletedThrough, markedThrough);
  }

  /** Whether a column has a version marker, or a marker above, for a time. */
  boolean isDeleted(byte[] qualifier, long time) {
    Column column = columns.get(qualifier);
    return column != null && (time <= column.deletedThrough || column.deleted.contains(time));
  }

  /** Whether a column that is never written bears a marker. */
  boolean isMarked(byte[] qualifier) {
    Column column = columns.get(qualifier);
    return column != null && !column.deleted.isEmpty();
  }

  /** The value that a plain read would see at a time; null if it would see none. */
  byte[] visible(byte[] qualifier, long time) {
    Column column = columns.get(qualifier);
    return column == null || time <= deletedThrough || isDeleted(qualifier, time)
        ? null
        : column.puts.get(time);
  }

  /** Time of a counter's newest base, understood or not; -1 if it has none. */
  long through(byte[] counter) {
    byte[] qualifier = DeltaColumn.base(counter);
    Column column = columns.get(qualifier);
    if (column != null) {
      for (long time : column.puts.descendingKeySet()) {
        if (visible(qualifier, time) != null) {
          return time;
        }
      }
    }
    return -1;
  }

  /** Whether the span of deltas that a counter's base holds has a time in it. */
  boolean baseCovers(byte[] counter, long time) {
    long through = through(counter);
    return time <= through && time >= oldest(visible(DeltaColumn.base(counter), through), through);
  }

  /** Time of the oldest delta in a base; of one that is not understood, any may be in it. */
  static long oldest(byte[] base, long through) {
    return StoredFormats.decodeBase(base, through).map(Base::oldest).orElse(0L);
  }
}
