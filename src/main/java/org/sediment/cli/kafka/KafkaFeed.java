package org.sediment.cli.kafka;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Feeds the records of some topics, as a member of a consumer group, to a handler.
 *
 * <p>An offset is committed only after every record below it has its outcome; not before, and
 * without waiting for those above it: each partition's offsets are followed one by one ({@link
 * DoneOffsets}). So after a stop of whatever kind the group goes on at or before the first record
 * that is not done, and what was done comes again. The handler must bear that, and Sediment does:
 * what comes again is stale, a duplicate, or a delta that is known.
 *
 * <p>One thread polls and commits, and never waits for HBase; another gives the records to the
 * handler ({@link OpenRecords}). When too many have no outcome, partitions are paused and polling
 * goes on, so that the group keeps its member. What happens when partitions go to another member
 * stands at {@link Assigned}.
 */
public final class KafkaFeed {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration POLL_WHEN_FULL = Duration.ofMillis(20);
  private static final Duration CLOSE = Duration.ofSeconds(10);

  private final Consumer<byte[], byte[]> consumer;
  private final FeedSettings settings;
  private final FeedWatcher watcher;
  private final Ticker commitTicker;
  private final Ticker lagTicker;
  private volatile boolean stopped;

  /**
   * A feed; it closes the consumer when it has run.
   *
   * @param consumer as {@link KafkaSettings#consumer} configures it
   */
  public KafkaFeed(Consumer<byte[], byte[]> consumer, FeedSettings settings, FeedWatcher watcher) {
    this.consumer = consumer;
    this.settings = settings;
    this.watcher = watcher;
    this.commitTicker = new Ticker(settings.limits().commitEvery());
    this.lagTicker = new Ticker(settings.limits().lagEvery());
  }

  /** Makes {@link #run} end soon, with what it has begun done and committed. From any thread. */
  public void stop() {
    stopped = true;
  }

  /**
   * Feeds until {@link #stop}, or until the end if the settings say so.
   *
   * @throws KafkaNotThereException if no broker answers at first, or a topic is not there
   * @throws IOException if Kafka refuses, or what the handler threw; what was done is committed
   */
  public void run(RecordHandler handler) throws IOException {
    FeedSettings.Limits limits = settings.limits();
    try (OpenRecords open = new OpenRecords(handler, limits.maxRecords(), limits.maxBytes())) {
      Commits commits = new Commits(consumer, watcher);
      Assigned assigned =
          new Assigned(consumer, open, commits, limits.revokeWait(), settings.fromBeginning());
      GroupOffsets group = new GroupOffsets(consumer, settings.topics(), assigned.now());
      try {
        start(assigned, group);
        boolean atEnd = false;
        while (!stopped && !atEnd) {
          turn(assigned.now(), open);
          open.check();
          commits.check();
          atEnd = now(assigned.now(), commits, group);
          watcher.turn();
        }
        if (!assigned.settleAll(limits.drainWait())) {
          watcher.note(open.size() + " records have no outcome yet: they will come again");
        }
        open.check();
        commits.check();
      } catch (KafkaException failed) {
        throw KafkaTrouble.explained(failed, settings);
      } finally {
        end(assigned);
      }
    }
  }

  private void start(Assigned assigned, GroupOffsets group) {
    group.check(settings.deadLetterTopic());
    if (settings.untilEnd()) {
      group.aim();
    }
    consumer.subscribe(settings.topics(), assigned);
  }

  private void turn(Map<TopicPartition, PartitionWork> partitions, OpenRecords open) {
    if (open.isFull()) {
      consumer.pause(consumer.assignment());
    } else if (!consumer.paused().isEmpty() && open.hasRoom()) {
      consumer.resume(consumer.paused());
    }
    try {
      boolean waits = !consumer.paused().isEmpty();
      take(consumer.poll(waits ? POLL_WHEN_FULL : POLL), partitions, open);
    } catch (NoOffsetForPartitionException nothingCommitted) {
      consumer.seekToBeginning(nothingCommitted.partitions());
    } catch (RetriableException passes) {
      watcher.note("Kafka: " + passes.getMessage());
    }
  }

  private static void take(
      ConsumerRecords<byte[], byte[]> records,
      Map<TopicPartition, PartitionWork> partitions,
      OpenRecords open) {
    for (TopicPartition partition : records.partitions()) {
      for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
        open.add(partitions.get(partition), record);
      }
    }
    // after the last marker of a transaction, too, of which no record tells
    records
        .nextOffsets()
        .forEach((partition, next) -> partitions.get(partition).offsets().takenUpTo(next.offset()));
  }

  /** What is to be done now and then; says whether the end is reached. */
  private boolean now(
      Map<TopicPartition, PartitionWork> partitions, Commits commits, GroupOffsets group) {
    boolean atEnd = false;
    if (commitTicker.isDue()) {
      findPositions(partitions);
      commits.send(partitions);
      atEnd = settings.untilEnd() && group.reached();
    }
    if (lagTicker.isDue()) {
      group.lag().ifPresent(watcher::lag);
    }
    return atEnd;
  }

  /** Where partitions start that no record has come from yet, so that this is committed, too. */
  private void findPositions(Map<TopicPartition, PartitionWork> partitions) {
    Set<TopicPartition> unknown = new HashSet<>(partitions.keySet());
    unknown.removeIf(partition -> partitions.get(partition).offsets().safe().isPresent());
    for (TopicPartition partition : unknown) {
      try {
        long position = consumer.position(partition, POLL);
        partitions.get(partition).offsets().takenUpTo(position);
      } catch (NoOffsetForPartitionException nothingCommitted) {
        consumer.seekToBeginning(nothingCommitted.partitions());
      } catch (RetriableException later) {
        return;
      }
    }
  }

  /** Whatever happened: what is done is committed, and the group is left. */
  private void end(Assigned assigned) {
    try {
      assigned.settleAll(Duration.ZERO);
    } finally {
      close();
    }
  }

  private void close() {
    try {
      consumer.close(CloseOptions.timeout(CLOSE));
    } catch (KafkaException failed) {
      // what could be committed is; the group sees after a while that this member is gone
      watcher.note("Kafka: the group was not left in order: " + failed.getMessage());
    }
  }
}
