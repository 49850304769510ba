package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Events.retract;
import static org.sediment.counterexamples.Events.together;
import static org.sediment.counterexamples.Interference.At.POST_INDISPENSABLY;
import static org.sediment.counterexamples.Interference.At.PRE_BATCH_MUTATE;
import static org.sediment.counterexamples.Story.HOUR;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.client.SedimentClient;
import org.sediment.client.Total;
import org.sediment.client.TotalsQuery;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;

/** Case R38: the server has stored a write, its answer never comes, the client sends it again. */
@ClusterTest
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CasesOfRetriesTest {
  private static final long RPC_TIMEOUT_MILLIS = 700;

  private final ExecutorService client = Executors.newSingleThreadExecutor();
  private final CountDownLatch sentAgain = new CountDownLatch(1);
  private final AtomicInteger refused = new AtomicInteger();

  @AfterEach
  void stop() {
    client.shutdownNow();
  }

  private interface Call {
    void on(Table table) throws Exception;
  }

  /**
   * Makes a call whose first answer comes long after the client has given up on it. If the region
   * is to move, no retry is let in before it has.
   */
  private void withoutAnswer(MiniCluster cluster, TableName name, boolean moved, Call call)
      throws Exception {
    HRegion region = cluster.regions(name).get(0);
    Interference.after(region)
        .once(
            POST_INDISPENSABLY,
            () -> {
              if (moved) {
                refuse(region);
              } else {
                Interference.before(region).once(PRE_BATCH_MUTATE, sentAgain::countDown);
              }
              await(sentAgain); // here the write is stored; only the answer is outstanding
            });
    Configuration conf = new Configuration(cluster.conf());
    conf.setLong("hbase.rpc.timeout", RPC_TIMEOUT_MILLIS);
    conf.setLong("hbase.client.operation.timeout", 60_000);
    conf.setInt("hbase.client.retries.number", 40);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Table table = connection.getTable(name)) {
      Future<?> done =
          client.submit(
              () -> {
                call.on(table);
                return null;
              });
      await(sentAgain);
      if (moved) {
        cluster.move(region.getRegionInfo());
      }
      done.get(60, TimeUnit.SECONDS); // the client sees success
    }
    if (moved) {
      assertThat(refused).hasPositiveValue();
      assertThat(cluster.regions(name).get(0)).isNotSameAs(region);
    }
  }

  private void refuse(HRegion region) {
    Interference.before(region)
        .once(
            PRE_BATCH_MUTATE,
            () -> {
              refused.incrementAndGet();
              sentAgain.countDown();
              refuse(region);
              throw new RegionTooBusyException("not before the region has moved");
            });
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void r38_aListWhoseAnswerIsLostCountsOnce(boolean moved, MiniCluster cluster) throws Exception {
    TableName name = cluster.create(Interference.on(Story.ordinary()));
    long now = System.currentTimeMillis();
    long past = now - 24 * HOUR;
    try (Table table = cluster.table(name)) {
      table.put(put("gone", "1", now - 9, "u:a=1"));
      table.put(delta("back", past, "x:qty:e1=+1", "x:qty:e2=+2"));
    }
    List<Mutation> list =
        List.of(
            put("r", "5", now, "u:a=5", "x:qty:e1=+3"),
            delta("r", now, "x:qty:e2=+4"),
            delta("old", past, "x:qty:e1=+5"), // not in time: the guard reads before it stores
            retract("back", past, "x:qty:e2"),
            deleteRow("gone", "2", now));
    withoutAnswer(cluster, name, moved, table -> table.batch(list, new Object[list.size()]));
    for (int round = 0; round < 2; round++) {
      counts(cluster, name, "r", 7);
      counts(cluster, name, "old", 5);
      counts(cluster, name, "back", 1);
      try (Table table = cluster.table(name)) {
        var row = table.get(new Get(bytes("r")).addFamily(bytes("u")).addFamily(bytes("m")));
        assertThat(row.getValue(bytes("u"), bytes("a"))).isEqualTo(bytes("5"));
        assertThat(row.rawCells())
            .as("the second time it was a replay, not a newer event")
            .allSatisfy(cell -> assertThat(cell.getTimestamp()).isEqualTo(now));
        assertThat(table.exists(new Get(bytes("gone")))).isFalse();
      }
      cluster.regions(name).get(0).flush(true);
      cluster.majorCompact(name);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void r38_anAtomicChangeWhoseAnswerIsLostCountsOnce(boolean moved, MiniCluster cluster)
      throws Exception {
    TableName name = cluster.create(Interference.on(Story.ordinary()));
    long now = System.currentTimeMillis();
    try (Table table = cluster.table(name)) {
      table.put(put("r", "1", now - 9, "u:a=1", "u:b=1", "x:qty:e0=+100"));
    }
    withoutAnswer(
        cluster,
        name,
        moved,
        table ->
            table.mutateRow(
                together(
                    deleteRow("r", "5", now - 3), put("r", "5", now - 3, "u:a=5", "x:qty:e1=+3"))));
    counts(cluster, name, "r", 3);
    try (Table table = cluster.table(name)) {
      var row = table.get(new Get(bytes("r")).addFamily(bytes("u")));
      assertThat(row.size()).isEqualTo(1);
      assertThat(row.rawCells()[0].getTimestamp()).isEqualTo(now - 3);
    }
  }

  private static void counts(MiniCluster cluster, TableName name, String row, long expected)
      throws IOException {
    try (SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      Total total = client.getTotals(bytes(row), TotalsQuery.all()).get("x", "qty").orElseThrow();
      assertThat(total.longValue()).isEqualTo(expected);
      assertThat(total.late()).isZero();
    }
  }
}
