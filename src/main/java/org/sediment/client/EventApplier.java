package org.sediment.client;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.sediment.client.EventLane.Batch;
import org.sediment.client.RowQueue.Pending;
import org.sediment.model.ChangeEvent;
import org.sediment.model.Printable;
import org.sediment.protocol.SedimentProtos;
import org.sediment.protocol.SedimentProtos.ApplyEventsRequest;
import org.sediment.protocol.SedimentProtos.ApplyEventsResponse;

/**
 * Applies change events to a table that Sediment is loaded on, and gives the outcome of each.
 * Thread-safe.
 *
 * <p>Events of one row are judged in the order in which they were given; different rows go their
 * own ways, region by region, while regions split, merge and move. {@link #apply} returns at once,
 * unless so many events have no outcome yet that memory ends: then it waits. HBase's client retries
 * what may be retried, by its own settings.
 *
 * <p>A refused event is an outcome. A <em>failure</em> (nobody answers, no permission, wrong table
 * settings) ends the applier: what is not yet under way is not sent, so that no later event of a
 * row overtakes one that failed, and {@code apply}, {@link #flush} and {@link #close} throw what
 * happened. Give all events since the last successful {@code flush} to a new applier: those that
 * are in the table do no harm again.
 *
 * <pre>{@code
 * try (EventApplier applier = EventApplier.of(connection, TableName.valueOf("orders"))) {
 *   applier.apply(event).thenAccept(outcome -> ...);
 *   applier.flush();
 *   // remember the source's position
 * }
 * }</pre>
 *
 * <p>Stages of the futures run on the applier's own thread and must not wait there; {@code apply}
 * called from one never waits.
 */
public final class EventApplier implements AutoCloseable {
  private static final int MAX_PUT_OFFS = 30;
  private static final long MAX_PAUSE_MILLIS = 5_000;

  private final ServiceCalls calls;
  private final ApplierLimits limits;
  private final ExecutorService executor;
  private volatile Thread worker;

  private final Map<ByteString, RowQueue> rows = new HashMap<>();
  private final EventLanes lanes;
  private int events;
  private long bytes;
  private IOException failure;
  private boolean closed;

  private EventApplier(AsyncConnection connection, TableName table, ApplierLimits limits) {
    this.calls = new ServiceCalls(connection, table);
    this.limits = limits;
    this.lanes = new EventLanes(limits);
    this.executor = Executors.newSingleThreadExecutor(this::thread);
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work, "sediment-applier");
    thread.setDaemon(true);
    worker = thread;
    return thread;
  }

  /** An applier on a connection of its caller, who closes it, with the default limits. */
  public static EventApplier of(AsyncConnection connection, TableName table) {
    return of(connection, table, ApplierLimits.DEFAULT);
  }

  /** As {@link #of(AsyncConnection, TableName)}, with limits of the caller's. */
  public static EventApplier of(AsyncConnection connection, TableName table, ApplierLimits limits) {
    return new EventApplier(connection, table, limits);
  }

  /**
   * Applies an event. Waits while there is no room for it.
   *
   * @return its outcome; fails with an {@link IOException} if it is not known whether the event was
   *     applied
   * @throws IOException if an earlier event failed: this one is not sent
   */
  public CompletableFuture<EventOutcome> apply(ChangeEvent event) throws IOException {
    SedimentProtos.ChangeEvent message = EventWire.event(event);
    Pending pending =
        new Pending(
            message,
            message.getSerializedSize() + ApplierLimits.EVENT_OVERHEAD,
            new CompletableFuture<>());
    RowQueue row;
    synchronized (this) {
      awaitRoom(pending.bytes());
      check();
      events++;
      bytes += pending.bytes();
      row = rows.computeIfAbsent(message.getRow(), RowQueue::new);
      row.waiting().add(pending);
      if (row.isBusy()) {
        return pending.outcome();
      }
      row.busy(true);
    }
    place(row, false);
    return pending.outcome();
  }

  private void awaitRoom(long size) throws IOException {
    while (failure == null
        && !closed
        && events > 0
        && (events >= limits.maxEvents() || bytes + size > limits.maxBytes())
        && Thread.currentThread() != worker) {
      await();
    }
  }

  private void check() throws IOException {
    if (closed) {
      throw new IllegalStateException("the applier is closed");
    }
    if (failure != null) {
      // a new one, with the stack of the thread that learns of it
      throw new IOException("an earlier event failed: " + failure.getMessage(), failure);
    }
  }

  @SuppressWarnings("WaitNotInLoop") // all callers loop
  private void await() throws InterruptedIOException {
    try {
      wait();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException)
          new InterruptedIOException("interrupted while events were applied")
              .initCause(interrupted);
    }
  }

  /**
   * Waits until each event given before has its outcome.
   *
   * @throws IOException if one of them failed, at any time before
   */
  public void flush() throws IOException {
    if (Thread.currentThread() == worker) {
      throw new IllegalStateException("a stage of an event's future cannot wait for other events");
    }
    synchronized (this) {
      while (events > 0) {
        await();
      }
      check();
    }
  }

  /** Events that have no outcome yet. */
  public synchronized int pending() {
    return events;
  }

  /**
   * Waits as {@link #flush} does and ends.
   *
   * @throws IOException as {@code flush} does
   */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      if (closed) {
        return;
      }
    }
    try {
      flush();
    } finally {
      synchronized (this) {
        closed = true;
        notifyAll();
      }
      executor.shutdown();
    }
  }

  /** Looks for the region of a row and lines the row up there. */
  private void place(RowQueue row, boolean reload) {
    CompletableFuture<HRegionLocation> found = calls.find(row.row(), reload);
    if (found.isDone()) {
      place(row, found);
    } else {
      CompletableFuture<?> unused =
          found.whenCompleteAsync((location, failed) -> place(row, found), executor);
    }
  }

  private void place(RowQueue row, CompletableFuture<HRegionLocation> found) {
    List<Batch> toSend = new ArrayList<>();
    synchronized (this) {
      if (failure == null) {
        EventLane lane = lanes.of(found);
        lane.ready().add(row);
        lanes.fill(lane, toSend);
      }
    }
    toSend.forEach(this::send);
  }

  private void send(Batch batch) {
    ApplyEventsRequest.Builder request = ApplyEventsRequest.newBuilder();
    batch.events().forEach(ofRow -> ofRow.forEach(event -> request.addEvent(event.event())));
    ApplyEventsRequest built = request.build();
    CompletableFuture<ApplyEventsResponse> sent =
        calls.start(
            batch.firstRow(),
            (stub, controller, done) -> stub.applyEvents(controller, built, done));
    CompletableFuture<?> unused =
        sent.whenCompleteAsync((answer, failed) -> answered(batch, answer, failed), executor);
  }

  private void answered(Batch batch, ApplyEventsResponse answer, Throwable failed) {
    List<Batch> toSend = new ArrayList<>();
    List<RowQueue> again = new ArrayList<>();
    Finished finished = new Finished();
    synchronized (this) {
      batch.lane().callEnded();
      int asked = batch.events().stream().mapToInt(List::size).sum();
      if (failed == null && answer.getOutcomeCount() == asked) {
        int next = 0;
        for (int i = 0; i < batch.rows().size(); i++) {
          List<Pending> ofRow = batch.events().get(i);
          settle(
              batch.rows().get(i),
              ofRow,
              answer.getOutcomeList().subList(next, next + ofRow.size()),
              finished);
          next += ofRow.size();
        }
      } else {
        IOException why =
            failed != null
                ? calls.translated(failed)
                : new IOException(
                    answer.getOutcomeCount()
                        + " outcomes for "
                        + asked
                        + " events: do client and server have the same version?");
        batch.events().forEach(ofRow -> ofRow.forEach(each -> end(each, null, why, finished)));
        fail(why, finished);
      }
      for (RowQueue row : batch.rows()) {
        if (row.waiting().isEmpty() || failure != null) {
          drop(row, finished);
        } else {
          again.add(row);
        }
      }
      lanes.fill(batch.lane(), toSend);
      notifyAll();
    }
    toSend.forEach(this::send);
    again.forEach(this::placeAgain);
    finished.tell();
  }

  private void settle(
      RowQueue row,
      List<Pending> asked,
      List<SedimentProtos.EventOutcome> outcomes,
      Finished finished) {
    List<Pending> back = new ArrayList<>(0);
    String why = "";
    for (int i = 0; i < asked.size(); i++) {
      SedimentProtos.EventOutcome outcome = outcomes.get(i);
      switch (outcome.getOutcome()) {
        case NOT_HERE, NOT_TRIED -> {
          back.add(asked.get(i));
          why = outcome.getMessage();
        }
        default -> {
          end(asked.get(i), EventWire.outcome(outcome), null, finished);
          row.progressed();
        }
      }
    }
    if (!back.isEmpty()) {
      row.putBack(back);
      if (row.putOffs() > MAX_PUT_OFFS) {
        fail(
            new IOException(
                "row '"
                    + Printable.of(row.row())
                    + "': put off "
                    + row.putOffs()
                    + " times, at last because: "
                    + why),
            finished);
      }
    }
  }

  /** Sends what is left of a row: at once if there is news, else after a pause. */
  private void placeAgain(RowQueue row) {
    int times = row.putOffs();
    if (times > 0) {
      calls.forget();
    }
    if (times <= 1) {
      place(row, false);
      return;
    }
    long pause = Math.min(MAX_PAUSE_MILLIS, 20L << Math.min(times, 10));
    CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS, executor)
        .execute(() -> place(row, true));
  }

  /** The first failure ends everything that is not under way. */
  private void fail(IOException why, Finished finished) {
    if (failure == null) {
      failure = why;
    }
    List.copyOf(rows.values()).forEach(row -> drop(row, finished));
    lanes.clear();
    notifyAll();
  }

  private void drop(RowQueue row, Finished finished) {
    while (!row.waiting().isEmpty()) {
      end(row.waiting().poll(), null, failure, finished);
    }
    rows.remove(row.key(), row);
  }

  private static void end(Pending event, EventOutcome outcome, IOException why, Finished finished) {
    finished.events.add(new Ended(event, outcome, why));
  }

  /** An event with its outcome, or with why it has none. */
  private record Ended(Pending event, EventOutcome outcome, IOException why) {}

  /**
   * What is to be told to the callers, once the lock is released. Only then do the events cease to
   * count, so that nobody who waits for them goes on before they are told.
   */
  private final class Finished {
    private final List<Ended> events = new ArrayList<>();

    void tell() {
      long size = 0;
      for (Ended each : events) {
        size += each.event().bytes();
        if (each.why() == null) {
          each.event().outcome().complete(each.outcome());
        } else {
          each.event().outcome().completeExceptionally(each.why());
        }
      }
      if (!events.isEmpty()) {
        release(events.size(), size);
      }
    }
  }

  private synchronized void release(int number, long size) {
    events -= number;
    bytes -= size;
    notifyAll();
  }
}
