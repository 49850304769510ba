package org.sediment.coprocessor;

import java.util.HashMap;
import java.util.Map;

/**
 * What earlier events of a batch are about to write to delta families: reads do not show it yet,
 * and a later event of the same row must know. Of one batch, used by one thread.
 */
final class LateMemory {
  private final Map<Place, LateView> views = new HashMap<>(0);

  /** One row of one family. */
  private record Place(RowKey row, DeltaFamily family) {}

  /** What the batch's last event of a row and family knew and is about to write; null if none. */
  LateView get(byte[] row, DeltaFamily family) {
    return views.isEmpty() ? null : views.get(new Place(new RowKey(row), family));
  }

  /** Keeps what an accepted event knew and is about to write. */
  void keep(byte[] row, DeltaFamily family, LateView view) {
    views.put(new Place(new RowKey(row), family), view);
  }
}
