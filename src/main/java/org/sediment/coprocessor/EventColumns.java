package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.sediment.guard.CellEvent;
import org.sediment.guard.RowEvent;
import org.sediment.model.ColumnName;

/** Reads the guarded columns of an event, for the judgement column by column. Stateless. */
final class EventColumns {
  private EventColumns() {}

  /**
   * The event with its columns.
   *
   * @param row what row mode needs of it
   */
  static CellEvent of(Event event, RowEvent row, Families families) {
    List<ColumnName> sets = new ArrayList<>(4);
    List<ColumnName> nulls = new ArrayList<>(0);
    for (Part part : event.parts()) {
      for (Map.Entry<byte[], List<Cell>> entry : part.mutation().getFamilyCellMap().entrySet()) {
        if (families.isGuarded(entry.getKey())) {
          add(entry.getKey(), entry.getValue(), sets, nulls);
        }
      }
    }
    return new CellEvent(row, sets, nulls);
  }

  private static void add(
      byte[] family, List<Cell> cells, List<ColumnName> sets, List<ColumnName> nulls) {
    for (Cell cell : cells) {
      if (cell.getType() == Cell.Type.Put) {
        sets.add(new ColumnName(family, CellUtil.cloneQualifier(cell)));
      } else if (cell.getType() == Cell.Type.DeleteColumn) {
        nulls.add(new ColumnName(family, CellUtil.cloneQualifier(cell)));
      }
    }
  }
}
