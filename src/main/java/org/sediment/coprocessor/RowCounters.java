package org.sediment.coprocessor;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.DeltaColumn;

/**
 * The counters of one row and delta family, each with the span of its newest base and the times of
 * its late row deletes. Copies what it keeps. Not thread-safe.
 */
final class RowCounters {
  private final Map<byte[], Counter> counters = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  /** One counter; {@code through} is -1 without a base. */
  private static final class Counter {
    final Set<Long> listed = new HashSet<>();
    long oldest;
    long through = -1;
  }

  /** Adds a visible cell; of a counter's bases the first, which is the newest, counts. */
  void read(Cell cell) {
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    DeltaColumn name = DeltaColumn.parse(qualifier);
    if (name.kind() == DeltaColumn.Kind.MALFORMED) {
      return;
    }
    Counter counter = counters.computeIfAbsent(name.counter(), absent -> new Counter());
    if (name.kind() == DeltaColumn.Kind.BASE && counter.through < 0) {
      counter.through = cell.getTimestamp();
      counter.oldest = LateView.oldest(CellUtil.cloneValue(cell), counter.through);
    } else if (name.kind() == DeltaColumn.Kind.LATE_ROW_DELETE) {
      counter.listed.add(cell.getTimestamp());
    }
  }

  Set<byte[]> names() {
    return counters.keySet();
  }

  /** Whether a row delete stored at a time falls inside what the counter's base has merged. */
  boolean merged(byte[] name, long time) {
    Counter counter = counters.get(name);
    return counter.oldest <= time && time < counter.through;
  }

  /** Whether the counter has a late row delete at a time. */
  boolean isListed(byte[] name, long time) {
    return counters.get(name).listed.contains(time);
  }
}
