package org.sediment.live.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sediment.live.LiveTest;
import org.sediment.live.kafka.KafkaBroker;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.Seeds;

/**
 * The whole chain: sessions write to PostgreSQL at random, Debezium captures, Kafka carries, and
 * {@code sediment apply} puts it into HBase, while everything that may go wrong does: the applier
 * is killed and its offsets are set back, the capture is killed and sends again, regions are
 * flushed, compacted and moved, a server crashes. In the end every row, value, null, delete and
 * total of PostgreSQL is in HBase, and nothing else; and again after everything was applied once
 * more.
 *
 * <p>{@code -Dsediment.live.changes} is the number of changes (20,000), {@code
 * -Dsediment.live.kills} the least number of kills (20), {@code -Dsediment.seed} the seed.
 */
@LiveTest
class PostgresMirrorTest {
  private static final int SESSIONS = 3;
  private static final String GROUP = "mirror";
  private static final List<String> TOPICS =
      SourceTable.ALL.stream().map(table -> Capture.PREFIX + ".shop." + table.name()).toList();

  /** Its only row is written last: when Kafka has it, Kafka has all. */
  private static final String LAST = Capture.PREFIX + ".shop.last";

  private final MiniCluster cluster;
  private final int changes = Integer.getInteger("sediment.live.changes", 20_000);
  private final int kills = Integer.getInteger("sediment.live.kills", 20);
  @TempDir private Path dir;

  PostgresMirrorTest(MiniCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void whateverIsKilledOrSentAgainHBaseEndsWithTheRowsOfPostgres() throws Exception {
    Optional<Path> binaries = PostgresServer.binaries();
    assumeTrue(binaries.isPresent(), PostgresServer.MISSING);
    Random random = Seeds.random("PostgresMirrorTest");
    try (PostgresServer postgres = PostgresServer.start(binaries.orElseThrow());
        KafkaBroker broker = KafkaBroker.start();
        Sessions sessions = new Sessions(changes)) {
      prepare(postgres, broker);
      Path mapping = MirrorTables.mapping(dir);
      Capture capture = new Capture(dir, postgres, broker.bootstrap(), random.nextBoolean());
      Offsets offsets = new Offsets(broker, TOPICS, GROUP);
      AppliedProcess apply =
          new AppliedProcess(
              dir, cluster.conf(), broker.bootstrap(), String.join(",", TOPICS), GROUP, mapping);
      ProcessTroubles troubles =
          new ProcessTroubles(apply, capture, offsets, sessions, new Random(random.nextLong()));

      // rows that a snapshot reads, while others are written
      sessions.start(postgres, SESSIONS, random);
      sessions.allow(0.1);
      sessions.await(0.1);
      capture.start();
      try (RegionTroubles regions = new RegionTroubles(cluster, new Random(random.nextLong()))) {
        troubles.run(kills);
        sessions.join();
        drain(postgres, capture, new Offsets(broker, List.of(LAST), GROUP));
        String result = apply.finish();
        offsets.forgetMembers();
        report(sessions, troubles, regions, offsets, result);
      }
      check(postgres, apply, offsets, "after the workload");

      offsets.rewindToStart();
      for (SourceTable table : SourceTable.ALL) {
        cluster.majorCompact(MirrorTables.name(table.name()));
      }
      System.out.println("everything once more: " + lastLines(apply.finish()));
      check(postgres, apply, offsets, "after everything was applied once more");
    }
  }

  private void prepare(PostgresServer postgres, KafkaBroker broker)
      throws SQLException, IOException {
    postgres.execute("create schema shop", "create table shop.last(id int primary key)");
    for (SourceTable table : SourceTable.ALL) {
      postgres.execute(table.ddl().toArray(String[]::new));
    }
    TOPICS.forEach(topic -> broker.createTopic(topic, 3));
    broker.createTopic(LAST, 1);
    MirrorTables.create(cluster);
  }

  /** Waits until all that was committed is in Kafka, and ends the capture. */
  private static void drain(PostgresServer postgres, Capture capture, Offsets last)
      throws Exception {
    postgres.execute("insert into shop.last values (1)");
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (last.records() == 0) {
      capture.check();
      assertThat(System.nanoTime()).as("the capture did not come to its end").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(100);
    }
    capture.stop();
  }

  private void report(
      Sessions sessions,
      ProcessTroubles troubles,
      RegionTroubles regions,
      Offsets offsets,
      String result)
      throws Exception {
    System.out.printf(
        "%d changes by %d sessions, %d transactions rolled back; %d messages in Kafka%n",
        sessions.changes(), SESSIONS, sessions.rolledBack(), offsets.records());
    System.out.println(troubles + "; HBase: " + regions.counts());
    System.out.println("the last life of apply: " + lastLines(result));
  }

  private static String lastLines(String output) {
    List<String> lines = output.lines().toList();
    return String.join("; ", lines.subList(Math.max(0, lines.size() - 8), lines.size()));
  }

  private void check(PostgresServer postgres, AppliedProcess apply, Offsets offsets, String when)
      throws Exception {
    assertThat(apply.refused()).as("refused " + when).isEmpty();
    assertThat(offsets.committed()).as("committed " + when).isEqualTo(offsets.records());
    TableEquality equality = new TableEquality(postgres, cluster);
    List<String> differences = equality.differences();
    System.out.printf(
        "%s: %d rows compared, %d differences%n", when, equality.rows(), differences.size());
    assertThat(differences).as("differences " + when).isEmpty();
  }
}
