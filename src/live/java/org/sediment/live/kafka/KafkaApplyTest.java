package org.sediment.live.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
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
  static void stopBroker() {
    broker.close();
  }

  private String table() throws IOException {
    return cluster.create(TestRegion.builder().sequence().upsert("u").delta("x")).getNameAsString();
  }

  /** Topic, group and the stem of the dead letters' topic have one name. */
  private Applier start(String topic, String table, String... options) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of("--kafka", broker.bootstrap(), "--topics", topic, "--group", topic));
    line.addAll(List.of("--table", table, "--dead-letter-topic", topic + ".refused"));
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
    try (Applier applier = start("first", table, "--until-end")) {
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
    try (Applier again = start("first", table, "--until-end")) {
      assertThat(again.await(60)).as(again.said()).isEqualTo(0);
      assertThat(again.said()).contains("0 messages");
    }
  }

  @Test
  void anAbortedTransactionIsNotAppliedAndTheEndIsReachedBehindItsMarker() throws Exception {
    String table = table();
    broker.createTopic("tx", 1);
    broker.createTopic("tx.refused", 1);
    Map<String, Object> transactional =
        Map.of("bootstrap.servers", broker.bootstrap(), "transactional.id", "tx");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(transactional, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      for (boolean commit : List.of(true, false)) {
        producer.beginTransaction();
        String line = event("r", commit ? 1 : 2, "\"set\":{\"u:a\":\"" + commit + "\"}");
        var unused = producer.send(new ProducerRecord<>("tx", 0, null, line.getBytes(UTF_8)));
        producer.flush(); // else an abort forgets it
        if (commit) {
          producer.commitTransaction();
        } else {
          producer.abortTransaction();
        }
      }
    }
    try (Applier applier = start("tx", table, "--until-end")) {
      assertThat(applier.await(60)).as(applier.said()).isEqualTo(0);
    }
    assertThat(value(table, "r")).isEqualTo("true");
    assertThat(broker.committed("tx", "tx")).isEqualTo(broker.ends("tx")).isEqualTo(Map.of(0, 4L));
  }

  @Test
  void aSignalEndsItInOrderWithAllThatItBeganCommitted() throws Exception {
    String table = table();
    broker.createTopic("signal", 2);
    broker.createTopic("signal.refused", 1);
    send("signal", 0, event("r0", 1, "\"set\":{\"u:a\":\"0\"}"));
    try (Applier applier = start("signal", table)) {
      soon().until(() -> value(table, "r0") != null);
      send("signal", 1, event("r1", 1, "\"set\":{\"u:a\":\"1\"}"));
      soon().until(() -> value(table, "r1") != null);
      assertThat(applier.end(60)).as(applier.said()).isEqualTo(0);
      assertThat(applier.said()).contains("2 messages", "2 applied");
      assertThat(broker.committed("signal", "signal")).isEqualTo(Map.of(0, 1L, 1, 1L));
    }
  }

  @Test
  void fromBeginningReadsAllAgainAndTheNewRebalanceProtocolWorksToo() throws Exception {
    String table = table();
    broker.createTopic("again", 2);
    broker.createTopic("again.refused", 1);
    send("again", 0, event("r0", 1, "\"set\":{\"u:a\":\"0\"}"));
    send("again", 1, event("r1", 1, "\"set\":{\"u:a\":\"1\"}"));
    Path config = Files.writeString(dir.resolve("next.properties"), "group.protocol=consumer\n");
    for (int times = 0; times < 2; times++) {
      try (Applier applier =
          start(
              "again",
              table,
              "--until-end",
              "--from-beginning",
              "--kafka-config",
              config.toString())) {
        assertThat(applier.await(60)).as(applier.said()).isEqualTo(0);
        assertThat(applier.said()).contains(times == 0 ? "2 applied" : "2 duplicate");
      }
    }
    assertThat(broker.committed("again", "again")).isEqualTo(Map.of(0, 1L, 1, 1L));
  }

  @Test
  void deadLettersThatCannotBeWrittenStopItAndNothingFromThereOnIsCommitted() throws Exception {
    String table = table();
    broker.createTopic("stuck", 1);
    broker.createTopic("stuck.refused", 1);
    Path config =
        Files.writeString(
            dir.resolve("impatient.properties"),
            "max.block.ms=3000\nrequest.timeout.ms=2000\ndelivery.timeout.ms=4000\n");
    send("stuck", 0, event("r0", 1, "\"set\":{\"u:a\":\"0\"}"));
    try (Applier applier = start("stuck", table, "--kafka-config", config.toString())) {
      soon().until(() -> broker.committed("stuck", "stuck").equals(Map.of(0, 1L)));
      broker.deleteTopics(List.of("stuck.refused"));
      send("stuck", 0, "bad", event("r1", 1, "\"set\":{\"u:a\":\"1\"}"));
      assertThat(applier.await(60)).as(applier.said()).isEqualTo(1);
      assertThat(applier.said())
          .contains("dead letters cannot be written to topic 'stuck.refused'");
    }
    assertThat(broker.committed("stuck", "stuck")).isEqualTo(Map.of(0, 1L));
  }

  @Test
  void whatIsNotThereIsToldWithItsExitCode() throws Exception {
    broker.createTopic("there", 1);
    send("there", 0, event("r0", 1, "\"set\":{\"u:a\":\"0\"}"));
    broker.createTopic("there.refused", 1);
    try (Applier noTable = start("there", "nowhere");
        Applier noTopic = start("missing", "nowhere")) {
      assertThat(noTable.await(60)).as(noTable.said()).isEqualTo(3);
      assertThat(noTable.said()).contains("there is no table 'nowhere'");
      assertThat(noTopic.await(60)).as(noTopic.said()).isEqualTo(3);
      assertThat(noTopic.said()).contains("there is no topic 'missing'; make it");
    }
    assertThat(broker.committed("there", "there").getOrDefault(0, 0L)).isZero();
  }

  private static ConditionFactory soon() {
    return Awaitility.await().atMost(Duration.ofSeconds(60));
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader("sediment." + name).value(), UTF_8);
  }
}
