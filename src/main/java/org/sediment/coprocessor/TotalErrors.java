package org.sediment.coprocessor;

import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.sediment.fold.Aggregator;
import org.sediment.model.Base;
import org.sediment.model.Printable;

/** Texts of what keeps a counter from having a total: what, where, value, remedy. Stateless. */
final class TotalErrors {
  private TotalErrors() {}

  static String noAggregator(byte[] row, FamilySettings family, byte[] counter) {
    return "counter '"
        + Printable.of(counter)
        + "' of row '"
        + Printable.of(row)
        + "', family '"
        + family.name()
        + "', has no aggregator: name it, or *, in the family's sediment.fold";
  }

  static String badDelta(Cell cell, Aggregator aggregator) {
    return "delta "
        + place(cell)
        + " has the value '"
        + value(cell)
        + "' of "
        + cell.getValueLength()
        + " bytes; a delta of "
        + aggregator.text()
        + " is "
        + aggregator.valueForm()
        + ": take it back with a delete of that column at that time";
  }

  static String badColumn(Cell cell) {
    return "cell "
        + place(cell)
        + " is no delta, base or late entry that this version knows: delete that column";
  }

  static String badBase(
      Cell cell, FamilySettings family, Optional<Base> base, Aggregator aggregator) {
    if (base.isEmpty()) {
      return "base "
          + place(cell)
          + " has the value '"
          + value(cell)
          + "', which is broken or of a later format: read it with the version that wrote it";
    }
    String found = base.get().aggregator() + ":" + base.get().type();
    if (found.equals(aggregator.text())) {
      return "base "
          + place(cell)
          + " holds "
          + base.get().sum()
          + " of "
          + base.get().count()
          + " deltas, which no "
          + found
          + " comes to: it is broken; take the value from the source and use another counter";
    }
    return "base "
        + place(cell)
        + " was made by "
        + found
        + " but sediment.fold of family '"
        + family.name()
        + "' says "
        + aggregator.text()
        + " for this counter: set it back to "
        + found
        + ", or use another counter";
  }

  static String contradictingBases(Cell older, long newest) {
    return "base "
        + place(older)
        + " and the newer one at time "
        + newest
        + " contradict: each holds deltas that the other lacks, as when a server that had lost the"
        + " region wrote its fold after all. Neither is the sum: take it from the source, delete the"
        + " row at a time above both and write it as one delta, or use another counter";
  }

  static String foldedSince(Cell base, long asOf) {
    return "base "
        + place(base)
        + " holds deltas later than as_of = "
        + asOf
        + ": the earliest answerable time is "
        + base.getTimestamp();
  }

  static String deletedSince(byte[] row, FamilySettings family, long deleted, long asOf) {
    return "row '"
        + Printable.of(row)
        + "', family '"
        + family.name()
        + "', was deleted later than as_of = "
        + asOf
        + ": the earliest answerable time is "
        + deleted;
  }

  static String tooManyCounters(byte[] row, int counters) {
    return "row '"
        + Printable.of(row)
        + "' has more counters than one answer holds ("
        + counters
        + " read so far): name the counters wanted";
  }

  static String notShown(byte[] row, RowTotal.OfCounter counter) {
    return counter(row, counter)
        + " has no total to show: "
        + counter.total().error()
        + ". GetTotals answers the row's other counters; the attribute "
        + ReadMode.ATTRIBUTE
        + " = raw shows cells";
  }

  static String overflow(byte[] row, RowTotal.OfCounter counter) {
    return counter(row, counter)
        + " has the total "
        + counter.total().value()
        + ", which does not fit "
        + counter.total().type()
        + ": read it by GetTotals, or leave the counter out";
  }

  static String average(byte[] row, RowTotal.OfCounter counter) {
    return counter(row, counter)
        + " is an average, which no cell can show exactly: read its sum and count by GetTotals, or"
        + " leave the counter out";
  }

  private static String counter(byte[] row, RowTotal.OfCounter counter) {
    return "counter '"
        + counter.family().name()
        + ":"
        + Printable.of(counter.counter())
        + "' of row '"
        + Printable.of(row)
        + "'";
  }

  private static String place(Cell cell) {
    return "of row '"
        + Printable.of(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength())
        + "', column '"
        + Printable.of(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength())
        + ":"
        + Printable.of(
            cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength())
        + "' at time "
        + cell.getTimestamp();
  }

  private static String value(Cell cell) {
    return Printable.of(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
  }
}
