package org.sediment.coprocessor;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.sediment.guard.CellEvent;
import org.sediment.guard.CellGuard;
import org.sediment.guard.GuardLimits;
import org.sediment.guard.RowEvent;
import org.sediment.guard.RowGuard;
import org.sediment.guard.RowState;
import org.sediment.guard.Verdict;
import org.sediment.model.ColumnName;
import org.sediment.model.Printable;
import org.sediment.model.Sequence;
import org.sediment.protocol.SedimentProtos.CounterSelection;
import org.sediment.protocol.SedimentProtos.EventForecast;
import org.sediment.protocol.SedimentProtos.EventQuestion;
import org.sediment.protocol.SedimentProtos.ExplainRowRequest;
import org.sediment.protocol.SedimentProtos.ExplainRowResponse;
import org.sediment.protocol.SedimentProtos.StoredCell;

/**
 * Explains a row: its stored cells and markers with what they mean, what the guard knows of it, its
 * totals, and what the guard would say to an event. Reads with the permissions of the RPC's caller,
 * takes no lock, changes nothing; while the row is being written the parts may be of different
 * moments. Not thread-safe.
 */
final class RowExplainer {
  private static final int MOST_CELLS = 1_000;
  private static final int MOST_BYTES = 1_000;

  private final RegionContext context;
  private final TableSettings settings;
  private final Families families;

  RowExplainer(RegionContext context) {
    this.context = context;
    this.settings = context.settings();
    this.families = new Families(settings);
  }

  ExplainRowResponse explain(ExplainRowRequest request) throws IOException {
    byte[] row = request.getRow().toByteArray();
    RegionInfo info = context.region().getRegionInfo();
    if (row.length == 0) {
      throw new DoNotRetryIOException("the row asked for is empty");
    }
    if (!info.containsRow(row)) {
      throw new NotServingRegionException(
          "row '" + Printable.of(row) + "' is not in region " + info.getRegionNameAsString());
    }
    ExplainRowResponse.Builder out =
        ExplainRowResponse.newBuilder().setGuard(settings.guard().name().toLowerCase(Locale.ROOT));
    list(row, out); // first: it asks whether the caller may read
    if (families.hasDeltas()) {
      Selection all = Selection.of(CounterSelection.getDefaultInstance(), settings);
      TotalsReader totals = new TotalsReader(context.region(), all, new ReadBudget(0));
      out.addAllTotal(TotalsWire.row(totals.row(row)).getTotalList());
    }
    if (settings.guarded()) {
      RowState state = state(row);
      describe(state, out);
      if (request.hasEvent()) {
        out.setEvent(answer(row, state, request.getEvent()));
      }
    } else if (request.hasEvent()) {
      throw new DoNotRetryIOException(
          "the table's guard is off, it says nothing to an event: sediment.guard = row or cell");
    }
    return out.build();
  }

  private void list(byte[] row, ExplainRowResponse.Builder out) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(row)
            .withStopRow(row, true)
            .setRaw(true)
            .readAllVersions()
            .setBatch(MOST_CELLS);
    boolean any = false;
    for (int i = 0; i < families.size(); i++) {
      if (settings.isManaged(families.kind(i))) {
        scan.addFamily(families.name(i));
        any = true;
      }
    }
    if (!any) {
      return;
    }
    CellNotes notes = new CellNotes(settings);
    RegionScanner scanner = ReadAccess.open(context.region(), scan);
    try {
      List<Cell> cells = new ArrayList<>();
      boolean more;
      do {
        more = scanner.next(cells);
      } while (more && cells.size() < MOST_CELLS);
      for (Cell cell : cells.subList(0, Math.min(MOST_CELLS, cells.size()))) {
        out.addCell(cell(cell, notes.of(cell)));
      }
      out.setCut(more || cells.size() > MOST_CELLS);
    } finally {
      ReadAccess.close(context.region(), scanner);
    }
  }

  private static StoredCell cell(Cell cell, String note) {
    StoredCell.Builder out =
        StoredCell.newBuilder()
            .setFamily(ByteString.copyFrom(CellUtil.cloneFamily(cell)))
            .setQualifier(ByteString.copyFrom(CellUtil.cloneQualifier(cell)))
            .setTime(cell.getTimestamp())
            .setType(cell.getType().name())
            .setValue(ByteString.copyFrom(CellNotes.head(cell, MOST_BYTES)));
    return (note.isEmpty() ? out : out.setNote(note)).build();
  }

  private RowState state(byte[] row) throws IOException {
    SequenceColumns columns = SequenceColumns.of(settings);
    boolean byCell = settings.guard() == TableSettings.Guard.CELL;
    // what is read to explain does not count as a write's read
    return new RowStateReader(context.region(), columns, families.guarded(), byCell, new Counters())
        .read(row);
  }

  private static void describe(RowState state, ExplainRowResponse.Builder out) {
    if (state.highest() != null) {
      out.setSequence(state.highest().canonical());
    }
    out.setLive(state.live());
    if (state.lastEffective() != RowState.NONE) {
      out.setLastEffective(state.lastEffective());
    }
    if (state.deletedEffective() != RowState.NONE) {
      out.setDeletedEffective(state.deletedEffective());
    }
    if (state.deletedCommit() != RowState.NONE) {
      out.setDeletedCommit(state.deletedCommit());
    }
  }

  private EventForecast answer(byte[] row, RowState state, EventQuestion question)
      throws DoNotRetryIOException {
    Sequence sequence;
    try {
      sequence = Sequence.parse(question.getSequence().toByteArray());
    } catch (IllegalArgumentException malformed) {
      throw new DoNotRetryIOException(malformed.getMessage(), malformed);
    }
    boolean delete = question.getRowDelete();
    RowEvent event =
        new RowEvent(sequence, question.getTime(), delete, !delete, false, null, Long.MAX_VALUE);
    GuardLimits limits = new GuardLimits(settings.futureSkewMillis(), settings.rejectExpired());
    long now = context.now();
    Verdict verdict =
        settings.guard() == TableSettings.Guard.CELL
            ? CellGuard.judge(
                state.byColumn(),
                new CellEvent(event, delete ? List.of() : columns(question, state), List.of()),
                limits,
                now,
                false)
            : RowGuard.judge(state, event, limits, now, false);
    EventForecast.Builder out = EventForecast.newBuilder();
    switch (verdict.outcome()) {
      case TOO_FAR_AHEAD ->
          out.setReason(Refusals.tooFarAhead(row, event.commit(), now, limits.futureSkew()));
      case EXPIRED -> out.setReason(Refusals.expired(row, event.commit(), event.shortestTtl()));
      case NO_TIME_LEFT -> out.setReason(Refusals.noTimeLeft(row));
      default -> {}
    }
    if (verdict.isApplied()) {
      out.setEffective(verdict.effective());
    }
    return out.setOutcome(verdict.outcome().isRefusal() ? "REJECTED" : verdict.outcome().name())
        .build();
  }

  private static List<ColumnName> columns(EventQuestion question, RowState state) {
    if (question.getFamilyCount() == 0) {
      return state.columns() == null || !state.columns().isComplete()
          ? List.of()
          : List.copyOf(state.columns().found().keySet());
    }
    List<ColumnName> out = new ArrayList<>();
    for (int i = 0; i < Math.min(question.getFamilyCount(), question.getQualifierCount()); i++) {
      out.add(
          new ColumnName(
              question.getFamily(i).toByteArray(), question.getQualifier(i).toByteArray()));
    }
    return out;
  }
}
