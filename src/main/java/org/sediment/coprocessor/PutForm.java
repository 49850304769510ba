package org.sediment.coprocessor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.sediment.model.ColumnName;
import org.sediment.model.Printable;
import org.sediment.model.Sequence;

/**
 * What a Put says by cells of the sequence family, for clients that can send nothing but Puts of
 * cells, as HBase's REST gateway:
 *
 * <ul>
 *   <li>{@code m:op} = {@code delete}: it is a delete of the whole row at the time of this cell. It
 *       has no further cells but the sequence. {@code m:op} = {@code upsert} says nothing.
 *   <li>{@code m:null:<family>:<qualifier>}, of any value: this column of a guarded family is null,
 *       at the time of this cell.
 * </ul>
 *
 * <p>{@link #read}, in {@code prePut}, makes of them the markers that the like Delete has after
 * HBase expanded it. From there on nothing tells the two apart, and none of these cells is ever
 * stored. What is not well-formed stays as it is: {@link PartReader} then refuses it, and its
 * neighbours in a list go unharmed. Immutable.
 */
final class PutForm {
  private static final byte[] OPERATION = ascii("op");
  private static final byte[] DELETE = ascii("delete");
  private static final byte[] UPSERT = ascii("upsert");
  private static final byte[] NULL = ascii("null:");

  private static final String NO_COLUMN =
      "it names no column of a guarded family; write null:<family>:<qualifier>";
  private static final String NOT_ALONE =
      "a Put that deletes its row has this cell and one sequence, and nothing else; leave its other"
          + " cells out";

  private final Region region;
  private final Families families;
  private final SequenceColumns columns;

  /**
   * A reader of a region's Puts.
   *
   * @param columns null if the table has no sequence family: then a Put says nothing but its cells
   */
  PutForm(Region region, Families families, SequenceColumns columns) {
    this.region = region;
    this.families = families;
    this.columns = columns;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Turns what a client's Put says into markers. The hooks that a Delete of the same would have run
   * through are run: the access controller, for one, has only seen the Put's own families.
   *
   * @return whether one of these hooks asks to leave the write out
   */
  boolean read(Put put, WALEdit edit) throws IOException {
    List<Cell> own = columns == null ? null : put.getFamilyCellMap().get(columns.family());
    if (own == null || !anySpeaks(own) || Answered.of(put) != null) {
      return false;
    }
    Optional<Delete> removal = removal(put, own);
    if (removal.isEmpty()) {
      return false;
    }
    Delete delete = removal.get();
    if (!delete.isEmpty()) {
      // this region's own preDelete is among them, and marks a row delete
      if (((HRegion) region).getCoprocessorHost().preDelete(delete, edit)) {
        return true;
      }
      delete.getAttributesMap().forEach(put::setAttribute);
    }
    rewrite(put, own, delete);
    return false;
  }

  /** Whether a Put deletes its row, and leaves the time to the server. */
  boolean isLatestRowDelete(Put put) {
    List<Cell> own = columns == null ? null : put.getFamilyCellMap().get(columns.family());
    return own != null
        && own.stream()
            .anyMatch(
                cell ->
                    isOperation(cell)
                        && says(cell, DELETE)
                        && cell.getTimestamp() == HConstants.LATEST_TIMESTAMP);
  }

  /**
   * Why a mutation with such cells in the sequence family is refused.
   *
   * @param own its cells there, of which at least one is not the sequence
   */
  String refusal(Mutation mutation, List<Cell> own) {
    boolean speaks = mutation instanceof Put && Answered.of(mutation) == null;
    Cell last = null;
    for (Cell cell : own) {
      String wrong = null;
      if (!speaks || !speaks(cell)) {
        wrong = cell.getType() == Cell.Type.Put && columns.isSequence(cell) ? null : foreign();
      } else if (cell.getTimestamp() < 0) {
        return Refusals.negativeTime(cell);
      } else if (isNull(cell)) {
        wrong = column(cell) == null ? NO_COLUMN : null;
        last = last == null ? cell : last;
      } else {
        wrong = says(cell, DELETE) || says(cell, UPSERT) ? null : saysNothing(cell);
        last = cell;
      }
      if (wrong != null) {
        return Refusals.of(cell, wrong);
      }
    }
    return Refusals.of(last, NOT_ALONE);
  }

  private String foreign() {
    return "clients put the sequence column '"
        + Printable.of(columns.sequence())
        + "' in this family, and op or null:<family>:<qualifier> to say what a Put removes, and"
        + " nothing else; the guard keeps the rest";
  }

  private static String saysNothing(Cell cell) {
    return "it says '"
        + Printable.of(CellUtil.cloneValue(cell))
        + "'; write delete, or upsert, or leave it out";
  }

  /** Runs for every Put: no stream, no copy. */
  private boolean anySpeaks(List<Cell> own) {
    for (int i = 0; i < own.size(); i++) {
      if (speaks(own.get(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean speaks(Cell cell) {
    return isOperation(cell) || isNull(cell);
  }

  private boolean isOperation(Cell cell) {
    return cell.getType() == Cell.Type.Put
        && CellUtil.matchingQualifier(cell, OPERATION)
        && !columns.isSequence(cell);
  }

  private boolean isNull(Cell cell) {
    return cell.getType() == Cell.Type.Put && startsWith(cell, NULL) && !columns.isSequence(cell);
  }

  private static boolean startsWith(Cell cell, byte[] prefix) {
    int start = cell.getQualifierOffset();
    return cell.getQualifierLength() >= prefix.length
        && Arrays.equals(
            cell.getQualifierArray(), start, start + prefix.length, prefix, 0, prefix.length);
  }

  private static boolean says(Cell cell, byte[] word) {
    return CellUtil.matchingValue(cell, word);
  }

  /** What the Put removes; a Delete of nothing for an upsert; empty if it is not well-formed. */
  private Optional<Delete> removal(Put put, List<Cell> own) {
    Delete out = new Delete(put.getRow());
    for (Cell cell : own) {
      if (!speaks(cell)) {
        continue;
      }
      if (cell.getTimestamp() < 0) {
        return Optional.empty();
      }
      if (isNull(cell)) {
        ColumnName column = column(cell);
        if (column == null) {
          return Optional.empty();
        }
        out.addColumns(column.family(), column.qualifier(), cell.getTimestamp());
      } else if (says(cell, DELETE)) {
        return isAlone(put, own)
            ? Optional.of(rowDelete(put.getRow(), cell.getTimestamp()))
            : Optional.empty();
      } else if (!says(cell, UPSERT)) {
        return Optional.empty();
      }
    }
    return Optional.of(out);
  }

  private ColumnName column(Cell cell) {
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    for (int colon = NULL.length; colon < qualifier.length; colon++) {
      if (qualifier[colon] == ':') {
        byte[] family = Arrays.copyOfRange(qualifier, NULL.length, colon);
        return families.isGuarded(family)
            ? new ColumnName(family, Arrays.copyOfRange(qualifier, colon + 1, qualifier.length))
            : null;
      }
    }
    return null;
  }

  /** Whether it has nothing but one operation and one sequence. */
  private boolean isAlone(Put put, List<Cell> own) {
    if (put.getFamilyCellMap().size() > 1 || own.size() > 2) {
      return false;
    }
    Cell sequence = null;
    for (Cell cell : own) {
      if (!isOperation(cell)) {
        sequence = cell;
      }
    }
    if (sequence == null) {
      return own.size() == 1;
    }
    byte[] attribute = put.getAttribute(PartReader.SEQUENCE_ATTRIBUTE);
    return sequence.getType() == Cell.Type.Put
        && columns.isSequence(sequence)
        && (attribute == null || isSame(attribute, CellUtil.cloneValue(sequence)));
  }

  private static boolean isSame(byte[] one, byte[] other) {
    try {
      return Sequence.parse(one).equals(Sequence.parse(other));
    } catch (IllegalArgumentException malformed) {
      return false; // whoever reads them says which
    }
  }

  /** As HBase expands it. */
  private Delete rowDelete(byte[] row, long time) {
    Delete out = new Delete(row, time);
    for (int i = 0; i < families.size(); i++) {
      out.addFamily(families.name(i), time);
    }
    return out;
  }

  private void rewrite(Put put, List<Cell> own, Delete delete) {
    Map<byte[], List<Cell>> map = put.getFamilyCellMap();
    if (Marks.isRowDelete(put)) {
      for (Cell cell : own) {
        if (columns.isSequence(cell)) {
          put.setAttribute(PartReader.SEQUENCE_ATTRIBUTE, CellUtil.cloneValue(cell));
        }
      }
      map.clear();
    } else {
      List<Cell> rest = new ArrayList<>(own);
      rest.removeIf(this::speaks);
      map.put(columns.family(), rest);
    }
    delete
        .getFamilyCellMap()
        .forEach(
            (family, cells) -> map.computeIfAbsent(family, f -> new ArrayList<>()).addAll(cells));
  }
}
