package org.sediment.coprocessor;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.RawCell;
import org.apache.hadoop.hbase.client.Mutation;
import org.sediment.fold.Aggregator;
import org.sediment.model.DeltaColumn;
import org.sediment.model.Printable;

/**
 * The form that a client's cells and markers in a delta family must have. Every refusal names row,
 * column, value and remedy. Thread-safe.
 */
final class DeltaForm {
  private static final String WRITE_DELTAS =
      "write deltas to columns named <counter>:<event-id>, the event ID not empty";

  /** Operation attribute of a visibility label, as HBase's {@code VisibilityConstants} names it. */
  private static final String VISIBILITY = "VISIBILITY";

  private final long futureSkewMillis;

  DeltaForm(long futureSkewMillis) {
    this.futureSkewMillis = futureSkewMillis;
  }

  /** Why a client's mutation is refused for its cells in a delta family; null if it is not. */
  String refusal(Mutation mutation, DeltaFamily family, List<Cell> cells, long now) {
    String reason = attributes(mutation);
    if (reason != null) {
      return at(mutation.getRow(), family, cells.get(0), reason);
    }
    boolean rowDelete = Marks.isRowDelete(mutation);
    for (Cell cell : cells) {
      reason = cell(family, cell, rowDelete);
      if (reason == null) {
        reason = tags(cell);
      }
      if (reason == null) {
        reason = time(cell.getTimestamp(), now);
      }
      if (reason != null) {
        return at(mutation.getRow(), family, cell, reason);
      }
    }
    return null;
  }

  private static String attributes(Mutation mutation) {
    if (mutation.getTTL() != Long.MAX_VALUE) {
      return "a TTL of "
          + mutation.getTTL()
          + " ms would take a change back in silence; write it without TTL";
    }
    if (mutation.getACL() != null) {
      return "an ACL on the operation would hide a change from the fold; grant on the family instead";
    }
    if (mutation.getAttribute(VISIBILITY) != null) {
      return "a visibility label would hide a change from the fold; write it without one";
    }
    if (Marks.isLatest(mutation)) {
      return "a change needs its event's time, so that a replay finds it; give the time in"
          + " milliseconds instead of leaving it to the server";
    }
    return null;
  }

  private static String cell(DeltaFamily family, Cell cell, boolean rowDelete) {
    return switch (cell.getType()) {
      case Put -> put(family, cell);
      case Delete, DeleteColumn -> column(kind(cell));
      case DeleteFamily ->
          rowDelete
              ? null
              : "a delta family is deleted with the whole row only; use a Delete of the row with its"
                  + " time and no family";
      default ->
          "this kind of marker would hit bases as well; delete the column <counter>:<event-id> at"
              + " its exact time";
    };
  }

  private static String put(DeltaFamily family, Cell cell) {
    byte[] qualifier = cell.getQualifierArray();
    int offset = cell.getQualifierOffset();
    int length = cell.getQualifierLength();
    int counterLength = DeltaColumn.counterLength(qualifier, offset, length);
    String reason = column(DeltaColumn.kind(qualifier, offset, length, counterLength));
    if (reason != null) {
      return reason;
    }
    Aggregator aggregator = family.aggregator(qualifier, offset, counterLength);
    if (aggregator == null) {
      return "sediment.fold of the family names no aggregator for counter '"
          + Printable.of(qualifier, offset, counterLength)
          + "'; add it to the list, or *=...";
    }
    return aggregator.isWellFormed(
            cell.getValueArray(), cell.getValueOffset(), cell.getValueLength())
        ? null
        : "the value is not one of " + aggregator.text() + "; write " + aggregator.valueForm();
  }

  /**
   * A client with a codec that keeps tags could bring a cell's own TTL, label or ACL: the delta
   * would vanish; or the marker of a retraction, and the delta come back.
   */
  private static String tags(Cell cell) {
    return ((RawCell) cell).getTags().hasNext()
        ? "a cell with tags may vanish or be hidden; write it without tags"
        : null;
  }

  private static DeltaColumn.Kind kind(Cell cell) {
    byte[] qualifier = cell.getQualifierArray();
    int offset = cell.getQualifierOffset();
    int length = cell.getQualifierLength();
    return DeltaColumn.kind(
        qualifier, offset, length, DeltaColumn.counterLength(qualifier, offset, length));
  }

  private static String column(DeltaColumn.Kind kind) {
    return switch (kind) {
      case DELTA -> null;
      case MALFORMED -> "the column names no delta; " + WRITE_DELTAS;
      default -> "the column belongs to Sediment; " + WRITE_DELTAS;
    };
  }

  private String time(long time, long now) {
    if (time < 0) {
      return "the time is negative; give milliseconds since 1970";
    }
    if (time == Long.MAX_VALUE || time - futureSkewMillis > now) {
      return "the time is more than sediment.future.skew ("
          + futureSkewMillis
          + " ms) ahead of the server's clock, "
          + now
          + "; give the event's time in milliseconds";
    }
    return null;
  }

  private static String at(byte[] row, DeltaFamily family, Cell cell, String reason) {
    return "row '"
        + Printable.of(row)
        + "', column "
        + Printable.of(family.name())
        + ":"
        + Printable.of(
            cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength())
        + ", "
        + cell.getType()
        + " at "
        + cell.getTimestamp()
        + " of value '"
        + Printable.of(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength())
        + "': "
        + reason;
  }
}
