package org.sediment.cli.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Where the whole group stands: own partitions by what is done, others by what their owners have
 * committed. Asks the broker; the poll loop's only.
 */
final class GroupOffsets {
  private static final Duration FIRST_WAIT = Duration.ofSeconds(30);
  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final int MOST_MISSING = 3;

  private final Consumer<byte[], byte[]> consumer;
  private final Set<String> topics;
  private final Map<TopicPartition, PartitionWork> own;
  private final Map<TopicPartition, Long> goal = new HashMap<>();
  private int missing;

  /**
   * Over some topics.
   *
   * @param own the partitions assigned now; a live view
   */
  GroupOffsets(
      Consumer<byte[], byte[]> consumer,
      Set<String> topics,
      Map<TopicPartition, PartitionWork> own) {
    this.consumer = consumer;
    this.topics = topics;
    this.own = own;
  }

  /**
   * The partitions of the topics.
   *
   * @throws UnknownTopicOrPartitionException if one of the topics is not there
   */
  private Set<TopicPartition> partitions(Duration wait) {
    Set<TopicPartition> all = new HashSet<>();
    topics.forEach(topic -> all.addAll(partitions(topic, wait)));
    return all;
  }

  private List<TopicPartition> partitions(String topic, Duration wait) {
    List<PartitionInfo> found = consumer.partitionsFor(topic, wait);
    if (found == null || found.isEmpty()) {
      throw new UnknownTopicOrPartitionException("there is no topic '" + topic + "'");
    }
    return found.stream().map(info -> new TopicPartition(topic, info.partition())).toList();
  }

  /** Sees that the topics are there, and another one. */
  void check(Optional<String> deadLetterTopic) {
    partitions(FIRST_WAIT);
    deadLetterTopic.ifPresent(topic -> partitions(topic, FIRST_WAIT));
  }

  /** Sets the goal: what is there now. */
  void aim() {
    Set<TopicPartition> all = partitions(FIRST_WAIT);
    goal.putAll(consumer.endOffsets(all, FIRST_WAIT));
    // where nothing is, nobody may ever commit anything
    consumer
        .beginningOffsets(all, FIRST_WAIT)
        .forEach((partition, begin) -> goal.remove(partition, begin));
  }

  /** Whether the group has done all that was there when the goal was set. */
  boolean reached() {
    goal.entrySet().removeIf(end -> reachedByOwn(end.getKey(), end.getValue()));
    Set<TopicPartition> others = new HashSet<>(goal.keySet());
    others.removeAll(own.keySet());
    if (!others.isEmpty() && others.size() == goal.size()) {
      try {
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(others, WAIT);
        goal.entrySet()
            .removeIf(end -> offset(committed, end.getKey()).orElse(-1L) >= end.getValue());
      } catch (RetriableException later) {
        return false;
      }
    }
    return goal.isEmpty();
  }

  private boolean reachedByOwn(TopicPartition partition, long end) {
    PartitionWork work = own.get(partition);
    return work != null && work.offsets().safe().orElse(-1) >= end;
  }

  /**
   * Records, and markers of transactions, that the group has not done; empty if nobody answers.
   *
   * @throws UnknownTopicOrPartitionException if a topic has been gone for some calls
   */
  OptionalLong lag() {
    try {
      Set<TopicPartition> all = partitions(WAIT);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all, WAIT);
      Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(all, WAIT);
      Set<TopicPartition> unknown = new HashSet<>();
      long behind = 0;
      for (TopicPartition partition : all) {
        OptionalLong safe = safe(partition);
        if (safe.isEmpty() && offset(committed, partition).isEmpty()) {
          unknown.add(partition);
        } else {
          long done = safe.orElseGet(() -> offset(committed, partition).orElseThrow());
          behind += Math.max(0, ends.get(partition) - done);
        }
      }
      for (Map.Entry<TopicPartition, Long> begin :
          consumer.beginningOffsets(unknown, WAIT).entrySet()) {
        behind += Math.max(0, ends.get(begin.getKey()) - begin.getValue());
      }
      missing = 0;
      return OptionalLong.of(behind);
    } catch (UnknownTopicOrPartitionException gone) {
      // a broker that has just started may not know it yet
      if (++missing > MOST_MISSING) {
        throw gone;
      }
      return OptionalLong.empty();
    } catch (RetriableException later) {
      return OptionalLong.empty();
    }
  }

  private OptionalLong safe(TopicPartition partition) {
    PartitionWork work = own.get(partition);
    return work == null ? OptionalLong.empty() : work.offsets().safe();
  }

  private static Optional<Long> offset(
      Map<TopicPartition, OffsetAndMetadata> committed, TopicPartition partition) {
    return Optional.ofNullable(committed.get(partition)).map(OffsetAndMetadata::offset);
  }
}
