package org.sediment.live.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;

/**
 * A real Kafka broker (KRaft, controller included) in this JVM, with its files in a temporary
 * directory. Topics are not made by themselves. Thread-safe.
 */
public final class KafkaBroker implements AutoCloseable {
  private final KafkaClusterTestKit kit;
  private final Admin admin;

  private KafkaBroker(KafkaClusterTestKit kit, Admin admin) {
    this.kit = kit;
    this.admin = admin;
  }

  /** Starts a broker, in about four seconds. */
  public static KafkaBroker start() {
    TestKitNodes nodes =
        new TestKitNodes.Builder()
            .setCombined(true)
            .setNumBrokerNodes(1)
            .setNumControllerNodes(1)
            .build();
    try {
      KafkaClusterTestKit kit =
          new KafkaClusterTestKit.Builder(nodes)
              .setConfigProp("auto.create.topics.enable", "false")
              .setConfigProp("offsets.topic.num.partitions", "4")
              .setConfigProp("offsets.topic.replication.factor", "1")
              .setConfigProp("transaction.state.log.num.partitions", "4")
              .setConfigProp("transaction.state.log.replication.factor", "1")
              .setConfigProp("transaction.state.log.min.isr", "1")
              .setConfigProp("group.initial.rebalance.delay.ms", "0")
              .build();
      kit.format();
      kit.startup();
      kit.waitForReadyBrokers();
      return new KafkaBroker(kit, kit.admin());
    } catch (Exception failed) {
      throw new IllegalStateException("the broker did not start", failed);
    }
  }

  /** Addresses for {@code bootstrap.servers}. */
  public String bootstrap() {
    return kit.bootstrapServers();
  }

  /** The cluster's administration; closed with the broker. */
  public Admin admin() {
    return admin;
  }

  /** Makes a topic. */
  public void createTopic(String name, int partitions) {
    createTopic(name, partitions, Map.of());
  }

  /** Makes a topic with settings of its own. */
  public void createTopic(String name, int partitions, Map<String, String> settings) {
    NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(settings);
    join(admin.createTopics(List.of(topic)).all());
  }

  /** A producer of bytes, which waits for its records to be stored; closed by its caller. */
  public KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap(),
            ProducerConfig.ACKS_CONFIG,
            "all",
            ProducerConfig.LINGER_MS_CONFIG,
            5),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /** A consumer of bytes with no group; closed by its caller. */
  public KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap(),
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  /** All committed records of a topic as it is now, partition by partition. */
  public List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      List<TopicPartition> partitions = partitions(consumer, topic);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(200)).forEach(all::add);
      }
    }
    all.sort(
        (a, b) ->
            a.partition() == b.partition()
                ? Long.compare(a.offset(), b.offset())
                : Integer.compare(a.partition(), b.partition()));
    return all;
  }

  /** The offset after the last committed record, by partition. */
  public Map<Integer, Long> ends(String topic) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      return byNumber(topic, consumer.endOffsets(partitions(consumer, topic)));
    }
  }

  private static List<TopicPartition> partitions(
      KafkaConsumer<byte[], byte[]> consumer, String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(found -> new TopicPartition(topic, found.partition()))
        .toList();
  }

  /** What a group has committed, by partition; without those it has committed nothing for. */
  public Map<Integer, Long> committed(String group, String topic) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    join(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach(
            (partition, offset) ->
                Optional.ofNullable(offset)
                    .ifPresent(known -> offsets.put(partition, known.offset())));
    return byNumber(topic, offsets);
  }

  /** Sets back what a group without members has committed. */
  public void rewind(String group, String topic, Map<Integer, Long> offsets) {
    Map<TopicPartition, OffsetAndMetadata> to = new HashMap<>();
    offsets.forEach(
        (partition, offset) ->
            to.put(new TopicPartition(topic, partition), new OffsetAndMetadata(offset)));
    join(admin.alterConsumerGroupOffsets(group, to).all());
  }

  /** Deletes topics. */
  public void deleteTopics(Collection<String> names) {
    join(admin.deleteTopics(names).all());
  }

  private static Map<Integer, Long> byNumber(String topic, Map<TopicPartition, Long> offsets) {
    Map<Integer, Long> byNumber = new TreeMap<>();
    offsets.forEach(
        (partition, offset) -> {
          if (partition.topic().equals(topic)) {
            byNumber.put(partition.partition(), offset);
          }
        });
    return byNumber;
  }

  private static <T> T join(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed.getCause().toString(), failed.getCause());
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(5));
    try {
      kit.close();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (Exception failed) {
      throw new IllegalStateException("the broker did not stop", failed);
    }
  }
}
