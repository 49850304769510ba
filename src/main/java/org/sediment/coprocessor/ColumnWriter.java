package org.sediment.coprocessor;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.sediment.guard.ColumnChange;
import org.sediment.guard.ColumnChanges;
import org.sediment.guard.RowState;
import org.sediment.model.ColumnMark;
import org.sediment.model.ColumnName;

/**
 * Makes an event's mutations say what becomes of single columns: their entries in the sequence
 * family, the markers that a late row delete leaves, and the times of late cells. Immutable.
 */
final class ColumnWriter {
  private static final byte[] NONE = new byte[0];

  private final byte[] sequenceFamily;
  private final CellMaker cells;

  ColumnWriter(byte[] sequenceFamily, CellMaker cells) {
    this.sequenceFamily = sequenceFamily;
    this.cells = cells;
  }

  /** Gives a family's cells of a late event their own times; those of newer columns go. */
  void stamp(byte[] family, List<Cell> list, ColumnChanges changes) {
    int kept = 0;
    for (int i = 0; i < list.size(); i++) {
      Cell cell = list.get(i);
      long time = changes.timeOf(new ColumnName(family, CellUtil.cloneQualifier(cell)));
      if (time != RowState.NONE && cell.getType() != Cell.Type.DeleteFamily) {
        list.set(kept++, cells.at(cell, time));
      }
    }
    list.subList(kept, list.size()).clear();
  }

  /**
   * Adds the columns' entries to the cells of the sequence family.
   *
   * @param now the server's clock, with which remembered nulls are stamped
   */
  void addEntries(byte[] row, ColumnChanges changes, long now, List<Cell> out) {
    for (ColumnChange change : changes.list()) {
      byte[] entry = ColumnMark.value(change.column());
      switch (change.kind()) {
        case SET, NOTED -> {
          byte[] value =
              change.sequence() == null
                  ? NONE
                  : change.sequence().canonical().getBytes(StandardCharsets.US_ASCII);
          out.add(cells.put(row, sequenceFamily, entry, change.time(), value));
        }
        case NULLED, DELETED -> {
          byte[] removal = ColumnMark.removal(change.column(), change.sequence(), change.time());
          out.add(cells.columnMarker(row, sequenceFamily, entry, change.time()));
          out.add(cells.columnMarker(row, sequenceFamily, removal, now));
        }
        case FORGOTTEN -> out.add(cells.columnMarker(row, sequenceFamily, entry, change.time()));
      }
    }
  }

  /** Adds the markers of columns that the event deletes and does not name. */
  void addMarkers(byte[] row, ColumnChanges changes, Map<byte[], List<Cell>> map) {
    for (ColumnChange change : changes.list()) {
      if (change.kind() == ColumnChange.Kind.DELETED) {
        ColumnName column = change.column();
        map.computeIfAbsent(column.family(), f -> new ArrayList<>(1))
            .add(cells.columnMarker(row, column.family(), column.qualifier(), change.time()));
      }
    }
  }
}
