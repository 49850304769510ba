package org.sediment.cli.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * A {@link KafkaFeed} over Kafka's own mock of a consumer, in a thread of its own, and a handler
 * whose records end when the test says so.
 */
final class FeedGround implements FeedWatcher, AutoCloseable {
  static final String TOPIC = "orders";
  static final TopicPartition P0 = new TopicPartition(TOPIC, 0);
  static final TopicPartition P1 = new TopicPartition(TOPIC, 1);

  final MockConsumer<byte[], byte[]> consumer = new RecordingConsumer();
  private final Map<TopicPartition, Long> committed = new ConcurrentHashMap<>();
  final Map<String, CompletableFuture<Void>> open = new ConcurrentHashMap<>();
  final ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();
  final AtomicLong turns = new AtomicLong();
  final List<String> notes = new ArrayList<>();
  private final KafkaFeed feed;
  private Future<?> run;
  private volatile Thread poller;

  FeedGround(int maxRecords, boolean untilEnd) {
    List<PartitionInfo> infos = new ArrayList<>();
    Map<TopicPartition, Long> zero = new HashMap<>();
    for (TopicPartition each : List.of(P0, P1)) {
      infos.add(new PartitionInfo(TOPIC, each.partition(), Node.noNode(), null, null));
      zero.put(each, 0L);
    }
    consumer.updatePartitions(TOPIC, infos);
    consumer.updateBeginningOffsets(zero);
    consumer.updateEndOffsets(zero);
    FeedSettings.Limits limits =
        new FeedSettings.Limits(
            maxRecords,
            1 << 20,
            Duration.ZERO,
            Duration.ofHours(1),
            Duration.ofSeconds(20),
            Duration.ofSeconds(20));
    feed =
        new KafkaFeed(
            consumer,
            new FeedSettings(Set.of(TOPIC), Optional.empty(), "g", false, untilEnd, limits),
            this);
  }

  /** Starts it; the partitions are assigned at the first poll. */
  FeedGround start(RecordHandler handler, TopicPartition... partitions) {
    consumer.schedulePollTask(() -> consumer.rebalance(List.of(partitions)));
    run =
        Executors.newSingleThreadExecutor(
                task -> {
                  poller = new Thread(task, "poll");
                  poller.setDaemon(true);
                  return poller;
                })
            .submit(
                () -> {
                  feed.run(handler);
                  return null;
                });
    return this;
  }

  /** Starts it with a handler whose records end by {@link #end}. */
  FeedGround start(TopicPartition... partitions) {
    return start(this::take, partitions);
  }

  CompletableFuture<Void> take(ConsumerRecord<byte[], byte[]> record) {
    String name = name(record.partition(), record.offset());
    handled.add(name);
    return open.computeIfAbsent(name, key -> new CompletableFuture<>());
  }

  /** Makes records, from the next poll on. */
  void records(TopicPartition partition, long from, long to) {
    consumer.schedulePollTask(
        () -> {
          for (long offset = from; offset < to; offset++) {
            consumer.addRecord(
                new ConsumerRecord<>(
                    TOPIC, partition.partition(), offset, null, "v".getBytes(UTF_8)));
          }
        });
  }

  /** Gives a record its outcome, also before it was handled. */
  void end(TopicPartition partition, long offset) {
    open.computeIfAbsent(name(partition.partition(), offset), key -> new CompletableFuture<>())
        .complete(null);
  }

  void fail(TopicPartition partition, long offset, IOException why) {
    open.get(name(partition.partition(), offset)).completeExceptionally(why);
  }

  static String name(int partition, long offset) {
    return partition + "/" + offset;
  }

  /** What is committed; -1 for nothing. */
  long committed(TopicPartition partition) {
    return committed.getOrDefault(partition, -1L);
  }

  /** Can be asked what is committed while it polls, and when it is closed. */
  private final class RecordingConsumer extends MockConsumer<byte[], byte[]> {
    RecordingConsumer() {
      super("none");
    }

    @Override
    public synchronized void commitAsync(
        Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
      offsets.forEach((partition, offset) -> committed.put(partition, offset.offset()));
      super.commitAsync(offsets, callback);
    }
  }

  /** Whether the poll loop waits for outcomes now, as it does when partitions are revoked. */
  boolean isSettling() {
    return Arrays.stream(poller.getStackTrace())
        .anyMatch(
            frame ->
                frame.getClassName().equals(OpenRecords.class.getName())
                    && frame.getMethodName().equals("await"));
  }

  void stop() {
    feed.stop();
  }

  Future<?> run() {
    return run;
  }

  @Override
  public void turn() {
    turns.incrementAndGet();
    LockSupport.parkNanos(1_000_000); // the mock's poll does not wait
  }

  @Override
  public void lag(long behind) {}

  @Override
  public void committed() {}

  @Override
  public void note(String text) {
    notes.add(text);
  }

  @Override
  public void close() {
    feed.stop();
    open.values().forEach(each -> each.complete(null));
  }
}
