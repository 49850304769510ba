package org.sediment.cli.kafka;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Records between the broker and their outcomes. A thread of its own hands them to the handler, in
 * their order: a handler that waits for room in the applier, or for HBase, never keeps the poll
 * loop from polling, by which the group would take its partitions away. Thread-safe.
 *
 * <p>Bounded by its caller, who looks at {@link #isFull} before it takes more.
 */
final class OpenRecords implements AutoCloseable {
  private static final long RECORD_OVERHEAD = 200;
  private static final long JOIN_MILLIS = 5_000;

  private final RecordHandler handler;
  private final int maxRecords;
  private final long maxBytes;
  private final Thread thread = new Thread(this::work, "sediment-kafka-feed");
  private final Deque<Open> queue = new ArrayDeque<>();
  private int records;
  private long bytes;
  private Throwable failure;
  private boolean closed;

  private record Open(PartitionWork partition, ConsumerRecord<byte[], byte[]> record) {
    long size() {
      return Math.max(0, record.serializedKeySize())
          + Math.max(0, record.serializedValueSize())
          + RECORD_OVERHEAD;
    }
  }

  /** Starts the thread. */
  OpenRecords(RecordHandler handler, int maxRecords, long maxBytes) {
    this.handler = handler;
    this.maxRecords = maxRecords;
    this.maxBytes = maxBytes;
    thread.setDaemon(true);
    thread.start();
  }

  /** Takes a record. */
  synchronized void add(PartitionWork partition, ConsumerRecord<byte[], byte[]> record) {
    Open open = new Open(partition, record);
    partition.offsets().taken(record.offset());
    records++;
    bytes += open.size();
    queue.add(open);
    notifyAll();
  }

  /** Whether no more should be taken. */
  synchronized boolean isFull() {
    return records >= maxRecords || bytes >= maxBytes;
  }

  /** Whether enough has ended to take more again. */
  synchronized boolean hasRoom() {
    return records <= maxRecords / 2 && bytes <= maxBytes / 2;
  }

  /** Records without outcome. */
  synchronized int size() {
    return records;
  }

  /** Forgets the records of partitions that the handler has not got yet: they never become done. */
  synchronized void forgetQueued(Collection<PartitionWork> partitions) {
    for (Open open : queue) {
      if (partitions.contains(open.partition())) {
        records--;
        bytes -= open.size();
      }
    }
    queue.removeIf(open -> partitions.contains(open.partition()));
  }

  /**
   * Waits until the handler has nothing of these partitions that has no outcome.
   *
   * @return false if time was up, or something failed, before
   */
  synchronized boolean await(Collection<PartitionWork> partitions, Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (failure == null && partitions.stream().anyMatch(each -> each.started() > 0)) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      try {
        wait(left);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return failure == null;
  }

  /**
   * Throws what the handler threw, or what a record ended with.
   *
   * @throws IOException with the cause, unless it was a runtime exception, which is thrown as it is
   */
  synchronized void check() throws IOException {
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw new IOException(failure.getMessage(), failure);
    }
  }

  private void work() {
    try {
      for (Open next = next(); next != null; next = next()) {
        Open open = next;
        CompletableFuture<?> unused =
            handler.take(open.record()).whenComplete((done, failed) -> ended(open, failed));
      }
    } catch (IOException | RuntimeException | Error thrown) {
      fail(thrown);
    }
  }

  /** The next record; null at the end. */
  private synchronized Open next() {
    while (queue.isEmpty() && !closed && failure == null) {
      try {
        wait();
      } catch (InterruptedException interrupted) {
        return null; // only close does that
      }
    }
    if (closed || failure != null) {
      return null;
    }
    Open next = queue.poll();
    next.partition().started(1);
    return next;
  }

  /** On the thread that brings the outcome. */
  private synchronized void ended(Open open, Throwable failed) {
    if (failed == null) {
      open.partition().offsets().done(open.record().offset());
    } else {
      fail(
          failed instanceof CompletionException && failed.getCause() != null
              ? failed.getCause()
              : failed);
    }
    open.partition().started(-1);
    records--;
    bytes -= open.size();
    notifyAll();
  }

  private synchronized void fail(Throwable thrown) {
    if (failure == null && !closed) {
      failure = thrown;
    }
    notifyAll();
  }

  /** Ends the thread; what is queued is forgotten. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      queue.clear();
      notifyAll();
    }
    thread.interrupt();
    try {
      thread.join(JOIN_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
