package org.sediment.coprocessor;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.HConstants;
import org.sediment.model.Late;

/** Makes the cells that the write side of a delta family adds. Stateless. */
final class DeltaCells {
  private static final byte[] EMPTY = new byte[0];

  private DeltaCells() {}

  /** A late entry. */
  static Cell entry(byte[] row, byte[] family, byte[] qualifier, long time, Late late) {
    return cell(row, family, qualifier, time, Cell.Type.Put, StoredFormats.encode(late));
  }

  /** A marker of exactly one version: a file that holds it still reports its true oldest time. */
  static Cell versionMarker(byte[] row, byte[] family, byte[] qualifier, long time) {
    return cell(row, family, qualifier, time, Cell.Type.Delete, EMPTY);
  }

  /** The marker of a row delete in one family. */
  static Cell familyMarker(byte[] row, byte[] family, long time) {
    return cell(row, family, EMPTY, time, Cell.Type.DeleteFamily, EMPTY);
  }

  /** A key before every cell of a column, to seek to. */
  static Cell firstOf(byte[] row, byte[] family, byte[] qualifier) {
    return cell(row, family, qualifier, HConstants.LATEST_TIMESTAMP, Cell.Type.Put, EMPTY);
  }

  private static Cell cell(
      byte[] row, byte[] family, byte[] qualifier, long time, Cell.Type type, byte[] value) {
    return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(row)
        .setFamily(family)
        .setQualifier(qualifier)
        .setTimestamp(time)
        .setType(type)
        .setValue(value)
        .build();
  }
}
