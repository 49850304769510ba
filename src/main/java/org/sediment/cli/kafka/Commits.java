package org.sediment.cli.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Commits what is done. A commit that does not come through is no failure: the next one says the
 * same and more, and without one the records come again, which is harmless. The poll loop's only.
 */
final class Commits {
  private static final Duration SYNC_WAIT = Duration.ofSeconds(10);

  private final Consumer<byte[], byte[]> consumer;
  private final FeedWatcher watcher;
  private RuntimeException failure;

  Commits(Consumer<byte[], byte[]> consumer, FeedWatcher watcher) {
    this.consumer = consumer;
    this.watcher = watcher;
  }

  /** Sends what is new, and goes on. */
  void send(Map<TopicPartition, PartitionWork> partitions) {
    Map<TopicPartition, OffsetAndMetadata> offsets = news(partitions);
    if (!offsets.isEmpty()) {
      Map<TopicPartition, PartitionWork> asked = new HashMap<>(partitions);
      consumer.commitAsync(
          offsets, (committed, failed) -> answered(asked, offsets, (RuntimeException) failed));
    }
  }

  /** Sends what is new, and waits for the answer, some seconds at most. */
  void sendAndWait(Map<TopicPartition, PartitionWork> partitions) {
    Map<TopicPartition, OffsetAndMetadata> offsets = news(partitions);
    if (!offsets.isEmpty()) {
      try {
        consumer.commitSync(offsets, SYNC_WAIT);
        answered(partitions, offsets, null);
      } catch (RuntimeException failed) {
        answered(partitions, offsets, failed);
      }
    }
  }

  /** Throws what no further try will mend. */
  void check() {
    if (failure != null) {
      throw failure;
    }
  }

  private static Map<TopicPartition, OffsetAndMetadata> news(
      Map<TopicPartition, PartitionWork> partitions) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    partitions.forEach(
        (partition, work) -> {
          OptionalLong safe = work.offsets().safe();
          if (safe.isPresent() && safe.getAsLong() != work.committed()) {
            offsets.put(partition, new OffsetAndMetadata(safe.getAsLong()));
            work.committed(safe.getAsLong());
          }
        });
    return offsets;
  }

  private void answered(
      Map<TopicPartition, PartitionWork> partitions,
      Map<TopicPartition, OffsetAndMetadata> offsets,
      RuntimeException failed) {
    if (failed == null) {
      watcher.committed();
      return;
    }
    offsets.keySet().forEach(partition -> partitions.get(partition).notCommitted());
    boolean passes =
        failed instanceof RetriableException
            || failed instanceof RetriableCommitFailedException
            || failed instanceof RebalanceInProgressException
            || failed instanceof CommitFailedException;
    if (!passes && failure == null) {
      failure = failed;
    } else if (passes && !(failed instanceof RebalanceInProgressException)) {
      watcher.note("offsets not committed this time: " + failed.getMessage());
    }
  }
}
