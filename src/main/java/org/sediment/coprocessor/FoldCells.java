package org.sediment.coprocessor;

import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.sediment.model.Base;
import org.sediment.model.DeltaColumn;
import org.sediment.model.Late;

/** Cells that a fold makes or copies, each with the sequence ID it must have. Stateless. */
final class FoldCells {
  private FoldCells() {}

  /** A copy that owns its bytes, sequence ID included. */
  static Cell copy(Cell cell) {
    return KeyValueUtil.copyToNewKeyValue(cell);
  }

  /** The cell of a base. */
  static Cell base(byte[] row, byte[] family, byte[] counter, Base base, long sequenceId) {
    byte[] value = StoredFormats.encode(base);
    return put(row, family, DeltaColumn.base(counter), base.through(), value, sequenceId);
  }

  /** The cell of a base with another bucket and all else as it is. */
  static Cell base(Cell cell, Base.Bucket bucket) {
    return put(
        CellUtil.cloneRow(cell),
        CellUtil.cloneFamily(cell),
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp(),
        StoredFormats.withBucket(CellUtil.cloneValue(cell), bucket),
        CellSequence.of(cell));
  }

  /** Reads the base in a cell; empty if it is not understood. */
  static Optional<Base> base(Cell cell) {
    return StoredFormats.decodeBase(CellUtil.cloneValue(cell), cell.getTimestamp());
  }

  /** The late entry that stands for a delta from now on. */
  static Cell lateDelta(byte[] row, byte[] family, Cell delta, long now) {
    DeltaColumn column =
        DeltaColumn.parse(
            delta.getQualifierArray(), delta.getQualifierOffset(), delta.getQualifierLength());
    Late late =
        Late.moved(Late.Kind.DELTA, CellUtil.cloneValue(delta), CellSequence.of(delta), now);
    return put(
        row,
        family,
        DeltaColumn.lateDelta(column.counter(), column.eventId()),
        delta.getTimestamp(),
        StoredFormats.encode(late),
        CellSequence.of(delta));
  }

  /**
   * The late entry of a row delete that a base could not honour, one above the marker's time, so
   * that the marker does not hide it.
   *
   * @param time the marker's time
   */
  static Cell lateRowDelete(
      byte[] row, byte[] family, byte[] counter, long time, long sequenceId, long now) {
    Late late = Late.moved(Late.Kind.ROW_DELETE, new byte[0], sequenceId, now);
    return put(
        row,
        family,
        DeltaColumn.lateRowDelete(counter),
        time + 1,
        StoredFormats.encode(late),
        sequenceId);
  }

  private static Cell put(
      byte[] row, byte[] family, byte[] qualifier, long time, byte[] value, long sequenceId) {
    KeyValue cell = new KeyValue(row, family, qualifier, time, KeyValue.Type.Put, value);
    cell.setSequenceId(sequenceId);
    return cell;
  }
}
