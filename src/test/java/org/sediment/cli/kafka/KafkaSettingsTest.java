package org.sediment.cli.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Settings of the two clients, and the letters that one of them sends. */
class KafkaSettingsTest {
  private static Properties file(String... pairs) {
    Properties file = new Properties();
    for (int i = 0; i < pairs.length; i += 2) {
      file.setProperty(pairs[i], pairs[i + 1]);
    }
    return file;
  }

  @Test
  void whatTheGuaranteeRestsOnIsSetWhateverTheFileSays() {
    Map<String, Object> settings =
        KafkaSettings.consumer(
            "b:1",
            "g",
            file(
                "group.id",
                "other",
                "bootstrap.servers",
                "x:1",
                "fetch.min.bytes",
                "9",
                "acks",
                "0"));
    assertThat(settings)
        .containsEntry("group.id", "g")
        .containsEntry("bootstrap.servers", "b:1")
        .containsEntry("fetch.min.bytes", "9")
        .containsEntry("enable.auto.commit", false)
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("auto.offset.reset", "none")
        .doesNotContainKey("acks");
    assertThat(KafkaSettings.producer("b:1", file("acks", "0", "fetch.min.bytes", "9")))
        .containsEntry("acks", "all")
        .doesNotContainKey("fetch.min.bytes");
    assertThatThrownBy(() -> KafkaSettings.consumer("b:1", "g", file("enable.auto.commit", "true")))
        .hasMessageContaining("would commit what is not applied");
  }

  @Test
  void securityGoesToBothAndTheFileMayChooseTheRest() {
    Properties file =
        file(
            "security.protocol",
            "SASL_SSL",
            "isolation.level",
            "read_uncommitted",
            "group.protocol",
            "consumer");
    assertThat(KafkaSettings.consumer("b:1", "g", file))
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("isolation.level", "read_uncommitted")
        .doesNotContainKey("partition.assignment.strategy");
    assertThat(KafkaSettings.producer("b:1", file)).containsEntry("security.protocol", "SASL_SSL");
  }

  @Test
  void aLetterIsTheRecordAsItCameWithItsReason() throws Exception {
    MockProducer<byte[], byte[]> producer = producer();
    try (LetterTopic letters = new LetterTopic(producer, "refused")) {
      ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("orders", 3, 17, null, null);
      record.headers().add("trace", "abc".getBytes(UTF_8));
      CompletableFuture<Void> stored = letters.send(record, "rejected", "no family 'n'");
      Awaitility.await().until(() -> !producer.history().isEmpty());
      assertThat(stored).isNotDone();
      producer.completeNext();
      stored.get(10, TimeUnit.SECONDS);
      ProducerRecord<byte[], byte[]> letter = producer.history().get(0);
      assertThat(letter.value()).isNull();
      assertThat(letter.key()).isNull();
      assertThat(letter.headers().toArray())
          .extracting(each -> each.key() + "=" + new String(each.value(), UTF_8))
          .containsExactly(
              "trace=abc",
              "sediment.outcome=rejected",
              "sediment.reason=no family 'n'",
              "sediment.topic=orders",
              "sediment.partition=3",
              "sediment.offset=17");
    }
  }

  @Test
  void aLetterThatIsNotStoredFailsWithTheRemedy() {
    MockProducer<byte[], byte[]> producer = producer();
    try (LetterTopic letters = new LetterTopic(producer, "refused")) {
      CompletableFuture<Void> stored =
          letters.send(new ConsumerRecord<>("orders", 3, 17, null, null), "rejected", "why");
      Awaitility.await().until(() -> !producer.history().isEmpty());
      producer.errorNext(new RecordTooLargeException("too large"));
      assertThatThrownBy(() -> stored.get(10, TimeUnit.SECONDS))
          .hasMessageContaining("dead letters cannot be written to topic 'refused': too large")
          .hasMessageContaining("max.message.bytes");
    }
  }

  private static MockProducer<byte[], byte[]> producer() {
    return new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
