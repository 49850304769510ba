package org.sediment.coprocessor;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Mutation;
import org.sediment.model.DeltaColumn;
import org.sediment.model.Late;

/**
 * Sorts the cells that one mutation has in one delta family, well-formed if a client wrote them:
 * registers what is in time, holds the row for what is not and hands it to the part, restamps
 * markers. Takes no lock and reads nothing.
 */
final class DeltaPreparation {
  private static final byte[] EMPTY = new byte[0];

  private final DeltaPart part;
  private final Mutation mutation;
  private final DeltaFamily family;
  private final long now;
  private CellEdits edits;

  DeltaPreparation(DeltaPart part, Mutation mutation, DeltaFamily family, long now) {
    this.part = part;
    this.mutation = mutation;
    this.family = family;
    this.now = now;
  }

  void of(List<Cell> cells) {
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      switch (cell.getType()) {
        case Put -> put(i, cell);
        case Delete, DeleteColumn -> columnMarker(i, cell);
        case DeleteFamily -> rowDelete(i, cell);
        // only replication gets here with any other: it would hit bases as well
        default -> drop(i);
      }
    }
  }

  private void put(int index, Cell cell) {
    switch (kind(cell)) {
      case DELTA -> {
        if (!part.replicated() || isWellFormed(cell)) {
          change(Late.Kind.DELTA, index, cell);
        } else {
          family.store().register(cell.getTimestamp());
        }
      }
      // a peer folds on its own; another cluster's base counts what this one may not have
      case BASE -> drop(index);
      case MALFORMED -> family.store().register(cell.getTimestamp());
      default -> {
        // a late entry or mark of the source: the same here
      }
    }
  }

  private boolean isWellFormed(Cell cell) {
    byte[] qualifier = cell.getQualifierArray();
    int offset = cell.getQualifierOffset();
    int counterLength = DeltaColumn.counterLength(qualifier, offset, cell.getQualifierLength());
    var aggregator = family.aggregator(qualifier, offset, counterLength);
    return aggregator != null
        && cell.getTimestamp() >= 0
        && aggregator.isWellFormed(
            cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
  }

  private void columnMarker(int index, Cell cell) {
    switch (kind(cell)) {
      case DELTA -> {
        if (cell.getType() == Cell.Type.DeleteColumn) {
          edits()
              .replace(
                  index,
                  DeltaCells.versionMarker(
                      part.row(),
                      family.name(),
                      CellUtil.cloneQualifier(cell),
                      cell.getTimestamp()));
        }
        change(Late.Kind.RETRACTION, index, cell);
      }
      case MALFORMED -> family.store().register(cell.getTimestamp());
      case MARK -> {
        // the source's memory of a retraction or row delete: remembered here, too
      }
      default -> drop(index);
    }
  }

  private void rowDelete(int index, Cell cell) {
    // the source of a replicated one has restamped it
    long time = part.replicated() ? cell.getTimestamp() : cell.getTimestamp() - 1;
    if (time < 0) {
      edits().drop(index);
      return;
    }
    if (!part.replicated()) {
      edits().replace(index, DeltaCells.familyMarker(part.row(), family.name(), time));
    }
    part.noteRowDelete(family, time);
    if (!inTime(time)) {
      family.store().hold(part.row(), time);
      part.add(
          new LateChange(family, Late.Kind.ROW_DELETE, EMPTY, EMPTY, time, EMPTY, edits(), index));
    }
  }

  private void change(Late.Kind kind, int index, Cell cell) {
    long time = cell.getTimestamp();
    if (inTime(time)) {
      if (kind == Late.Kind.DELTA) {
        part.countStored();
      }
      return;
    }
    family.store().hold(part.row(), time);
    DeltaColumn column =
        DeltaColumn.parse(
            cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
    byte[] value = CellUtil.cloneValue(cell);
    part.add(
        new LateChange(
            family, kind, column.counter(), column.eventId(), time, value, edits(), index));
  }

  /** Registers first and looks again, so that a fold that starts now sees it or is seen by it. */
  private boolean inTime(long time) {
    DeltaStore store = family.store();
    if (!store.inTime(time, now)) {
      return false;
    }
    store.register(time);
    return store.inTime(time, now);
  }

  private void drop(int index) {
    edits().drop(index);
    part.countNotUnderstood();
  }

  private CellEdits edits() {
    if (edits == null) {
      edits = new CellEdits(mutation, family.name());
      part.add(edits);
    }
    return edits;
  }

  private static DeltaColumn.Kind kind(Cell cell) {
    byte[] qualifier = cell.getQualifierArray();
    int offset = cell.getQualifierOffset();
    int length = cell.getQualifierLength();
    return DeltaColumn.kind(
        qualifier, offset, length, DeltaColumn.counterLength(qualifier, offset, length));
  }
}
