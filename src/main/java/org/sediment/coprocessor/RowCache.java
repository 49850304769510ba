package org.sediment.coprocessor;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * States of the rows that were written last, as they are in WAL and memstore. Thread-safe.
 *
 * <p>A batch <em>takes</em> its rows out and puts back, in its last hook, only what HBase stored.
 * So a batch that fails, however, leaves no wrong state behind, and the order of insertion is the
 * order of use.
 *
 * <p>Nearly all of the room is for rows that were written again: rows that are written once (a
 * snapshot, a backfill, an insert) push each other out, not those. They have what room is left.
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
      return segment.take(row);
    }
  }

  /**
   * Puts a row's state in.
   *
   * @param again whether the row was there before it was written
   */
  void put(RowKey row, KnownRow known, boolean again) {
    Segment segment = segment(row);
    synchronized (segment) {
      segment.put(row, known, again);
    }
  }

  /** Forgets all rows. */
  void clear() {
    for (Segment segment : segments) {
      synchronized (segment) {
        segment.clear();
      }
    }
  }

  int size() {
    int size = 0;
    for (Segment segment : segments) {
      synchronized (segment) {
        size += segment.size();
      }
    }
    return size;
  }

  private Segment segment(RowKey row) {
    // the highest bits: the map within picks by the lowest, and would use one bucket in sixteen
    return segments[(row.hashCode() >>> 28) & (segments.length - 1)];
  }

  private static final class Segment {
    private final Map<RowKey, KnownRow> once = new LinkedHashMap<>();
    private final Map<RowKey, KnownRow> again = new LinkedHashMap<>();
    private final int capacity;
    private final int capacityAgain;

    Segment(int capacity) {
      this.capacity = capacity;
      this.capacityAgain = (int) (capacity * 15L / 16);
    }

    KnownRow take(RowKey row) {
      KnownRow known = again.remove(row);
      return known == null ? once.remove(row) : known;
    }

    void put(RowKey row, KnownRow known, boolean seen) {
      take(row);
      (seen ? again : once).put(row, known);
      if (again.size() > capacityAgain) {
        Iterator<Map.Entry<RowKey, KnownRow>> eldest = again.entrySet().iterator();
        Map.Entry<RowKey, KnownRow> demoted = eldest.next();
        eldest.remove();
        once.put(demoted.getKey(), demoted.getValue());
      }
      if (size() > capacity) {
        Iterator<RowKey> eldest = (once.isEmpty() ? again : once).keySet().iterator();
        eldest.next();
        eldest.remove();
      }
    }

    void clear() {
      once.clear();
      again.clear();
    }

    int size() {
      return once.size() + again.size();
    }
  }
}
