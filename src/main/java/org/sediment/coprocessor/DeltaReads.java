package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.coprocessor.Counters.What;
import org.sediment.model.DeltaColumn;
import org.sediment.model.Late;

/**
 * The reads that a change which is not in time pays: one scanner of one row and family each. {@code
 * region.getScanner}, never {@code region.get}, which would ask for the writer's permission to
 * read.
 */
final class DeltaReads {
  private static final byte[] ROW_DELETE_MARKS = Bytes.toBytes("<x:@");

  private final RegionContext region;

  DeltaReads(RegionContext region) {
    this.region = region;
  }

  /** Reads everything that deltas and retractions of one row and family are judged by. */
  LateView view(byte[] row, DeltaFamily family, List<LateChange> changes) throws IOException {
    List<byte[]> columns = new ArrayList<>();
    for (LateChange change : changes) {
      if (change.kind() != Late.Kind.ROW_DELETE) {
        byte[] counter = change.counter();
        byte[] eventId = change.eventId();
        columns.add(DeltaColumn.delta(counter, eventId));
        columns.add(DeltaColumn.base(counter));
        columns.add(DeltaColumn.lateDelta(counter, eventId));
        columns.add(DeltaColumn.lateRetraction(counter, eventId));
        columns.add(DeltaColumn.retractionMark(counter, eventId, change.time()));
      }
    }
    Filter filter = new ColumnSeekFilter(row, family.name(), columns, ROW_DELETE_MARKS);
    LateView view = new LateView();
    read(row, family, filter, true, view::read);
    return view;
  }

  /** Reads the counters of a row: their newest bases and late row deletes. */
  RowCounters counters(byte[] row, DeltaFamily family) throws IOException {
    RowCounters counters = new RowCounters();
    read(row, family, new CounterSeekFilter(row, family.name()), false, counters::read);
    return counters;
  }

  private void read(byte[] row, DeltaFamily family, Filter filter, boolean raw, Consumer<Cell> each)
      throws IOException {
    region.counters().add(What.LATE_READS);
    Scan scan =
        new Scan()
            .withStartRow(row)
            .withStopRow(row, true)
            .addFamily(family.name())
            .readAllVersions()
            .setRaw(raw)
            .setFilter(filter);
    List<Cell> cells = new ArrayList<>();
    try (RegionScanner scanner = region.region().getScanner(scan)) {
      boolean more = true;
      while (more) {
        more = scanner.next(cells);
        cells.forEach(each);
        cells.clear();
      }
    }
  }
}
