package org.sediment.testing.history;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The oracle: keeps every event delivered, in a plain list, and answers what must be read.
 *
 * <p>It knows nothing of storage, batches, compaction or time of arrival: rows are a replay of the
 * distinct events in the order of their sequences, totals the sum of the distinct deltas that were
 * neither taken back nor lie before a delete of their row.
 *
 * <p>Where the guard's mode is {@linkplain Mode#SWITCHED switched}, arrival counts, by the guide's
 * words: in row mode an event older than the row's newest is stale as a whole; what a row took in
 * in row mode counts, in cell mode, as written by its newest event.
 */
public final class Model {
  private final boolean images;
  private final Mode mode;
  private final List<Event> delivered = new ArrayList<>();

  /** Those of the events whose columns count. */
  private final List<Event> counted = new ArrayList<>();

  private boolean byCell;

  /** Rows whose newest event came while the guard judged column by column. */
  private final Set<String> taken = new HashSet<>();

  /** By row: events up to this one are not judged column by column. */
  private final Map<String, Integer> floors = new HashMap<>();

  /** A model of a table whose Put events are whole rows (images), or not. */
  public Model(boolean images, Mode mode) {
    this.images = images;
    this.mode = mode;
    this.byCell = mode == Mode.CELL;
  }

  /** The guard judges column by column from now on, or row by row. */
  public void guard(boolean columnByColumn) {
    if (columnByColumn && !byCell) {
      for (Event event : delivered) {
        if (event.isGuarded() && !taken.contains(event.row())) {
          floors.merge(event.row(), event.order(), Math::max);
        }
      }
    }
    byCell = columnByColumn;
  }

  /** An event was acknowledged. */
  public void deliver(Event event) {
    if (event.isGuarded()) {
      boolean newest = order(event) > 0;
      boolean late = byCell && event.order() > floors.getOrDefault(event.row(), -1);
      if (mode != Mode.SWITCHED || newest || late) {
        counted.add(event);
      } else if (!byCell && event.rowDelete()) {
        floors.merge(event.row(), event.order(), Math::max); // stale, and remembered
      }
      if (newest && byCell) {
        taken.add(event.row());
      } else if (newest) {
        taken.remove(event.row());
      }
    }
    delivered.add(event);
  }

  /** Compares an event with the newest of its row. */
  private int order(Event event) {
    Event highest = highest(event.row());
    return highest == null ? 1 : Integer.compare(event.order(), highest.order());
  }

  /** What the answer to an event may be, were it delivered now. */
  public Set<String> outcomes(Event event) {
    if (!event.isGuarded() || order(event) > 0) {
      return Set.of("APPLIED");
    }
    if (byCell) {
      return Set.of("APPLIED", "STALE", "DUPLICATE");
    }
    return Set.of(order(event) == 0 ? "DUPLICATE" : "STALE");
  }

  /** Whether the columns of a row have entries of their own in the sequence family. */
  public boolean isByCell(String row) {
    return taken.contains(row);
  }

  /** What a row shows: columns and values; empty if the row is not there. */
  public Map<String, String> row(String row) {
    Map<Integer, Event> bySequence = new TreeMap<>();
    for (Event event : counted) {
      if (event.row().equals(row)) {
        bySequence.put(event.order(), event);
      }
    }
    Map<String, String> columns = new TreeMap<>();
    for (Event event : bySequence.values()) {
      if (event.rowDelete() || (images && !event.sets().isEmpty())) {
        columns.clear();
      }
      event.nulls().forEach(columns::remove);
      columns.putAll(event.sets());
    }
    return columns;
  }

  /** The highest guarded event of a row that was delivered; null if there is none. */
  public Event highest(String row) {
    Event highest = null;
    for (Event event : delivered) {
      if (event.row().equals(row)
          && event.isGuarded()
          && (highest == null || event.order() > highest.order())) {
        highest = event;
      }
    }
    return highest;
  }

  /** Every distinct delta delivered for a row, by family and counter. */
  public Map<String, List<Delta>> deltas(String row) {
    long deleted = -1;
    Map<String, Change> changes = new LinkedHashMap<>();
    Map<String, Change> retracted = new LinkedHashMap<>();
    for (Event event : delivered) {
      if (!event.row().equals(row)) {
        continue;
      }
      if (event.rowDelete()) {
        deleted = Math.max(deleted, event.commit() - 1);
      }
      event.deltas().forEach(change -> changes.put(change.identity(), change));
      event.retractions().forEach(change -> retracted.put(change.identity(), change));
    }
    Map<String, List<Delta>> byCounter = new TreeMap<>();
    for (Change change : changes.values()) {
      byCounter
          .computeIfAbsent(change.key(), key -> new ArrayList<>())
          .add(
              new Delta(
                  change, retracted.containsKey(change.identity()), change.time() <= deleted));
    }
    return byCounter;
  }

  /** The totals of a row: counters with at least one delta that counts. */
  public Map<String, BigDecimal> totals(String row) {
    Map<String, BigDecimal> totals = new TreeMap<>();
    deltas(row)
        .forEach(
            (counter, deltas) ->
                deltas.stream()
                    .filter(Delta::counts)
                    .map(delta -> delta.change().value())
                    .reduce(BigDecimal::add)
                    .ifPresent(total -> totals.put(counter, total)));
    return totals;
  }

  /**
   * A delta delivered.
   *
   * @param change the delta
   * @param retracted whether it was taken back
   * @param deleted whether it lies before a delete of its row
   */
  public record Delta(Change change, boolean retracted, boolean deleted) {
    /** Whether it is in the total. */
    public boolean counts() {
      return !retracted && !deleted;
    }
  }
}
