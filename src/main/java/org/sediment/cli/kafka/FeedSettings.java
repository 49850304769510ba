package org.sediment.cli.kafka;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * How a {@link KafkaFeed} reads. Immutable.
 *
 * @param topics their names
 * @param deadLetterTopic a topic that must be there, too; empty for none
 * @param group the consumer group's name, for messages
 * @param fromBeginning whether each partition is read from its beginning when it is first assigned
 * @param untilEnd whether the feed ends when the group has done all that was there at the start
 * @param limits how much may be open, and how often and how long
 */
public record FeedSettings(
    Set<String> topics,
    Optional<String> deadLetterTopic,
    String group,
    boolean fromBeginning,
    boolean untilEnd,
    Limits limits) {
  /** Copies the set. */
  public FeedSettings {
    topics = Set.copyOf(topics);
  }

  /**
   * Bounds of a feed.
   *
   * @param maxRecords records without outcome at which no more are taken
   * @param maxBytes their size at which no more are taken
   * @param commitEvery how often what is done is committed
   * @param lagEvery how often the lag is asked for
   * @param revokeWait how long a revoked partition waits for its last outcomes; far less than
   *     {@code max.poll.interval.ms}, and the whole group waits with it
   * @param drainWait the same at the end
   */
  public record Limits(
      int maxRecords,
      long maxBytes,
      Duration commitEvery,
      Duration lagEvery,
      Duration revokeWait,
      Duration drainWait) {
    /** 20,000 records or 64 MB; every second, every 5 s; 10 s and 30 s. */
    public static final Limits DEFAULT =
        new Limits(
            20_000,
            64L << 20,
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30));
  }
}
