package org.sediment.live.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.sediment.live.LiveTest;
import org.sediment.testing.MiniCluster;

/** The broker itself, in one JVM with HBase. */
@LiveTest
class KafkaBrokerTest {
  @Test
  void keepsRecordsAndOffsetsBesideAMiniCluster(MiniCluster cluster) throws Exception {
    assertThat(cluster.admin().getClusterMetrics().getLiveServerMetrics()).isNotEmpty();
    try (KafkaBroker broker = KafkaBroker.start()) {
      broker.createTopic("t", 3);
      try (KafkaProducer<byte[], byte[]> producer = broker.producer()) {
        for (int i = 0; i < 30; i++) {
          byte[] bytes = ("v" + i).getBytes(UTF_8);
          var unused = producer.send(new ProducerRecord<>("t", i % 3, bytes, bytes));
        }
      }
      assertThat(broker.ends("t")).isEqualTo(Map.of(0, 10L, 1, 10L, 2, 10L));
      assertThat(broker.records("t")).hasSize(30);
      broker.rewind("g", "t", Map.of(1, 4L));
      assertThat(broker.committed("g", "t")).isEqualTo(Map.of(1, 4L));
      broker.deleteTopics(List.of("t"));
    }
  }
}
