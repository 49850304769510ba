package org.sediment.coprocessor;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * States of the rows that were written last, as they are in WAL and memstore. Thread-safe.
 *
 * <p>A batch <em>takes</em> its rows out and puts back, in its last hook, only what HBase stored.
 * So a batch that fails, however, leaves no wrong state behind, and the order of insertion is the
 * order of use.
 */
final class RowCache {
  private static final int SEGMENTS = 16;

  private final Segment[] segments;

  RowCache(int rows) {
    int count = rows < SEGMENTS * 64 ? 1 : SEGMENTS;
    this.segments = new Segment[count];
    for (int i = 0; i < count; i++) {
      segments[i] = new Segment(rows / count);
    }
  }

  /** Takes the row's state out; null if it is not here. */
  KnownRow take(RowKey row) {
    Segment segment = segment(row);
    synchronized (segment) {
      return segment.rows.remove(row);
    }
  }

  void put(RowKey row, KnownRow known) {
    Segment segment = segment(row);
    synchronized (segment) {
      segment.rows.put(row, known);
    }
  }

  /** Forgets all rows. */
  void clear() {
    for (Segment segment : segments) {
      synchronized (segment) {
        segment.rows.clear();
      }
    }
  }

  int size() {
    int size = 0;
    for (Segment segment : segments) {
      synchronized (segment) {
        size += segment.rows.size();
      }
    }
    return size;
  }

  private Segment segment(RowKey row) {
    // the highest bits: the map within picks by the lowest, and would use one bucket in sixteen
    return segments[(row.hashCode() >>> 28) & (segments.length - 1)];
  }

  private static final class Segment {
    private final Map<RowKey, KnownRow> rows;

    Segment(int capacity) {
      this.rows =
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<RowKey, KnownRow> eldest) {
              return size() > capacity;
            }
          };
    }
  }
}
