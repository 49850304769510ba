package org.sediment.cdc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sediment.model.ChangeEvent;
import org.sediment.model.ColumnName;

/** Puts the columns of a row that are no deltas into an event. Stateless. */
final class RowColumns {
  private RowColumns() {}

  /** The columns of a new row: all of them must have been sent. */
  static void insert(TableMapping table, RowSide after, ChangeEvent.Builder into) throws Refusal {
    for (ColumnMapping column : table.columns()) {
      if (after.state(column.source()) == RowSide.State.UNAVAILABLE) {
        throw new Refusal(
            "the source did not send column " + column.source() + " of a new row",
            "in PostgreSQL, ALTER TABLE ... REPLICA IDENTITY FULL: the change of a key leaves out"
                + " large values that it did not touch");
      }
    }
    update(table, after, into);
  }

  /** The columns of a row that was there: what was not sent stays as it is. */
  static void update(TableMapping table, RowSide after, ChangeEvent.Builder into) throws Refusal {
    Map<ColumnName, byte[]> values = new LinkedHashMap<>();
    List<ColumnName> nulls = new ArrayList<>();
    boolean whole = true;
    for (ColumnMapping column : table.columns()) {
      if (column.delta()) {
        continue;
      }
      switch (after.state(column.source())) {
        case VALUE -> values.put(column.target(), after.encode(column));
        case NULL -> nulls.add(column.target());
        default -> whole = false;
      }
    }
    values.forEach(into::set);
    boolean full = whole && table.image() == TableMapping.Image.FULL && !values.isEmpty();
    if (!values.isEmpty()) {
      into.image(full ? ChangeEvent.Image.FULL : ChangeEvent.Image.PARTIAL);
    }
    if (!full) {
      nulls.forEach(into::setNull);
    }
  }

  /** The columns of a row that is gone. */
  static void clear(TableMapping table, ChangeEvent.Builder into) {
    for (ColumnMapping column : table.columns()) {
      if (!column.delta()) {
        into.setNull(column.target());
      }
    }
  }
}
