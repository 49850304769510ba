package org.sediment.coprocessor;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.sediment.model.Printable;

/** Texts of the guard's refusals: what, row, column, value, remedy. Stateless. */
final class Refusals {
  private Refusals() {}

  static String row(byte[] row) {
    return "row '" + Printable.of(row) + "'";
  }

  static String cell(Cell cell) {
    return row(CellUtil.cloneRow(cell)) + " column '" + column(cell) + "'";
  }

  static String column(Cell cell) {
    return Printable.of(CellUtil.cloneFamily(cell))
        + ":"
        + Printable.of(CellUtil.cloneQualifier(cell));
  }

  static String of(Cell cell, String remedy) {
    return cell(cell) + ": " + remedy;
  }

  static String twoTimes(byte[] row, long one, long other) {
    return row(row)
        + ": the cells of one event in guarded families bear one time, the commit time; found "
        + one
        + " and "
        + other
        + " ms; give all of them the same";
  }

  /**
   * A write with no sequence.
   *
   * @param removes whether it removes something: some clients can only do that with no sequence
   */
  static String noSequence(byte[] row, String sequenceColumn, boolean removes) {
    return row(row)
        + ": a write to a guarded family needs the event's sequence, in the cell "
        + sequenceColumn
        + " or in the attribute sediment.seq; what has no sequence belongs in a family of kind"
        + " plain"
        + (removes
            ? "; who cannot set attributes on a Delete sends a Put of the sequence and op=delete, or"
                + " null:<family>:<qualifier>, in the family of "
                + sequenceColumn
            : "");
  }

  static String incomplete(byte[] row) {
    return row(row)
        + ": HBase or another coprocessor refused a part of the event, so nothing of it is stored;"
        + " the server's log says why";
  }

  static String negativeTime(Cell cell) {
    return of(cell, "time " + cell.getTimestamp() + " ms is negative; use the commit time");
  }

  static String tooFarAhead(byte[] row, long time, long now, long skew) {
    return row(row)
        + ": time "
        + time
        + " ms is more than sediment.future.skew ("
        + skew
        + " ms) ahead of the server's clock, "
        + now
        + "; times are commit times in milliseconds, not microseconds";
  }

  static String expired(byte[] row, long time, long ttl) {
    return row(row)
        + ": time "
        + time
        + " ms is older than the family's TTL of "
        + ttl
        + " ms, so the cell would be hidden at once; leave it out, or set sediment.expired=allow";
  }

  static String noTimeLeft(byte[] row) {
    return row(row)
        + ": it holds a cell at nearly the highest time there is, nothing can be stored above it;"
        + " remove that cell with sediment.guard=off";
  }
}
