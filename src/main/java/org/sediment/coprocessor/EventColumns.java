package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
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
    boolean several = event.parts().size() > 1;
    Collection<ColumnName> sets = several ? new LinkedHashSet<>() : new ArrayList<>(4);
    Collection<ColumnName> nulls = several ? new LinkedHashSet<>() : new ArrayList<>(0);
    for (Part part : event.parts()) {
      for (Map.Entry<byte[], List<Cell>> entry : part.mutation().getFamilyCellMap().entrySet()) {
        if (families.isGuarded(entry.getKey())) {
          add(entry.getKey(), entry.getValue(), sets, nulls);
        }
      }
    }
    return new CellEvent(row, once(sets), once(nulls));
  }

  private static void add(
      byte[] family, List<Cell> cells, Collection<ColumnName> sets, Collection<ColumnName> nulls) {
    for (Cell cell : cells) {
      if (cell.getType() == Cell.Type.Put) {
        sets.add(new ColumnName(family, CellUtil.cloneQualifier(cell)));
      } else if (cell.getType() == Cell.Type.DeleteColumn) {
        nulls.add(new ColumnName(family, CellUtil.cloneQualifier(cell)));
      }
    }
  }

  /** A mutation may name a column twice, its last value counts. */
  private static List<ColumnName> once(Collection<ColumnName> columns) {
    return columns instanceof List<ColumnName> list && list.size() < 2
        ? list
        : List.copyOf(new LinkedHashSet<>(columns));
  }
}
