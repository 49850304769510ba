package org.sediment.coprocessor;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.sediment.model.ColumnMark;
import org.sediment.model.FamilyName;

/**
 * Names of the sequence family and its two columns, as bytes: {@code m:seq} and {@code m:img} by
 * convention. Immutable.
 *
 * @param family the sequence family
 * @param sequence qualifier of the sequence
 * @param image qualifier of the image's hash
 */
record SequenceColumns(byte[] family, byte[] sequence, byte[] image) {
  /** The names in a table; null if it has no sequence family. */
  static SequenceColumns of(TableSettings settings) {
    if (settings.sequenceFamily() == null) {
      return null;
    }
    return new SequenceColumns(
        FamilyName.bytes(settings.sequenceFamily()),
        settings.sequenceQualifier().getBytes(StandardCharsets.UTF_8),
        "img".getBytes(StandardCharsets.US_ASCII));
  }

  boolean isSequence(Cell cell) {
    return CellUtil.matchingQualifier(cell, sequence);
  }

  boolean isImage(Cell cell) {
    return CellUtil.matchingQualifier(cell, image);
  }

  /** Whether it is cell mode's entry of a column with a value. */
  static boolean isColumn(Cell cell) {
    return ColumnMark.parseValue(
            cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength())
        .isPresent();
  }
}
