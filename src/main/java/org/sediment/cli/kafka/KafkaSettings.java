package org.sediment.cli.kafka;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Kafka's own settings, from a user's file and what a feed needs. Stateless.
 *
 * <p>A file may set anything but what the promise rests on: offsets are never committed by
 * themselves, and dead letters are stored by all replicas. {@code auto.offset.reset} is {@code
 * none} unless the file says otherwise: a new group starts at the beginning, and offsets that are
 * gone are an error, not a silent gap.
 */
public final class KafkaSettings {
  private static final int LARGEST_LETTER = 16 << 20;

  private KafkaSettings() {}

  /**
   * Settings of the consumer.
   *
   * @throws IllegalArgumentException if the file switches auto-commit on
   */
  public static Map<String, Object> consumer(String bootstrap, String group, Properties file) {
    Map<String, Object> all =
        of(file, ConsumerConfig.configNames(), ProducerConfig.configNames(), bootstrap);
    String auto = String.valueOf(all.getOrDefault(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, ""));
    if (auto.equalsIgnoreCase("true")) {
      throw new IllegalArgumentException(
          ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG
              + "=true would commit what is not applied; leave it out");
    }
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    all.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    all.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    all.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    String protocol = String.valueOf(all.getOrDefault(ConsumerConfig.GROUP_PROTOCOL_CONFIG, ""));
    if (!protocol.toLowerCase(Locale.ROOT).equals("consumer")) {
      all.putIfAbsent(
          ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
          CooperativeStickyAssignor.class.getName());
    }
    return all;
  }

  /** Settings of the dead letters' producer. */
  public static Map<String, Object> producer(String bootstrap, Properties file) {
    Map<String, Object> all =
        of(file, ProducerConfig.configNames(), ConsumerConfig.configNames(), bootstrap);
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.putIfAbsent(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, LARGEST_LETTER);
    return all;
  }

  /** What the file says, without what is the other side's. */
  private static Map<String, Object> of(
      Properties file, Set<String> own, Set<String> others, String bootstrap) {
    Map<String, Object> all = new HashMap<>();
    for (String name : file.stringPropertyNames()) {
      if (own.contains(name) || !others.contains(name)) {
        all.put(name, file.getProperty(name));
      }
    }
    all.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    return all;
  }
}
