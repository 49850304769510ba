package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.sediment.coprocessor.Counters.What;

/**
 * The walk of a write: events of a batch, own row locks, row states, verdicts, cells kept, stamped
 * or dropped. Thread-safe.
 *
 * <p>{@link #before} runs inside HBase's locks, {@link #after} when the batch is over. What lies
 * between them belongs to the batch's {@link BatchContext}.
 */
final class WritePath {
  /** All rows of a batch together: the wait holds up the region's flushes. */
  private static final long LOCK_WAIT_MILLIS = 5_000;

  private static final Comparator<Event> BY_ROW =
      (a, b) -> Bytes.BYTES_COMPARATOR.compare(a.row().row(), b.row().row());

  private final RegionContext region;
  private final TableSettings settings;
  private final Families families;
  private final CellMaker cells;
  private final Replication replication;
  private final AtomicCalls calls;
  private final PutForm puts;
  private final EventReader reader;
  private final DeltaWriter deltas;
  private final ThreadContexts threads;
  private final RowLocks locks = new RowLocks(LOCK_WAIT_MILLIS);
  private final WrittenRows written;
  private final RowStates states;
  private final EventJudge judge;
  private final BulkLoads bulkLoads;

  WritePath(RegionContext region) {
    this.region = region;
    this.settings = region.settings();
    this.families = new Families(settings);
    this.cells = new CellMaker(region.env());
    this.replication = new Replication(region.env().getConfiguration());
    this.calls = new AtomicCalls(region.env().getRegionInfo());
    SequenceColumns columns = SequenceColumns.of(settings);
    this.puts = new PutForm(region.region(), families, columns);
    this.reader = new EventReader(families, settings, replication, calls, puts);
    this.deltas = new DeltaWriter(region);
    this.threads = ThreadContexts.of(region.env());
    RowStateReader rows =
        columns == null
            ? null
            : new RowStateReader(
                region.region(),
                columns,
                families.guarded(),
                settings.guard() == TableSettings.Guard.CELL,
                region.counters());
    List<byte[]> read = new ArrayList<>(families.guarded());
    if (columns != null) {
      read.add(columns.family());
    }
    this.written = columns == null ? null : new WrittenRows(region.region(), read);
    this.states =
        new RowStates(
            new RowCache(settings.cacheRows()),
            rows,
            written,
            columns == null ? null : new FileBlooms(region.region(), read),
            threads,
            region.counters());
    this.judge = new EventJudge(region, states, deltas, families);
    this.bulkLoads = new BulkLoads(region, families, replication);
  }

  /**
   * Notes what only the client's own form shows: LATEST_TIMESTAMP, before HBase stamps it, and what
   * a Put removes.
   *
   * @return whether a hook of another coprocessor asks to leave the write out
   */
  boolean note(Put put, WALEdit edit) throws IOException {
    Marks.note(put, families);
    return !replication.isReplicated(put) && puts.read(put, edit);
  }

  /** As {@link #note(Put, WALEdit)}; also whether it deletes the whole row. */
  void note(Delete delete) {
    Marks.note(delete, families);
  }

  /**
   * As {@link #note(Put, WALEdit)}: HBase stamps a conditional Put before {@code prePut}. Several
   * mutations get one time.
   *
   * @throws DoNotRetryIOException if a delta leaves its time to the server
   */
  void note(CheckAndMutate conditional) throws DoNotRetryIOException {
    Row action = conditional.getAction();
    List<? extends Row> parts =
        action instanceof RowMutations several ? several.getMutations() : List.of(action);
    for (Row part : parts) {
      if (part instanceof Put put
          && (Marks.hasLatestDelta(put, families)
              || (families.hasDeltas() && puts.isLatestRowDelete(put)))) {
        throw new DoNotRetryIOException(
            Refusals.row(put.getRow())
                + ": a delta needs the event's own time, a replay would get another one; set the"
                + " timestamp of its cell");
      }
    }
    if (settings.guarded() && parts.size() > 1) {
      ConditionalTimes.stamp(parts, families, cells, region.now());
    }
  }

  /** Judges a batch and takes its row locks. */
  void before(MiniBatchOperationInProgress<Mutation> batch) throws IOException {
    refuseIfMisconfigured(batch);
    long call = threads.enter();
    List<Event> events = reader.read(batch);
    if (events.isEmpty()) {
      return;
    }
    List<Event> toLock = new ArrayList<>(events.size());
    for (Event event : events) {
      if (event.refusal() == null && event.hasDeltas()) {
        event.delta(deltas.prepare(event.row().row(), event.mutations(), event.replicated()));
      }
      if (event.refusal() == null && needsRow(event)) {
        toLock.add(event);
      }
    }
    BatchContext context = new BatchContext(this, batch, call);
    boolean judged = false;
    try {
      lock(toLock, context);
      states.find(guardedRows(toLock), context.call());
      judge(events, context);
      judged = true;
    } finally {
      if (!judged) {
        context.joined().forEach(RowLock::taint);
        context.locks().forEach(lock -> locks.unlock(lock, () -> states.untouched(lock)));
      } else if (!context.locks().isEmpty() || !context.joined().isEmpty()) {
        threads.push(context);
      }
    }
  }

  private boolean needsRow(Event event) {
    return event.isGuarded()
        || (event.replicated() && settings.guarded())
        || event.delta().needsRow();
  }

  private void lock(List<Event> events, BatchContext context) throws IOException {
    if (events.size() > 1) {
      events.sort(BY_ROW);
    }
    long deadline = locks.deadline();
    RowLock last = null;
    for (Event event : events) {
      if (last == null || !last.row().equals(event.row())) {
        last = locks.lock(event.row(), context, deadline);
        (last.owner() == context ? context.locks() : context.joined()).add(last);
      }
      event.lock(last);
    }
  }

  /** Locks of the rows whose state will be asked for, in the order of rows. */
  private static List<RowLock> guardedRows(List<Event> locked) {
    List<RowLock> rows = new ArrayList<>(locked.size());
    for (Event event : locked) {
      boolean asked = event.isGuarded() && !event.replicated();
      if (asked && (rows.isEmpty() || rows.get(rows.size() - 1) != event.lock())) {
        rows.add(event.lock());
      }
    }
    return rows;
  }

  private void judge(List<Event> events, BatchContext context) throws IOException {
    long now = region.now();
    AtomicCalls.Kind kind = null;
    for (Event event : events) {
      if (event.refusal() == null) {
        judge.judge(event, context, now);
      }
      if (event.refusal() != null) {
        region.counters().add(What.REJECTED);
        // a nested write of another coprocessor is none of the client's list
        kind = kind == null ? calls.kind(context.batch()) : kind;
        if (kind != AtomicCalls.Kind.LIST || threads.isNested()) {
          throw new DoNotRetryIOException(event.refusal());
        }
      }
      settle(event, context.batch());
      if (event.answer() != null && event.refusal() == null) {
        event.answer().judged(event);
      }
    }
  }

  /** Gives an answer to the mutations of which nothing is to be stored. */
  private static void settle(Event event, MiniBatchOperationInProgress<Mutation> batch) {
    for (Part part : event.parts()) {
      if (event.refusal() != null) {
        batch.setOperationStatus(
            part.index(), new OperationStatus(OperationStatusCode.FAILURE, event.refusal()));
      } else if (part.mutation().getFamilyCellMap().isEmpty()) {
        batch.setOperationStatus(part.index(), OperationStatus.SUCCESS);
      }
    }
  }

  private void refuseIfMisconfigured(MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    if (settings.problems().isEmpty()) {
      return;
    }
    String text =
        "table "
            + region.env().getRegionInfo().getTable()
            + " takes no writes until its settings are mended: "
            + String.join("; ", settings.problems());
    if (replication.isReplicated(batch.getOperation(0))) {
      throw new IOException(text);
    }
    throw new DoNotRetryIOException(text);
  }

  /** The batch is in WAL and memstore, but not yet visible. */
  void stored(MiniBatchOperationInProgress<Mutation> batch) {
    BatchContext context = threads.peek(batch);
    if (context == null) {
      return;
    }
    for (Event event : context.changed()) {
      if (!isPending(batch, event.parts().get(0).index())) {
        event.lock().taint(); // another coprocessor took it out of the batch
      }
    }
    context.stored(writeNumber(batch));
  }

  private static boolean isPending(MiniBatchOperationInProgress<Mutation> batch, int index) {
    return batch.getOperationStatus(index).getOperationStatusCode() == OperationStatusCode.NOT_RUN;
  }

  /** The number that HBase gave to what it stored; an Increment's own cells are never stored. */
  @SuppressWarnings("deprecation") // a cell tells its write number in no other way
  private static long writeNumber(MiniBatchOperationInProgress<Mutation> batch) {
    for (int i = 0; i < batch.size(); i++) {
      Mutation mutation = batch.getOperation(i);
      if (isPending(batch, i)
          && !(mutation instanceof Increment)
          && !(mutation instanceof Append)) {
        for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
          if (!cells.isEmpty()) {
            return cells.get(0).getSequenceId();
          }
        }
      }
    }
    return 0;
  }

  /** The batch is over: caches what was stored, lets the row locks go. */
  void after(MiniBatchOperationInProgress<Mutation> batch, boolean success) {
    BatchContext context = threads.pop(batch);
    if (context != null) {
      end(context, success && context.isStored());
    }
  }

  /** Ends a batch whose last hook HBase never called. */
  void abandon(BatchContext context) {
    context.locks().forEach(RowLock::taint);
    end(context, context.isStored());
  }

  private void end(BatchContext context, boolean stored) {
    if (!stored) {
      context.joined().forEach(RowLock::taint);
    }
    long now = region.now();
    for (RowLock lock : context.locks()) {
      locks.unlock(
          lock,
          () -> {
            if (stored) {
              states.stored(lock, context.call());
            } else {
              states.failed(lock, now);
            }
          });
    }
  }

  /** Rows that may be in memory only; null if the table has no sequence family. */
  WrittenRows written() {
    return written;
  }

  /** Number of rows whose own lock is held. */
  int lockedRows() {
    return locks.size();
  }

  /** Every write of the region up to this number is visible. */
  long readPoint(RowKey row) throws IOException {
    Scan scan =
        new Scan().withStartRow(row.row()).withStopRow(row.row(), true).addFamily(families.name(0));
    try (RegionScanner scanner = region.region().getScanner(scan)) {
      return scanner.getMvccReadPoint();
    }
  }

  /** A bulk load is about to start. */
  void beforeBulkLoad() throws IOException {
    bulkLoads.check();
    states.clear();
  }

  /** A bulk load has ended. */
  void afterBulkLoad() {
    states.clear();
  }

  /** The region is open and takes no writes yet. */
  void opened() {
    if (written != null) {
      written.opened();
    }
  }

  /** A flush of the region is about to start on this thread. */
  void beforeFlush() {
    if (written != null) {
      written.beforeFlush();
    }
  }

  /** The flush on this thread has written a file, not yet listed. */
  void wrote(Store store, StoreFile file) {
    if (written != null) {
      written.wrote(store, file);
    }
  }

  /** The flush on this thread has ended well; its files are listed. */
  void flushed() {
    if (written != null) {
      written.afterFlush();
    }
    states.flushedSince(region.region().getEarliestFlushTimeForAllStores());
  }
}
