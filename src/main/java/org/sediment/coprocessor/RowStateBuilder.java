package org.sediment.coprocessor;

import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.sediment.guard.RowState;
import org.sediment.model.RemovalName;
import org.sediment.model.Sequence;

/**
 * Makes a row's state from the raw cells of its sequence family, newest first in each column. Not
 * thread-safe.
 */
final class RowStateBuilder {
  private static final long NONE = RowState.NONE;

  private final SequenceColumns columns;
  private Sequence highest;
  private long lastEffective = NONE;
  private long sequenceTime = NONE;
  private long sequenceMask = NONE;
  private long exactMask = NONE;
  private long imageTime = NONE;
  private long imageMask = NONE;
  private byte[] image;
  private long deletedEffective = NONE;
  private long deletedCommit = NONE;

  RowStateBuilder(SequenceColumns columns) {
    this.columns = columns;
  }

  void add(Cell cell) {
    if (cell.getType() == Cell.Type.DeleteFamily) {
      // from before the guard: it never lets one through
      sequenceMask = Math.max(sequenceMask, cell.getTimestamp());
      imageMask = Math.max(imageMask, cell.getTimestamp());
      lastEffective = Math.max(lastEffective, cell.getTimestamp());
    } else if (columns.isSequence(cell)) {
      addSequence(cell);
    } else if (columns.isImage(cell)) {
      addImage(cell);
    } else if (cell.getType() != Cell.Type.Put) {
      RemovalName.parse(
              cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength())
          .ifPresent(this::addRemoval);
    }
  }

  private void addSequence(Cell cell) {
    long time = cell.getTimestamp();
    lastEffective = Math.max(lastEffective, time);
    switch (cell.getType()) {
      case Put -> {
        if (time > sequenceTime) {
          sequenceTime = time;
          parse(cell).ifPresent(this::raise);
        }
      }
      case Delete -> exactMask = Math.max(exactMask, time);
      default -> sequenceMask = Math.max(sequenceMask, time);
    }
  }

  /** What is no sequence was written without the guard: the row then has none. */
  private static Optional<Sequence> parse(Cell cell) {
    try {
      return Optional.of(
          Sequence.parse(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  private void addImage(Cell cell) {
    if (cell.getType() == Cell.Type.Put) {
      if (cell.getTimestamp() > imageTime) {
        imageTime = cell.getTimestamp();
        image = CellUtil.cloneValue(cell);
      }
    } else {
      imageMask = Math.max(imageMask, cell.getTimestamp());
    }
  }

  private void addRemoval(RemovalName name) {
    raise(name.sequence());
    lastEffective = Math.max(lastEffective, name.effective());
    if (name.kind() == RemovalName.Kind.DELETE) {
      deletedEffective = Math.max(deletedEffective, name.effective());
      deletedCommit = Math.max(deletedCommit, name.commit());
    }
  }

  private void raise(Sequence sequence) {
    if (highest == null || sequence.compareTo(highest) > 0) {
      highest = sequence;
    }
  }

  /** Whether the family names no sequence of the row: then what else it has is not the guard's. */
  boolean isUnordered() {
    return highest == null;
  }

  RowState build() {
    boolean live = sequenceTime > sequenceMask && sequenceTime != exactMask;
    boolean imageValid = live && imageTime == sequenceTime && imageTime > imageMask;
    return new RowState(
        highest,
        lastEffective,
        live,
        live ? sequenceTime : NONE,
        imageValid ? image : null,
        deletedEffective,
        deletedCommit);
  }
}
