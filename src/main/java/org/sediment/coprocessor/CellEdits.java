package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Changes to be made to the cells that one mutation has in one family: noted while an event is
 * judged, made when it is accepted. Not thread-safe.
 *
 * <p>The mutation's list must stay as it is in between; a new list takes its place.
 */
final class CellEdits {
  private final Mutation mutation;
  private final byte[] family;
  private final Map<Integer, Cell> replaced = new HashMap<>();
  private final List<Cell> added = new ArrayList<>();

  CellEdits(Mutation mutation, byte[] family) {
    this.mutation = mutation;
    this.family = family;
  }

  /** The cell at an index of the mutation's list becomes another one. */
  void replace(int index, Cell cell) {
    replaced.put(index, cell);
  }

  /** The cell at an index of the mutation's list goes. */
  void drop(int index) {
    replaced.put(index, null);
  }

  /** One more cell, after all others. */
  void add(Cell cell) {
    added.add(cell);
  }

  /** Makes the changes. A family with no cell left leaves the mutation. */
  void make() {
    List<Cell> cells = mutation.getFamilyCellMap().get(family);
    List<Cell> out = new ArrayList<>(cells.size() + added.size());
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = replaced.containsKey(i) ? replaced.get(i) : cells.get(i);
      if (cell != null) {
        out.add(cell);
      }
    }
    out.addAll(added);
    if (out.isEmpty()) {
      mutation.getFamilyCellMap().remove(family);
    } else {
      mutation.getFamilyCellMap().put(family, out);
    }
  }
}
