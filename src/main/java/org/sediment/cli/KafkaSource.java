package org.sediment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.sediment.cdc.SourceMessage;
import org.sediment.cli.kafka.FeedWatcher;
import org.sediment.cli.kafka.KafkaFeed;
import org.sediment.cli.kafka.LetterTopic;

/** Topics, read as a member of a consumer group; refused records go to a file or a topic. */
final class KafkaSource implements EventSource {
  private final KafkaFeed feed;
  private final Letters letters;

  /** Where refused records go. */
  private interface Letters {
    CompletableFuture<Void> add(
        ConsumerRecord<byte[], byte[]> record,
        SourceMessage message,
        String outcome,
        String reason);

    void close() throws IOException;
  }

  private KafkaSource(KafkaFeed feed, Letters letters) {
    this.feed = feed;
    this.letters = letters;
  }

  /**
   * Connects.
   *
   * @param file where refused records go if not to a topic; null if there is none
   */
  static KafkaSource open(
      KafkaOptions options, DeadLetters file, ApplyCounts counts, PrintWriter err)
      throws IOException {
    KafkaFeed feed = new KafkaFeed(options.consumer(), options.feed(), new Watcher(counts, err));
    Optional<LetterTopic> topic = options.letters();
    return new KafkaSource(feed, topic.isPresent() ? to(topic.get()) : to(file));
  }

  private static Letters to(LetterTopic topic) {
    return new Letters() {
      @Override
      public CompletableFuture<Void> add(
          ConsumerRecord<byte[], byte[]> record,
          SourceMessage message,
          String outcome,
          String reason) {
        return topic.send(record, outcome, reason);
      }

      @Override
      public void close() {
        topic.close();
      }
    };
  }

  private static Letters to(DeadLetters file) {
    return new Letters() {
      @Override
      public CompletableFuture<Void> add(
          ConsumerRecord<byte[], byte[]> record,
          SourceMessage message,
          String outcome,
          String reason) {
        return file.add(message, outcome, reason);
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  private static SourceMessage message(ConsumerRecord<byte[], byte[]> record) {
    return new SourceMessage(
        "topic "
            + record.topic()
            + " partition "
            + record.partition()
            + " offset "
            + record.offset(),
        Optional.ofNullable(record.key()),
        Optional.ofNullable(record.value()));
  }

  @Override
  public void feed(EventFeed into) throws IOException {
    feed.run(
        record -> {
          SourceMessage message = message(record);
          return into.take(
              message, (outcome, reason) -> letters.add(record, message, outcome, reason));
        });
  }

  @Override
  public void stop() {
    feed.stop();
  }

  /** Nothing is left: each letter was waited for before its offset was committed. */
  @Override
  public void flush() {}

  @Override
  public void close() throws IOException {
    letters.close();
  }

  /** Tells the counts, and people. */
  private record Watcher(ApplyCounts counts, PrintWriter err) implements FeedWatcher {
    @Override
    public void turn() {
      counts.progress();
    }

    @Override
    public void lag(long behind) {
      counts.lag(behind);
    }

    @Override
    public void committed() {
      counts.committed();
    }

    @Override
    public void note(String text) {
      err.println(text);
      err.flush();
    }
  }
}
