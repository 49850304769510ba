package org.sediment.coprocessor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;

/**
 * Late entries that a fold makes for one counter, merged in order with those that are there
 * already; one that is there absorbs its like. Not thread-safe.
 */
final class MovedEntries {
  /** Entries {@code <R}: they sort before the others, as capitals do. */
  private final Deque<Cell> rowDeletes = new ArrayDeque<>();

  /** Entries {@code <d:}. */
  private final Deque<Cell> deltas = new ArrayDeque<>();

  /** Adds the entry of a delta; they come in the order of their columns. */
  void addDelta(Cell entry) {
    deltas.add(entry);
  }

  /** Adds the entry of a row delete, newest first. */
  void addRowDelete(Cell entry) {
    rowDeletes.add(entry);
  }

  /** Emits what sorts before a cell of the stream and drops what that cell stands for already. */
  void before(Cell cell, Consumer<Cell> out) {
    before(rowDeletes, cell, out);
    before(deltas, cell, out);
  }

  private static void before(Deque<Cell> entries, Cell cell, Consumer<Cell> out) {
    while (!entries.isEmpty()) {
      Cell next = entries.peek();
      if (cell.getType() == Cell.Type.Put
          && cell.getTimestamp() == next.getTimestamp()
          && CellUtil.matchingQualifier(cell, next)) {
        entries.remove();
      } else if (CellComparator.getInstance().compare(next, cell) < 0) {
        out.accept(entries.remove());
      } else {
        return;
      }
    }
  }

  /** Emits the rest. */
  void rest(Consumer<Cell> out) {
    rowDeletes.forEach(out);
    deltas.forEach(out);
    rowDeletes.clear();
    deltas.clear();
  }
}
