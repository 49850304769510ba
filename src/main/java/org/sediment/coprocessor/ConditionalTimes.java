package org.sediment.coprocessor;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;

/**
 * Gives the mutations of one conditional call one time, where they leave it to the server. HBase
 * stamps its Puts first, and not below the time of the cell that was checked; its Deletes later, by
 * the clock. An event with two times would be refused. Stateless.
 */
final class ConditionalTimes {
  private ConditionalTimes() {}

  /**
   * Stamps what goes to guarded families.
   *
   * @param now the server's clock in milliseconds
   */
  static void stamp(List<? extends Row> parts, Families families, CellMaker cells, long now) {
    for (Row part : parts) {
      if (part instanceof Put || part instanceof Delete) {
        stamp((Mutation) part, families, cells, now);
      }
    }
  }

  private static void stamp(Mutation part, Families families, CellMaker cells, long now) {
    boolean unexpandedRowDelete = part instanceof Delete && part.getFamilyCellMap().isEmpty();
    // on a table with deltas such a delete is refused: its mark must still find it
    if (unexpandedRowDelete
        && part.getTimestamp() == HConstants.LATEST_TIMESTAMP
        && !families.hasDeltas()) {
      part.setTimestamp(now);
    }
    part.getFamilyCellMap()
        .forEach(
            (family, list) -> {
              if (families.isGuarded(family) || families.isSequence(family)) {
                list.replaceAll(cell -> isToStamp(cell) ? cells.at(cell, now) : cell);
              }
            });
  }

  /** HBase looks up the newest version for a Delete of one version. */
  private static boolean isToStamp(Cell cell) {
    return cell.getTimestamp() == HConstants.LATEST_TIMESTAMP && cell.getType() != Cell.Type.Delete;
  }
}
