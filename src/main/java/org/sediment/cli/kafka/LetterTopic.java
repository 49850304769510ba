package org.sediment.cli.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * Refused records in a topic of their own: key, value and headers as they came, and headers {@code
 * sediment.reason}, {@code .outcome}, {@code .topic}, {@code .partition} and {@code .offset} that
 * say why and from where. At least once: a record that comes again after a stop is refused again.
 * Thread-safe.
 */
public final class LetterTopic implements AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(10);

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  // send waits for metadata and room, which the applier's threads must not
  private final ExecutorService sender = Executors.newSingleThreadExecutor(LetterTopic::thread);

  /**
   * Letters to a topic.
   *
   * @param producer as {@link KafkaSettings#producer} configures it; closed with this
   */
  public LetterTopic(Producer<byte[], byte[]> producer, String topic) {
    this.producer = producer;
    this.topic = topic;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "sediment-dead-letters");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Sends a record; returns at once.
   *
   * @return completes when all replicas have it; fails with an {@link IOException} that says what
   *     helps
   */
  public CompletableFuture<Void> send(
      ConsumerRecord<byte[], byte[]> record, String outcome, String reason) {
    CompletableFuture<Void> stored = new CompletableFuture<>();
    sender.execute(
        () -> {
          try {
            var unused =
                producer.send(
                    letter(record, outcome, reason),
                    (where, failed) -> {
                      if (failed == null) {
                        stored.complete(null);
                      } else {
                        stored.completeExceptionally(notWritten(failed));
                      }
                    });
          } catch (RuntimeException failed) {
            stored.completeExceptionally(notWritten(failed));
          }
        });
    return stored;
  }

  private ProducerRecord<byte[], byte[]> letter(
      ConsumerRecord<byte[], byte[]> record, String outcome, String reason) {
    ProducerRecord<byte[], byte[]> letter =
        new ProducerRecord<>(topic, null, record.key(), record.value(), record.headers());
    Headers headers = letter.headers();
    headers.add("sediment.outcome", outcome.getBytes(UTF_8));
    headers.add("sediment.reason", reason.getBytes(UTF_8));
    headers.add("sediment.topic", record.topic().getBytes(UTF_8));
    headers.add("sediment.partition", Integer.toString(record.partition()).getBytes(UTF_8));
    headers.add("sediment.offset", Long.toString(record.offset()).getBytes(UTF_8));
    return letter;
  }

  private IOException notWritten(Exception failed) {
    return new IOException(
        "dead letters cannot be written to topic '"
            + topic
            + "': "
            + failed.getMessage()
            + "; nothing from there on is committed. Is the topic there, writable, and its"
            + " max.message.bytes large enough?",
        failed);
  }

  @Override
  public void close() {
    sender.shutdown();
    producer.close(CLOSE);
  }
}
