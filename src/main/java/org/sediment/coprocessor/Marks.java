package org.sediment.coprocessor;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/**
 * Marks on a mutation, as operation attributes: what only the first hook sees of it, and later ones
 * must know.
 *
 * <p>{@link #note} runs in {@code prePut} and {@code preDelete}, sets a mark or takes it away, so
 * that no client can forge one. HBase expands a delete of the whole row to all families <em>before
 * </em> {@code preDelete}; so a row delete is known by its form: one family marker, and nothing
 * else, in every family of the table, all at one time. A client that names all families by hand
 * means the same. Stateless.
 */
final class Marks {
  /** The mutation deletes the whole row. */
  static final String ROW_DELETE = "sediment.mark.row-delete";

  /** A cell of a delta family, or the row delete, came with {@code LATEST_TIMESTAMP}. */
  static final String LATEST = "sediment.mark.latest";

  private static final byte[] SET = {1};

  private Marks() {}

  /** Whether the mutation deletes the whole row. */
  static boolean isRowDelete(Mutation mutation) {
    return mutation.getAttribute(ROW_DELETE) != null;
  }

  /** Whether a delta, or the row delete, left its time to the server. */
  static boolean isLatest(Mutation mutation) {
    return mutation.getAttribute(LATEST) != null;
  }

  /** Marks a Put, before HBase stamps it. */
  static void note(Put put, Families families) {
    set(put, ROW_DELETE, false);
    set(put, LATEST, hasLatestDelta(put, families));
  }

  /** Marks a Delete, after HBase expanded it and before HBase stamps it. */
  static void note(Delete delete, Families families) {
    boolean rowDelete = hasFormOfRowDelete(delete, families);
    set(delete, ROW_DELETE, rowDelete);
    boolean latest =
        rowDelete
            ? delete.getTimestamp() == HConstants.LATEST_TIMESTAMP && families.hasDeltas()
            : hasLatestDelta(delete, families);
    set(delete, LATEST, latest);
  }

  /** Whether a cell of a delta family leaves its time to the server. */
  static boolean hasLatestDelta(Mutation mutation, Families families) {
    if (!families.hasDeltas()) {
      return false;
    }
    for (Map.Entry<byte[], List<Cell>> entry : mutation.getFamilyCellMap().entrySet()) {
      if (families.isDelta(entry.getKey())) {
        for (Cell cell : entry.getValue()) {
          if (cell.getTimestamp() == HConstants.LATEST_TIMESTAMP) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean hasFormOfRowDelete(Delete delete, Families families) {
    Map<byte[], List<Cell>> cells = delete.getFamilyCellMap();
    if (cells.size() != families.size()) {
      return false;
    }
    for (List<Cell> ofFamily : cells.values()) {
      if (ofFamily.size() != 1) {
        return false;
      }
      Cell cell = ofFamily.get(0);
      if (cell.getType() != Cell.Type.DeleteFamily
          || cell.getTimestamp() != delete.getTimestamp()) {
        return false;
      }
    }
    return true;
  }

  private static void set(Mutation mutation, String mark, boolean present) {
    if (present) {
      mutation.setAttribute(mark, SET);
    } else if (mutation.getAttribute(mark) != null) {
      mutation.setAttribute(mark, null);
    }
  }
}
