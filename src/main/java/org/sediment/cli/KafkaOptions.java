package org.sediment.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.sediment.cli.kafka.FeedSettings;
import org.sediment.cli.kafka.KafkaSettings;
import org.sediment.cli.kafka.LetterTopic;
import picocli.CommandLine.Option;

/** Options of {@code apply} that are about Kafka. */
final class KafkaOptions {
  @Option(
      names = "--kafka",
      required = true,
      paramLabel = "HOST:PORT",
      description =
          "Addresses of brokers: a:9092,b:9092. Messages come from there, not from files.")
  private String bootstrap;

  @Option(
      names = "--topics",
      required = true,
      split = ",",
      paramLabel = "TOPIC",
      description = "Topics, with commas between them.")
  private List<String> topics = List.of();

  @Option(
      names = "--group",
      required = true,
      paramLabel = "NAME",
      description = {
        "Consumer group; give it to several processes, and they share the partitions.",
        "A new group starts at the beginning."
      })
  private String group;

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description = "Kafka's own settings (security, time-outs) as a properties file.")
  private Path config;

  @Option(
      names = "--dead-letter-topic",
      paramLabel = "TOPIC",
      description = "Topic for refused messages, as they came, the reason in headers.")
  private String deadLetterTopic;

  @Option(
      names = "--from-beginning",
      description = "Read all again, whatever the group has committed.")
  private boolean fromBeginning;

  @Option(
      names = "--until-end",
      description = "Stop when the group has done all that was there at the start.")
  private boolean untilEnd;

  /** Whether refused messages go to a topic. */
  boolean hasDeadLetterTopic() {
    return deadLetterTopic != null;
  }

  /** How to read. */
  FeedSettings feed() {
    Set<String> names = new LinkedHashSet<>(topics);
    if (names.contains(deadLetterTopic)) {
      throw new Failure(
          ExitCode.USAGE,
          "--dead-letter-topic " + deadLetterTopic + ": it is one of --topics, and would be read");
    }
    return new FeedSettings(
        names,
        Optional.ofNullable(deadLetterTopic),
        group,
        fromBeginning,
        untilEnd,
        FeedSettings.Limits.DEFAULT);
  }

  /**
   * A consumer.
   *
   * @throws Failure with code 2 if Kafka does not take the settings
   */
  Consumer<byte[], byte[]> consumer() throws IOException {
    Properties file = file();
    try {
      Map<String, Object> settings = KafkaSettings.consumer(bootstrap, group, file);
      return new KafkaConsumer<>(
          settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    } catch (KafkaException | IllegalArgumentException wrong) {
      throw refused(wrong);
    }
  }

  /**
   * The topic of dead letters; empty if they go elsewhere.
   *
   * @throws Failure with code 2 if Kafka does not take the settings
   */
  Optional<LetterTopic> letters() throws IOException {
    if (deadLetterTopic == null) {
      return Optional.empty();
    }
    Properties file = file();
    try {
      Map<String, Object> settings = KafkaSettings.producer(bootstrap, file);
      return Optional.of(
          new LetterTopic(
              new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()),
              deadLetterTopic));
    } catch (KafkaException wrong) {
      throw refused(wrong);
    }
  }

  private Failure refused(RuntimeException wrong) {
    String cause = wrong.getCause() == null ? "" : ": " + wrong.getCause().getMessage();
    return new Failure(
        ExitCode.USAGE,
        "--kafka "
            + bootstrap
            + (config == null ? "" : ", --kafka-config " + config)
            + ": "
            + wrong.getMessage()
            + cause,
        wrong);
  }

  private Properties file() throws IOException {
    Properties file = new Properties();
    if (config != null) {
      if (!Files.isReadable(config)) {
        throw new Failure(ExitCode.USAGE, "--kafka-config " + config + ": there is no such file");
      }
      try (Reader in = Files.newBufferedReader(config)) {
        file.load(in);
      } catch (IllegalArgumentException wrong) {
        throw new Failure(
            ExitCode.USAGE, "--kafka-config " + config + ": " + wrong.getMessage(), wrong);
      }
    }
    return file;
  }
}
