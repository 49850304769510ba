package org.sediment.coprocessor;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sediment.model.Sequence;

/**
 * Events of which HBase took only some mutations: it cuts a list where it pleases, and may refuse
 * the rest for a while (its memstore is full, its store too busy). The client then sends the rest
 * alone, in another call: an equal sequence is a further part of such an event, not its replay.
 * Thread-safe.
 *
 * <p>In memory only: where a region moves before the rest comes, the rest counts as a replay.
 */
final class OpenEvents {
  private static final int LIMIT = 1_000;

  private final Map<RowKey, Sequence> rows = new LinkedHashMap<>();
  private volatile boolean empty = true;

  /** The row's newest event was stored, and may go on. */
  synchronized void leave(RowKey row, Sequence sequence) {
    rows.remove(row);
    rows.put(row, sequence);
    if (rows.size() > LIMIT) {
      rows.remove(rows.keySet().iterator().next());
    }
    empty = false;
  }

  /** The row's newest event was stored, and is whole. */
  void close(RowKey row) {
    if (!empty) {
      synchronized (this) {
        rows.remove(row);
        empty = rows.isEmpty();
      }
    }
  }

  /** Whether the row's newest event, which has this sequence, may go on. */
  boolean isOpen(RowKey row, Sequence sequence) {
    if (empty || sequence == null) {
      return false;
    }
    synchronized (this) {
      return sequence.equals(rows.get(row));
    }
  }
}
