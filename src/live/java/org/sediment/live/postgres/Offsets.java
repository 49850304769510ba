package org.sediment.live.postgres;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.sediment.live.kafka.KafkaBroker;

/** What the applier's group has committed: looked at, and set back. One thread. */
final class Offsets {
  private final KafkaBroker broker;
  private final List<String> topics;
  private final String group;

  Offsets(KafkaBroker broker, List<String> topics, String group) {
    this.broker = broker;
    this.topics = topics;
    this.group = group;
  }

  /** Sum of all committed offsets. */
  long committed() {
    return topics.stream()
        .flatMap(topic -> broker.committed(group, topic).values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  /** The offset behind the last record, of each partition. */
  Map<TopicPartition, Long> ends() throws InterruptedException, ExecutionException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (TopicDescription topic :
        broker.admin().describeTopics(topics).allTopicNames().get().values()) {
      topic
          .partitions()
          .forEach(
              each ->
                  asked.put(
                      new TopicPartition(topic.name(), each.partition()), OffsetSpec.latest()));
    }
    Map<TopicPartition, Long> ends = new HashMap<>();
    broker
        .admin()
        .listOffsets(asked)
        .all()
        .get()
        .forEach((partition, end) -> ends.put(partition, end.offset()));
    return ends;
  }

  /** How many records there are. */
  long records() throws InterruptedException, ExecutionException {
    return ends().values().stream().mapToLong(Long::longValue).sum();
  }

  /** A killed member is missed only after a while: takes it out, so that the next need not wait. */
  void forgetMembers() throws InterruptedException {
    try {
      boolean none =
          broker
              .admin()
              .describeConsumerGroups(List.of(group))
              .all()
              .get()
              .get(group)
              .members()
              .isEmpty();
      if (none) {
        return;
      }
      broker
          .admin()
          .removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
          .all()
          .get();
    } catch (ExecutionException failed) {
      Throwable cause = failed;
      while (cause != null && !(cause instanceof GroupIdNotFoundException)) {
        cause = cause.getCause();
      }
      if (cause == null) { // killed before it joined, there is no group yet
        throw new IllegalStateException("members not removed", failed);
      }
    }
  }

  /** Sets some partitions back to an earlier place; the group must have no members. */
  void rewind(Random random) {
    for (String topic : topics) {
      Map<Integer, Long> earlier = new TreeMap<>();
      broker
          .committed(group, topic)
          .forEach(
              (partition, offset) -> {
                if (offset > 0 && random.nextBoolean()) {
                  earlier.put(partition, random.nextLong(offset));
                }
              });
      if (!earlier.isEmpty()) {
        broker.rewind(group, topic, earlier);
      }
    }
  }

  /** Sets everything back to the beginning. */
  void rewindToStart() throws InterruptedException, ExecutionException {
    for (TopicPartition partition : ends().keySet()) {
      broker.rewind(group, partition.topic(), Map.of(partition.partition(), 0L));
    }
  }
}
