package org.sediment.live.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sediment.client.RowRange;
import org.sediment.client.RowTotals;
import org.sediment.client.SedimentClient;
import org.sediment.client.TotalsQuery;
import org.sediment.live.LiveTest;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;

/**
 * Appliers of one group join, leave in order and are killed at random while events come, each to a
 * partition drawn by lot, and at last offsets are set back: the table ends as the replay in
 * sequence order does, every refused record is among the dead letters and no other, and all is
 * committed.
 */
@LiveTest
class KafkaChaosTest {
  private static final String TOPIC = "chaos";
  private static final String LETTERS = "chaos.refused";
  private static final int PARTITIONS = 3;
  private static final int ROUNDS = Integer.getInteger("sediment.rounds", 8);
  private static final int PER_ROUND = 1_500;

  private final MiniCluster cluster;
  private final Random random = Seeds.random("KafkaChaosTest");
  private final EventOracle oracle = new EventOracle(random, System.currentTimeMillis() - 600_000);
  private final Set<String> bad = new ConcurrentSkipListSet<>();
  private final Deque<Applier> appliers = new ArrayDeque<>();
  @TempDir private Path dir;
  private KafkaBroker broker;
  private int kills;
  private int leaves;

  KafkaChaosTest(MiniCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void whateverHappensToTheAppliersTheTableEndsAsInSequenceOrder() throws Exception {
    TableName table =
        cluster.create(
            TestRegion.builder()
                .sequence()
                .upsert("u")
                .delta("x")
                .property("sediment.guard", "cell"),
            Bytes.toBytes("row-30"));
    Path config =
        Files.writeString(
            dir.resolve("quick.properties"),
            "session.timeout.ms=6000\nheartbeat.interval.ms=500\nmax.poll.records=100\n");
    List<String> line =
        List.of(
            "--table",
            table.getNameAsString(),
            "--group",
            TOPIC,
            "--topics",
            TOPIC,
            "--dead-letter-topic",
            LETTERS,
            "--kafka-config",
            config.toString());
    try (KafkaBroker started = KafkaBroker.start()) {
      broker = started;
      broker.createTopic(TOPIC, PARTITIONS);
      broker.createTopic(LETTERS, 1);
      try {
        join(line);
        for (int round = 0; round < ROUNDS; round++) {
          join(line);
          send();
          trouble();
        }
        while (!appliers.isEmpty()) {
          kill();
        }
      } finally {
        appliers.forEach(Applier::kill);
      }
      rewind();
      try (Applier last = start(line, "--until-end")) {
        assertThat(last.await(180)).as(last.said()).isEqualTo(bad.isEmpty() ? 0 : 4);
      }
      System.out.println(
          "KafkaChaosTest: %d events, %d bad records, %d kills, %d orderly ends, %d dead letters"
              .formatted(
                  ROUNDS * PER_ROUND, bad.size(), kills, leaves, broker.records(LETTERS).size()));
      assertThat(broker.committed(TOPIC, TOPIC)).isEqualTo(broker.ends(TOPIC));
      assertThat(letters()).isEqualTo(new TreeSet<>(bad));
      assertThat(rows(table)).isEqualTo(oracle.rows());
      assertThat(totals(table)).isEqualTo(oracle.totals());
    }
  }

  private Applier start(List<String> line, String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of("--kafka", broker.bootstrap()));
    all.addAll(line);
    all.addAll(List.of(more));
    return Applier.start(cluster, dir, all);
  }

  private void join(List<String> line) throws IOException {
    if (appliers.size() < 2) {
      appliers.add(start(line));
    }
  }

  /** A round's events, and a few records that nobody can read or that no table takes. */
  private void send() {
    try (KafkaProducer<byte[], byte[]> producer = broker.producer()) {
      for (int i = 0; i < PER_ROUND; i++) {
        send(producer, oracle.next(), false);
        if (random.nextInt(150) == 0) {
          send(producer, random.nextBoolean() ? "{\"key\":" : noFamily(), true);
        }
      }
    }
  }

  private static String noFamily() {
    return "{\"key\":\"row-00\",\"seq\":1,\"ts\":1,\"set\":{\"none:a\":\"1\"}}";
  }

  private void send(KafkaProducer<byte[], byte[]> producer, String value, boolean refused) {
    int partition = random.nextInt(PARTITIONS);
    var unused =
        producer.send(
            new ProducerRecord<>(TOPIC, partition, null, value.getBytes(UTF_8)),
            (where, failed) -> {
              if (refused) {
                bad.add(where.partition() + "/" + where.offset());
              }
            });
  }

  /** Waits until some part of the round is done; then an applier goes, one way or the other. */
  private void trouble() throws InterruptedException {
    long sent = sum(broker.ends(TOPIC));
    long goal = sent - random.nextInt(PER_ROUND);
    soon().until(() -> sum(broker.committed(TOPIC, TOPIC)) >= goal);
    if (random.nextInt(4) == 0) {
      Applier applier = appliers.poll();
      assertThat(applier.end(60)).as(applier.said()).isIn(0, 4);
      leaves++;
    } else if (random.nextInt(5) > 0) {
      kill();
    }
  }

  private void kill() {
    Applier applier = appliers.poll();
    assertThat(applier.isAlive()).as(applier.said()).isTrue();
    applier.kill();
    kills++;
  }

  private void rewind() {
    Map<Integer, Long> back = new HashMap<>();
    broker
        .committed(TOPIC, TOPIC)
        .forEach((partition, offset) -> back.put(partition, (long) (random.nextDouble() * offset)));
    // Kafka takes it once the group has no members: a killed one is missed after some seconds
    soon()
        .ignoreExceptions()
        .until(
            () -> {
              broker.rewind(TOPIC, TOPIC, back);
              return true;
            });
  }

  private static ConditionFactory soon() {
    return Awaitility.await().pollInterval(Duration.ofMillis(200)).atMost(Duration.ofMinutes(2));
  }

  private static long sum(Map<Integer, Long> offsets) {
    return offsets.values().stream().mapToLong(Long::longValue).sum();
  }

  private Set<String> letters() {
    Set<String> found = new TreeSet<>();
    for (ConsumerRecord<byte[], byte[]> letter : broker.records(LETTERS)) {
      found.add(header(letter, "partition") + "/" + header(letter, "offset"));
    }
    return found;
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader("sediment." + name).value(), UTF_8);
  }

  private Map<String, Map<String, String>> rows(TableName name) throws IOException {
    Map<String, Map<String, String>> rows = new TreeMap<>();
    try (Table table = cluster.table(name);
        ResultScanner scanner = table.getScanner(new Scan().addFamily(Bytes.toBytes("u")))) {
      for (Result result : scanner) {
        Map<String, String> columns = new TreeMap<>();
        for (Cell cell : result.rawCells()) {
          columns.put(
              Bytes.toString(CellUtil.cloneQualifier(cell)),
              Bytes.toString(CellUtil.cloneValue(cell)));
        }
        rows.put(Bytes.toString(result.getRow()), columns);
      }
    }
    return rows;
  }

  private Map<String, Long> totals(TableName name) throws IOException {
    Map<String, Long> totals = new TreeMap<>();
    try (SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      for (RowTotals row : client.scanTotals(RowRange.all(), TotalsQuery.all())) {
        totals.put(Bytes.toString(row.row()), row.get("x", "units").orElseThrow().longValue());
      }
    }
    return totals;
  }
}
