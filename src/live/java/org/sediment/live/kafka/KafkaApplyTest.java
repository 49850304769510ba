package org.sediment.live.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sediment.live.LiveTest;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.TestRegion;

/** {@code sediment apply} from a real broker: outcomes, offsets, dead letters, ends. */
@LiveTest
class KafkaApplyTest {
  private static KafkaBroker broker;

  private final MiniCluster cluster;
  @TempDir private Path dir;

  KafkaApplyTest(MiniCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeAll
  static void startBroker() {
    broker = KafkaBroker.start();
  }

  @AfterAll
  static void stopBroker() throws Exception {
    broker.close();
  }

  private String table() throws IOException {
    return cluster.create(TestRegion.builder().sequence().upsert("u").delta("x")).getNameAsString();
  }

  private Applier start(String... options) throws IOException {
    List<String> line = new ArrayList<>(List.of("--kafka", broker.bootstrap()));
    line.addAll(List.of(options));
    return Applier.start(cluster, dir, line);
  }

  private static void send(String topic, int partition, String... values) {
    try (KafkaProducer<byte[], byte[]> producer = broker.producer()) {
      for (String value : values) {
        var unused =
            producer.send(
                new ProducerRecord<>(
                    topic, partition, null, value == null ? null : value.getBytes(UTF_8)));
      }
    }
  }

  private static String event(String row, int sequence, String rest) {
    return "{\"key\":\"%s\",\"seq\":%d,\"ts\":%d,%s}"
        .formatted(row, sequence, System.currentTimeMillis(), rest);
  }

  private String value(String table, String row) throws IOException {
    try (Table open = cluster.table(TableName.valueOf(table))) {
      return Bytes.toString(
          open.get(new Get(Bytes.toBytes(row))).getValue(Bytes.toBytes("u"), Bytes.toBytes("a")));
    }
  }

  @Test
  void allThatIsThereIsAppliedAndCommittedAndRefusedRecordsAreInTheTopic() throws Exception {
    String table = table();
    broker.createTopic("first", 3);
    broker.createTopic("first.refused", 1);
    send("first", 0, event("r0", 1, "\"set\":{\"u:a\":\"0\"}"), "{\"key\":", null);
    send(
        "first",
        2,
        event("r2", 1, "\"set\":{\"u:a\":\"2\"}"),
        event("r", 1, "\"set\":{\"no:a\":\"2\"}"));
    String[] line = {
      "--topics",
      "first",
      "--group",
      "first",
      "--table",
      table,
      "--dead-letter-topic",
      "first.refused",
      "--until-end"
    };
    try (Applier applier = start(line)) {
      assertThat(applier.await(60)).as(applier.said()).isEqualTo(4);
      assertThat(applier.said())
          .contains(
              "5 messages", "1 not understood", "1 skipped: tombstone", "2 applied", "1 rejected");
    }
    assertThat(value(table, "r0")).isEqualTo("0");
    assertThat(value(table, "r2")).isEqualTo("2");
    assertThat(broker.committed("first", "first")).isEqualTo(broker.ends("first"));
    List<ConsumerRecord<byte[], byte[]>> letters = broker.records("first.refused");
    assertThat(letters).hasSize(2);
    ConsumerRecord<byte[], byte[]> bad =
        letters.stream()
            .filter(each -> header(each, "outcome").equals("unreadable"))
            .findFirst()
            .orElseThrow();
    assertThat(new String(bad.value(), UTF_8)).isEqualTo("{\"key\":");
    assertThat(bad.key()).isNull();
    assertThat(List.of(header(bad, "topic"), header(bad, "partition"), header(bad, "offset")))
        .isEqualTo(List.of("first", "0", "1"));
    ConsumerRecord<byte[], byte[]> rejected =
        letters.stream()
            .filter(each -> header(each, "outcome").equals("rejected"))
            .findFirst()
            .orElseThrow();
    assertThat(header(rejected, "reason")).contains("no family 'no'");
    try (Applier again = start(line)) {
      assertThat(again.await(60)).as(again.said()).isEqualTo(0);
      assertThat(again.said()).contains("0 messages");
    }
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader("sediment." + name).value(), UTF_8);
  }
}
