package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.RawCell;
import org.apache.hadoop.hbase.RawCellBuilder;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;

/** Makes the cells that the guard adds to a mutation, or puts in the place of others. Immutable. */
final class CellMaker {
  private static final byte[] EMPTY = new byte[0];

  private final RegionCoprocessorEnvironment env;

  CellMaker(RegionCoprocessorEnvironment env) {
    this.env = env;
  }

  Cell put(byte[] row, byte[] family, byte[] qualifier, long time, byte[] value) {
    return make(row, family, qualifier, time, Cell.Type.Put, value);
  }

  /** A marker that hides all versions of a column up to a time. */
  Cell columnMarker(byte[] row, byte[] family, byte[] qualifier, long time) {
    return make(row, family, qualifier, time, Cell.Type.DeleteColumn, EMPTY);
  }

  /** A marker that hides all cells of a family in the row up to a time. */
  Cell familyMarker(byte[] row, byte[] family, long time) {
    return make(row, family, EMPTY, time, Cell.Type.DeleteFamily, EMPTY);
  }

  private Cell make(
      byte[] row, byte[] family, byte[] qualifier, long time, Cell.Type type, byte[] value) {
    return env.getCellBuilder()
        .setRow(row)
        .setFamily(family)
        .setQualifier(qualifier)
        .setTimestamp(time)
        .setType(type)
        .setValue(value)
        .build();
  }

  /** The same cell, tags included, at another time; the cell itself if that is its time. */
  Cell at(Cell cell, long time) {
    if (cell.getTimestamp() == time) {
      return cell;
    }
    RawCellBuilder builder =
        env.getCellBuilder()
            .setRow(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength())
            .setFamily(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength())
            .setQualifier(
                cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength())
            .setTimestamp(time)
            .setType(cell.getType())
            .setValue(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    if (cell instanceof RawCell raw) {
      List<Tag> tags = new ArrayList<>(0);
      for (Iterator<Tag> it = raw.getTags(); it.hasNext(); ) {
        tags.add(it.next());
      }
      builder.setTags(tags);
    }
    return builder.build();
  }
}
