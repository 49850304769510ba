package org.sediment.cli.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions that this member of the group has now. The poll loop's only: Kafka calls it from
 * within {@code poll} and {@code close}.
 *
 * <p>A partition that is revoked waits, for a bounded time, until what the handler has of it is
 * done; then that is committed, and the next owner starts there. One that is lost (this member was
 * away too long) has another owner already: it is only forgotten. Either way a late write of this
 * member, a zombie's, may reach HBase after the new owner has begun, and does no harm: the servers
 * judge it by its sequence and its deltas by their event IDs, whoever sends them and however often.
 */
final class Assigned implements ConsumerRebalanceListener {
  private final Consumer<byte[], byte[]> consumer;
  private final OpenRecords open;
  private final Commits commits;
  private final Duration revokeWait;
  private final boolean fromBeginning;
  private final Map<TopicPartition, PartitionWork> now = new HashMap<>();
  private final Set<TopicPartition> rewound = new HashSet<>();

  Assigned(
      Consumer<byte[], byte[]> consumer,
      OpenRecords open,
      Commits commits,
      Duration revokeWait,
      boolean fromBeginning) {
    this.consumer = consumer;
    this.open = open;
    this.commits = commits;
    this.revokeWait = revokeWait;
    this.fromBeginning = fromBeginning;
  }

  /** What is assigned, not to be changed. */
  Map<TopicPartition, PartitionWork> now() {
    return now;
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    partitions.forEach(partition -> now.put(partition, new PartitionWork()));
    if (fromBeginning) {
      // once a run: a partition that comes back goes on where it was committed
      Set<TopicPartition> first = new HashSet<>(partitions);
      first.removeAll(rewound);
      rewound.addAll(first);
      if (!first.isEmpty()) {
        consumer.seekToBeginning(first);
      }
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    settle(remove(partitions), revokeWait);
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    remove(partitions);
  }

  private Map<TopicPartition, PartitionWork> remove(Collection<TopicPartition> partitions) {
    Map<TopicPartition, PartitionWork> gone = new HashMap<>();
    for (TopicPartition partition : partitions) {
      PartitionWork work = now.remove(partition);
      if (work != null) {
        gone.put(partition, work);
      }
    }
    open.forgetQueued(gone.values());
    return gone;
  }

  /** Begins nothing more, waits for what has begun, and commits; false if not all was done. */
  boolean settleAll(Duration atMost) {
    open.forgetQueued(now.values());
    return settle(now, atMost);
  }

  private boolean settle(Map<TopicPartition, PartitionWork> partitions, Duration atMost) {
    boolean done = open.await(partitions.values(), atMost);
    commits.sendAndWait(partitions);
    return done;
  }
}
