package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.DeltaColumn;
import org.sediment.model.FamilyKind;
import org.sediment.model.FamilyName;
import org.sediment.model.Printable;

/**
 * Gets and Scans of clients: lets those that want totals see one cell {@code x:<counter>} per
 * counter. HBase's own scans (compaction, flush) and those of this coprocessor come by no hook, or
 * say that they want cells. Thread-safe.
 *
 * <p>The operation is widened to all cells of the counters that it names, and given a {@link
 * TotalsFilter} that puts totals in their place. An access controller has judged it before, by the
 * columns the caller named.
 */
final class PlainReads {
  private final RegionContext region;
  private final Families families;
  private final CellMaker cells;
  private final ResultBatches batches = new ResultBatches();

  PlainReads(RegionContext region) {
    this.region = region;
    this.families = new Families(region.settings());
    this.cells = new CellMaker(region.env());
  }

  /** Changes a Get that wants totals. */
  void prepare(Get get) throws DoNotRetryIOException {
    prepare(PlainRead.of(get), ReadMode.of(get));
  }

  /** Changes a Scan that wants totals. */
  void prepare(Scan scan) throws DoNotRetryIOException {
    PlainRead read = PlainRead.of(scan);
    boolean totals = prepare(read, ReadMode.of(scan));
    batches.note(scan, totals ? read.batch() : 0);
  }

  /**
   * Changes a read that wants totals.
   *
   * @param asked what the operation says, empty if nothing
   * @return whether it does
   * @throws DoNotRetryIOException if it asks for what a total has not; the message names the remedy
   */
  boolean prepare(PlainRead read, Optional<ReadMode> asked) throws DoNotRetryIOException {
    if (read.query().getFilter() instanceof TotalsFilter) {
      return false; // it has been here
    }
    boolean namesNone = read.families().isEmpty(); // which is all of them
    List<byte[]> wanted = new ArrayList<>(1);
    for (byte[] family : namesNone ? familyNames() : List.copyOf(read.families().keySet())) {
      if (isTotal(family, asked)) {
        wanted.add(family);
      }
    }
    if (wanted.isEmpty() || isRaw(read, asked)) {
      return false;
    }
    List<FamilyTotals> totals = new ArrayList<>(wanted.size());
    for (byte[] family : wanted) {
      totals.add(totals(read, family));
    }
    (namesNone ? familyNames() : wanted).forEach(read::widen);
    read.giveRowsTo(
        new TotalsFilter(
            totals,
            new RowPass(read.query().getFilter(), read.versions(), read.limit(), read.offset())));
    return true;
  }

  /** Whether a family is to be shown as totals. */
  boolean isTotal(byte[] family, Optional<ReadMode> asked) {
    int index = families.indexOf(family);
    return index >= 0
        && families.kind(index) == FamilyKind.DELTA
        && asked.map(mode -> mode == ReadMode.TOTAL).orElse(families.settings(index).readTotal());
  }

  /** A raw scan shows delete markers and what they hide, which a total has not. */
  private static boolean isRaw(PlainRead read, Optional<ReadMode> asked)
      throws DoNotRetryIOException {
    if (read.isRaw() && asked.isPresent()) {
      throw new DoNotRetryIOException(
          "a raw scan shows cells and delete markers as they are stored, so it cannot have the"
              + " attribute "
              + ReadMode.ATTRIBUTE
              + " = total: leave one of them out");
    }
    return read.isRaw();
  }

  private FamilyTotals totals(PlainRead read, byte[] family) throws DoNotRetryIOException {
    TimeRange times = read.times(family);
    if (times.getMax() != Long.MAX_VALUE) {
      throw new DoNotRetryIOException(
          "family '"
              + Printable.of(family)
              + "' is read as totals, which are those of now, but the read ends at time "
              + times.getMax()
              + ": ask GetTotals with as_of, give the other families a range of their own"
              + " (setColumnFamilyTimeRange), or read cells with the attribute "
              + ReadMode.ATTRIBUTE
              + " = raw");
    }
    return new FamilyTotals(
        region.region(),
        families.settings(families.indexOf(family)),
        counters(family, read.families()),
        times.getMin(),
        cells);
  }

  private static List<byte[]> counters(byte[] family, Map<byte[], NavigableSet<byte[]>> columns)
      throws DoNotRetryIOException {
    NavigableSet<byte[]> named = columns.get(family);
    if (named == null) {
      return List.of();
    }
    for (byte[] counter : named) {
      if (DeltaColumn.counterLength(counter, 0, counter.length) >= 0) {
        throw new DoNotRetryIOException(
            "column '"
                + Printable.of(family)
                + ":"
                + Printable.of(counter)
                + "' is no counter, and the family is read as totals: ask for a counter, whose name"
                + " has none of : ; <, or read cells with the attribute "
                + ReadMode.ATTRIBUTE
                + " = raw");
      }
    }
    List<byte[]> out = new ArrayList<>(named);
    out.sort(Bytes.BYTES_COMPARATOR);
    return out;
  }

  /** A scanner of a scan that was prepared here is open. */
  void opened(Scan scan, RegionScanner scanner) {
    batches.opened(scan, scanner);
  }

  /** Cuts the rows that a scanner gave as its client asked. */
  void batch(InternalScanner scanner, List<Result> results) {
    batches.cut(scanner, results);
  }

  /** A scanner is closed. */
  void closed(InternalScanner scanner) {
    batches.closed(scanner);
  }

  /** Families of the table, for conditions that name none. */
  List<byte[]> familyNames() {
    List<byte[]> out = new ArrayList<>();
    region.settings().families().keySet().forEach(name -> out.add(FamilyName.bytes(name)));
    return out;
  }

  /** Settings of a family of the table. */
  FamilySettings settings(byte[] family) {
    return families.settings(families.indexOf(family));
  }
}
