package org.sediment.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.sediment.model.ColumnName;
import org.sediment.model.Sequence;

/**
 * Why a row is as it is. Immutable. Times are milliseconds since 1970.
 *
 * @param guard how writes are judged, as {@code sediment.guard} has it
 * @param sequence highest sequence accepted; empty if none is known
 * @param live whether the row has a sequence that no delete hides
 * @param lastEffective highest time that an event got, or that was found
 * @param deletedEffective effective time of the remembered delete
 * @param deletedCommit commit time of the remembered delete: older deltas are dropped
 * @param cells cells and markers of managed families as stored, hidden ones included
 * @param cut whether there are more cells than are listed
 * @param totals totals of its counters
 * @param forecast what the guard would say to the event asked about; empty if none was
 */
public record RowExplanation(
    String guard,
    Optional<Sequence> sequence,
    boolean live,
    OptionalLong lastEffective,
    OptionalLong deletedEffective,
    OptionalLong deletedCommit,
    List<StoredCell> cells,
    boolean cut,
    Map<CounterKey, Total> totals,
    Optional<Forecast> forecast) {
  /**
   * An event, as far as it decides what the guard says.
   *
   * @param sequence its place in the source's order
   * @param time its commit time
   * @param rowDelete whether it deletes the row; else it sets columns
   * @param columns the columns it sets, which matters in {@code cell} mode; none means those that
   *     the row has
   */
  public record Question(
      Sequence sequence, long time, boolean rowDelete, List<ColumnName> columns) {}

  /**
   * A cell or marker.
   *
   * @param column its column
   * @param time its timestamp: in guarded families, the effective time
   * @param type Put, Delete, DeleteColumn, DeleteFamily, as HBase names them
   * @param value its first 1000 bytes
   * @param note what it means; may be empty
   */
  public record StoredCell(ColumnName column, long time, String type, byte[] value, String note) {}

  /**
   * What the guard would say.
   *
   * @param outcome the decision
   * @param reason of a refusal; else empty
   * @param effective time that its cells would get; empty if they would not be stored
   */
  public record Forecast(EventOutcome.Kind outcome, String reason, OptionalLong effective) {}
}
