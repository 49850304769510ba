package org.sediment.coprocessor;

import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.sediment.guard.ColumnStatesBuilder;
import org.sediment.guard.RowState;
import org.sediment.model.ColumnMark;
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

  /** What the family says of single columns; null if that is nothing. */
  private ColumnStatesBuilder byColumn;

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
    } else if (cell.getQualifierLength() > 1) {
      addMemory(cell);
    }
  }

  private void addMemory(Cell cell) {
    byte[] bytes = cell.getQualifierArray();
    int offset = cell.getQualifierOffset();
    int length = cell.getQualifierLength();
    boolean put = cell.getType() == Cell.Type.Put;
    switch (bytes[offset]) {
      case 'c' ->
          ColumnMark.parseValue(bytes, offset, length)
              .ifPresent(
                  column -> {
                    if (put) {
                      columns().value(column, parse(cell).orElse(null), cell.getTimestamp());
                    } else {
                      columns().mask(column, cell.getTimestamp());
                    }
                  });
      case 'n' -> {
        if (!put) {
          ColumnMark.parseRemoval(bytes, offset, length)
              .ifPresent(
                  removal ->
                      columns().removal(removal.column(), removal.sequence(), removal.time()));
        }
      }
      case 'd', 'a' -> {
        if (!put) {
          RemovalName.parse(bytes, offset, length).ifPresent(this::addRemoval);
        }
      }
      default -> {}
    }
  }

  /** What the family says of single columns, as far as cells were added. */
  ColumnStatesBuilder columns() {
    if (byColumn == null) {
      byColumn = new ColumnStatesBuilder();
    }
    return byColumn;
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
      columns().delete(name);
      if (name.commit() != RemovalName.NO_COMMIT) {
        deletedEffective = Math.max(deletedEffective, name.effective());
        deletedCommit = Math.max(deletedCommit, name.commit());
      }
    }
  }

  private void raise(Sequence sequence) {
    if (sequence != null && (highest == null || sequence.compareTo(highest) > 0)) {
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
        byColumn == null ? lastEffective : Math.max(lastEffective, byColumn.lastTime()),
        live,
        live ? sequenceTime : NONE,
        imageValid ? image : null,
        deletedEffective,
        deletedCommit,
        byColumn == null ? null : byColumn.leftovers());
  }
}
