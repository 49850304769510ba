package org.sediment.live.postgres;

import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.format.Json;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A Debezium server in small, as a process of its own, so that it can be killed: runs the embedded
 * engine and sends what it captures to Kafka, a topic for each table, key and value as JSON. A
 * batch is told as processed when Kafka has all of it.
 */
final class CaptureMain {
  /** Property: Kafka's address. */
  static final String BOOTSTRAP = "capture.bootstrap";

  private final KafkaProducer<String, String> producer;

  private CaptureMain(KafkaProducer<String, String> producer) {
    this.producer = producer;
  }

  /**
   * Runs until it is told to end, or fails with exit code 1.
   *
   * @param args the engine's properties, as a file
   */
  public static void main(String[] args) throws Exception {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(Path.of(args[0]))) {
      properties.load(in);
    }
    Properties kafka = new Properties();
    kafka.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, properties.remove(BOOTSTRAP));
    kafka.put(ProducerConfig.ACKS_CONFIG, "all");
    int[] code = {0};
    try (KafkaProducer<String, String> producer =
            new KafkaProducer<>(kafka, new StringSerializer(), new StringSerializer());
        DebeziumEngine<ChangeEvent<String, String>> engine =
            DebeziumEngine.create(Json.class)
                .using(properties)
                .using((success, message, error) -> code[0] = ended(success, message, error))
                .notifying(new CaptureMain(producer)::send)
                .build()) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(engine)));
      engine.run();
    }
    if (code[0] != 0) {
      System.exit(code[0]);
    }
  }

  private static int ended(boolean success, String message, Throwable error) {
    if (!success) {
      System.err.println("the engine failed: " + message + " " + error);
    }
    return success ? 0 : 1;
  }

  private static void close(DebeziumEngine<?> engine) {
    try {
      engine.close();
    } catch (IOException | IllegalStateException ended) {
      System.err.println("the engine had ended: " + ended);
    }
  }

  private void send(
      List<ChangeEvent<String, String>> events,
      DebeziumEngine.RecordCommitter<ChangeEvent<String, String>> committer)
      throws InterruptedException {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (ChangeEvent<String, String> event : events) {
      sent.add(
          producer.send(new ProducerRecord<>(event.destination(), event.key(), event.value())));
    }
    producer.flush();
    for (int i = 0; i < sent.size(); i++) {
      try {
        sent.get(i).get();
      } catch (ExecutionException failed) {
        throw new IllegalStateException("Kafka did not take an event", failed);
      }
      committer.markProcessed(events.get(i));
    }
    committer.markBatchFinished();
  }
}
