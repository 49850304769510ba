package org.sediment.coprocessor;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Mutation;
import org.sediment.guard.RowState;
import org.sediment.guard.Verdict;
import org.sediment.model.FamilyKind;
import org.sediment.model.RemovalName;
import org.sediment.model.Sequence;

/**
 * Makes an event's mutations say what the guard decided: guarded cells stamped or dropped, and the
 * guard's own cells in the sequence family added to the event's first mutation. HBase builds WAL
 * entry and memstore from these very maps. Deltas and plain cells stay. Immutable.
 */
final class VerdictWriter {
  private final Families families;
  private final List<byte[]> guarded;
  private final SequenceColumns columns;
  private final CellMaker cells;
  private final ColumnWriter byColumn;

  /**
   * Makes a writer.
   *
   * @param columns null if the table has no sequence family: then nothing is ever judged
   */
  VerdictWriter(Families families, SequenceColumns columns, CellMaker cells) {
    this.families = families;
    this.guarded = families.guarded();
    this.columns = columns;
    this.cells = cells;
    this.byColumn = columns == null ? null : new ColumnWriter(columns.family(), cells);
  }

  /**
   * Applies a verdict.
   *
   * @param now the server's clock, with which remembered deletes are stamped
   */
  void write(Event event, long now) {
    Verdict verdict = event.verdict();
    boolean first = true;
    for (Part part : event.parts()) {
      Mutation mutation = part.mutation();
      stamp(mutation, part.rowDelete, verdict);
      if (first) {
        first = false;
        bookkeep(event, part, verdict, now);
        addRowMarkers(event, part, verdict);
        byColumn.addMarkers(event.row().row(), verdict.columns(), mutation.getFamilyCellMap());
      } else {
        mutation.getFamilyCellMap().remove(columns.family());
      }
    }
  }

  /** Takes out what only HBase's expansion of a row delete put in, and the client's sequence. */
  void strip(Part part) {
    if (columns != null) {
      part.mutation().getFamilyCellMap().remove(columns.family());
    }
    if (part.rowDelete) {
      stripExpansion(part.mutation().getFamilyCellMap());
    }
  }

  private void stripExpansion(Map<byte[], List<Cell>> map) {
    map.keySet()
        .removeIf(
            family -> {
              int index = families.indexOf(family);
              return index >= 0
                  && (families.kind(index) == FamilyKind.CHANGES
                      || families.kind(index) == FamilyKind.SEQUENCE);
            });
  }

  private void stamp(Mutation mutation, boolean rowDelete, Verdict verdict) {
    if (rowDelete) {
      stripExpansion(mutation.getFamilyCellMap());
    }
    Iterator<Map.Entry<byte[], List<Cell>>> entries =
        mutation.getFamilyCellMap().entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<byte[], List<Cell>> entry = entries.next();
      if (families.isGuarded(entry.getKey())) {
        if (!verdict.isApplied()) {
          entries.remove();
        } else if (stamp(entry.getKey(), entry.getValue(), verdict)) {
          entries.remove();
        }
      }
    }
  }

  /** Stamps a family's cells. Returns whether none is left. */
  private boolean stamp(byte[] family, List<Cell> list, Verdict verdict) {
    if (verdict.columns().isLate()) {
      byColumn.stamp(family, list, verdict.columns());
      return list.isEmpty();
    }
    boolean drop = false;
    for (int i = 0; i < list.size(); i++) {
      Cell cell = list.get(i);
      switch (cell.getType()) {
        case DeleteFamily -> {
          if (verdict.rowMarker() == RowState.NONE) {
            drop = true;
          } else {
            list.set(i, cells.at(cell, verdict.rowMarker()));
          }
        }
        case Delete -> {} // a repair of the very version it names
        default -> list.set(i, cells.at(cell, verdict.effective()));
      }
    }
    if (drop) {
      list.removeIf(cell -> cell.getType() == Cell.Type.DeleteFamily);
    }
    return list.isEmpty();
  }

  private void bookkeep(Event event, Part part, Verdict verdict, long now) {
    Map<byte[], List<Cell>> map = part.mutation().getFamilyCellMap();
    List<Cell> sent = map.get(columns.family());
    boolean onlySequence =
        verdict.sequencePut()
            && verdict.imagePut() == null
            && verdict.sequenceMask() == RowState.NONE
            && verdict.imageMask() == RowState.NONE
            && verdict.remembered().isEmpty()
            && verdict.columns().list().isEmpty();
    if (onlySequence && sent != null && sent.size() == 1 && !part.rowDelete) {
      sent.set(0, cells.at(sent.get(0), verdict.effective()));
      return;
    }
    byte[] row = event.row().row();
    byte[] family = columns.family();
    List<Cell> out = new ArrayList<>(3);
    if (verdict.sequencePut()) {
      out.add(cells.put(row, family, columns.sequence(), verdict.effective(), sequenceText(event)));
    }
    if (verdict.imagePut() != null) {
      out.add(cells.put(row, family, columns.image(), verdict.effective(), verdict.imagePut()));
    }
    if (verdict.sequenceMask() != RowState.NONE) {
      out.add(cells.columnMarker(row, family, columns.sequence(), verdict.sequenceMask()));
      out.add(cells.columnMarker(row, family, columns.image(), verdict.sequenceMask()));
    }
    if (verdict.imageMask() != RowState.NONE) {
      out.add(cells.columnMarker(row, family, columns.image(), verdict.imageMask()));
    }
    for (RemovalName name : verdict.remembered()) {
      out.add(cells.columnMarker(row, family, name.qualifier(), now));
    }
    byColumn.addEntries(row, verdict.columns(), now, out);
    if (out.isEmpty()) {
      map.remove(family);
    } else {
      map.put(family, out);
    }
  }

  /** A late event leaves the row's highest sequence as it is, and may move its time. */
  private static byte[] sequenceText(Event event) {
    Sequence highest = event.verdict().next().highest();
    return highest.equals(event.sequence())
        ? event.sequenceText()
        : highest.canonical().getBytes(StandardCharsets.US_ASCII);
  }

  /** An image with no row delete of the client's has no family markers yet. */
  private void addRowMarkers(Event event, Part first, Verdict verdict) {
    if (!verdict.isApplied() || verdict.rowMarker() == RowState.NONE || event.isRowDelete()) {
      return;
    }
    Map<byte[], List<Cell>> map = first.mutation().getFamilyCellMap();
    for (byte[] family : guarded) {
      map.computeIfAbsent(family, f -> new ArrayList<>(1))
          .add(cells.familyMarker(event.row().row(), family, verdict.rowMarker()));
    }
  }

  /**
   * Drops what a replicated mutation puts below a remembered delete: the delete covers it, and once
   * its markers are purged nothing else would. Returns how many cells went.
   */
  int dropMasked(Mutation mutation, long deletedEffective) {
    int before = 0;
    int after = 0;
    Iterator<Map.Entry<byte[], List<Cell>>> entries =
        mutation.getFamilyCellMap().entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<byte[], List<Cell>> entry = entries.next();
      boolean bookkeeping = Arrays.equals(entry.getKey(), columns.family());
      if (bookkeeping || families.isGuarded(entry.getKey())) {
        List<Cell> list = entry.getValue();
        before += list.size();
        list.removeIf(cell -> isMasked(cell, bookkeeping, deletedEffective));
        after += list.size();
        if (list.isEmpty()) {
          entries.remove();
        }
      }
    }
    return before - after;
  }

  private boolean isMasked(Cell cell, boolean bookkeeping, long deletedEffective) {
    if (cell.getType() != Cell.Type.Put) {
      // the sequence family never receives a family marker: it would hide what is remembered
      return bookkeeping && cell.getType() == Cell.Type.DeleteFamily;
    }
    return deletedEffective > 0 // 0 stands for a delete that was stale when it came
        && cell.getTimestamp() <= deletedEffective
        && (!bookkeeping
            || columns.isSequence(cell)
            || columns.isImage(cell)
            || SequenceColumns.isColumn(cell));
  }
}
