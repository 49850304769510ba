package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reads a batch into change events: the mutations of one row with one sequence are one event, in
 * the order in which each first appears. A mutation with no sequence is an event of its own, except
 * in an all-or-nothing call, where it belongs to the one event of its row. Immutable.
 */
final class EventReader {
  private final Families families;
  private final TableSettings settings;
  private final PartReader parts;
  private final Replication replication;
  private final AtomicCalls calls;
  private final String sequenceColumn;

  EventReader(
      Families families,
      TableSettings settings,
      Replication replication,
      AtomicCalls calls,
      PutForm puts) {
    this.families = families;
    this.settings = settings;
    this.parts = new PartReader(families, settings, puts);
    this.replication = replication;
    this.calls = calls;
    this.sequenceColumn = settings.sequenceFamily() + ":" + settings.sequenceQualifier();
  }

  /**
   * The events of a batch, without those that concern no family Sediment knows.
   *
   * @throws DoNotRetryIOException for an Increment or Append on a managed family
   */
  List<Event> read(MiniBatchOperationInProgress<Mutation> batch) throws IOException {
    List<Event> events = new ArrayList<>(batch.size());
    Map<RowKey, List<Event>> rows = batch.size() > 1 ? new HashMap<>() : null;
    boolean ambiguous = false;
    boolean busy = false;
    for (int i = 0; i < batch.size(); i++) {
      if (batch.getOperationStatus(i).getOperationStatusCode() != OperationStatusCode.NOT_RUN) {
        busy |= isBusy(batch, i);
        continue;
      }
      Mutation mutation = batch.getOperation(i);
      if (mutation instanceof Increment || mutation instanceof Append) {
        refuseReadModifyWrite(mutation);
        continue;
      }
      Part part = parts.read(i, mutation, replication.isReplicated(mutation));
      EventAnswer answer = Answered.of(mutation);
      if (answer == null
          && !part.guarded
          && !part.deltas
          && !part.bookkeeping
          && part.refusal == null) {
        continue;
      }
      RowKey row = new RowKey(mutation.getRow());
      if (answer != null) {
        place(part, row, answer, events);
      } else if (rows == null || isAlone(part)) {
        events.add(new Event(row, part));
      } else {
        ambiguous |= place(part, row, events, rows);
      }
    }
    if (ambiguous) {
      resolve(batch, events, rows);
    }
    if (settings.guarded() && !events.isEmpty()) {
      leaveOpen(batch, events, busy);
    }
    for (Event event : events) {
      if (event.sets() && event.removes()) {
        refuseContradiction(event);
      }
      if (event.isGuarded() && event.sequence() == null && !event.replicated()) {
        boolean removes = event.isRowDelete() || event.removes();
        event.refuse(Refusals.noSequence(event.row().row(), sequenceColumn, removes));
      }
      if (event.answer() != null && event.parts().size() != event.answer().mutations().size()) {
        event.refuse(Refusals.incomplete(event.row().row()));
      }
    }
    return events;
  }

  /**
   * Leaves those events open of which HBase has not taken all with this batch: it stops where it
   * pleases, and a store that is too busy turns single mutations away.
   */
  private void leaveOpen(
      MiniBatchOperationInProgress<Mutation> batch, List<Event> events, boolean busy) {
    Set<RowKey> rows = new HashSet<>();
    if (calls.hasMore(batch)) {
      rows.add(new RowKey(batch.getOperation(batch.size() - 1).getRow()));
    }
    for (int i = 0; busy && i < batch.size(); i++) {
      if (isBusy(batch, i)) {
        rows.add(new RowKey(batch.getOperation(i).getRow()));
      }
    }
    if (!rows.isEmpty()) {
      events.stream().filter(event -> rows.contains(event.row())).forEach(Event::leaveOpen);
    }
  }

  private static boolean isBusy(MiniBatchOperationInProgress<Mutation> batch, int index) {
    return batch.getOperationStatus(index).getOperationStatusCode()
        == OperationStatusCode.STORE_TOO_BUSY;
  }

  /** Whether nothing could join it: a delta that bears no sequence, the most frequent write. */
  private static boolean isAlone(Part part) {
    return part.sequence == null && !part.guarded && !part.replicated();
  }

  /** The parts of an event that came as one lie side by side, and nothing else joins them. */
  private static void place(Part part, RowKey row, EventAnswer answer, List<Event> events) {
    Event last = events.isEmpty() ? null : events.get(events.size() - 1);
    if (last != null && last.answer() == answer) {
      last.add(part);
    } else {
      events.add(new Event(row, part));
    }
  }

  /** Puts a part into its event. Returns whether the row has more than one event now. */
  private static boolean place(
      Part part, RowKey row, List<Event> events, Map<RowKey, List<Event>> rows) {
    List<Event> ofRow = rows.get(row);
    if (ofRow == null) {
      ofRow = new ArrayList<>(1);
      rows.put(row, ofRow);
    }
    if (part.sequence != null && !part.replicated()) {
      for (Event event : ofRow) {
        if (part.sequence.equals(event.sequence())) {
          event.add(part);
          return false;
        }
      }
    }
    Event event = new Event(row, part);
    ofRow.add(event);
    events.add(event);
    return !part.replicated() && ofRow.size() > 1;
  }

  /** In an all-or-nothing call, all mutations of a row are one event. */
  private void resolve(
      MiniBatchOperationInProgress<Mutation> batch,
      List<Event> events,
      Map<RowKey, List<Event>> rows) {
    AtomicCalls.Kind kind = calls.kind(batch);
    if (kind == AtomicCalls.Kind.LIST || !settings.guarded()) {
      return;
    }
    for (List<Event> ofRow : rows.values()) {
      Event first = null;
      Event second = null;
      for (Event event : ofRow) {
        if (event.sequence() != null) {
          second = first == null ? null : event;
          first = first == null ? event : first;
        }
      }
      if (second != null && kind == AtomicCalls.Kind.ATOMIC) {
        second.refuse(
            Refusals.row(second.row().row())
                + ": one atomic call has one sequence for a row, found "
                + first.sequence()
                + " and "
                + second.sequence()
                + "; send two calls");
      } else if (second == null && first != null) {
        join(first, ofRow, events);
      }
    }
  }

  private static void join(Event event, List<Event> ofRow, List<Event> events) {
    for (Event other : ofRow) {
      if (other != event && other.isGuarded() && !other.replicated()) {
        other.parts().forEach(event::add);
        events.remove(other);
      }
    }
  }

  /** One column has one new value in an event, or none. */
  private void refuseContradiction(Event event) {
    ImageHash set = ImageHash.of(event, families);
    for (Part part : event.parts()) {
      part.mutation()
          .getFamilyCellMap()
          .forEach(
              (family, cells) -> {
                for (Cell cell : cells) {
                  if ((cell.getType() == Cell.Type.DeleteColumn
                          || cell.getType() == Cell.Type.Delete)
                      && set.sets(family, CellUtil.cloneQualifier(cell))) {
                    event.refuse(
                        Refusals.of(cell, "one event sets this column and removes it; do one"));
                  }
                }
              });
    }
  }

  private void refuseReadModifyWrite(Mutation mutation) throws IOException {
    for (byte[] family : mutation.getFamilyCellMap().keySet()) {
      int index = families.indexOf(family);
      if (index >= 0 && settings.isManaged(families.kind(index))) {
        throw new DoNotRetryIOException(
            Refusals.row(mutation.getRow())
                + " family '"
                + Bytes.toStringBinary(family)
                + "': an "
                + mutation.getClass().getSimpleName()
                + " counts twice when it is sent twice; write deltas to a family of kind delta, or"
                + " use a family of kind plain");
      }
    }
  }
}
