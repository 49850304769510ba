package org.sediment.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.model.ChangeEvent;
import org.sediment.model.ColumnName;
import org.sediment.model.DeltaChange;
import org.sediment.model.Sequence;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;

/** Events given to an applier end up in the table, in order, whatever happens to its regions. */
@ClusterTest
@SuppressWarnings("FutureReturnValueIgnored") // flush raises what failed
class EventApplierTest {
  private static final byte[] U = Bytes.toBytes("u");
  private static final byte[] X = Bytes.toBytes("x");

  private static byte[] row(int number) {
    return Bytes.toBytes(String.format("r%03d", number));
  }

  private static ChangeEvent.Builder event(int row, int sequence) {
    return ChangeEvent.of(row(row))
        .sequence(Sequence.parse(Integer.toString(sequence)))
        .commitTime(System.currentTimeMillis());
  }

  private static ChangeEvent set(int row, int sequence) {
    return event(row, sequence).set(new ColumnName(U, U), Bytes.toBytes(sequence)).build();
  }

  private static TableName create(MiniCluster cluster) throws IOException {
    return cluster.create(TestRegion.builder().sequence().upsert("u").delta("x"), row(50));
  }

  private static AsyncConnection connect(MiniCluster cluster) throws Exception {
    return ConnectionFactory.createAsyncConnection(cluster.conf()).get();
  }

  @Test
  void everyEventHasItsOutcome(MiniCluster cluster) throws Exception {
    TableName name = create(cluster);
    try (AsyncConnection connection = connect(cluster);
        EventApplier applier = EventApplier.of(connection, name)) {
      List<CompletableFuture<EventOutcome>> outcomes = new ArrayList<>();
      for (ChangeEvent event :
          List.of(
              set(1, 2),
              set(99, 1),
              set(1, 1),
              set(1, 2),
              event(1, 3).set(new ColumnName(Bytes.toBytes("none"), U), U).build(),
              event(1, 4)
                  .add(DeltaChange.of(X, X, X, System.currentTimeMillis(), Bytes.toBytes(4L)))
                  .build())) {
        outcomes.add(applier.apply(event));
      }
      applier.flush();
      assertThat(outcomes)
          .extracting(outcome -> outcome.get().kind())
          .containsExactly(
              EventOutcome.Kind.APPLIED,
              EventOutcome.Kind.APPLIED,
              EventOutcome.Kind.STALE,
              EventOutcome.Kind.DUPLICATE,
              EventOutcome.Kind.REJECTED,
              EventOutcome.Kind.APPLIED);
      assertThat(outcomes.get(4).get().message()).contains("row 'r001'").contains("none");
      assertThat(outcomes.get(5).get().deltasStored()).isEqualTo(1);
      assertThat(applier.pending()).isZero();
    }
  }

  @Test
  void neverMoreEventsThanAllowedAreWithoutOutcome(MiniCluster cluster) throws Exception {
    TableName name = create(cluster);
    int most = 0;
    try (AsyncConnection connection = connect(cluster);
        EventApplier applier =
            EventApplier.of(connection, name, new ApplierLimits(50, 1L << 20, 10, 1L << 20))) {
      for (int i = 1; i <= 2_000; i++) {
        applier.apply(set(i % 100, i));
        most = Math.max(most, applier.pending());
      }
      applier.flush();
    }
    assertThat(most).isBetween(10, 50);
    assertThat(sequences(cluster, name)).hasSize(100).containsEntry("r099", 1_999);
  }

  private static Map<String, Integer> sequences(MiniCluster cluster, TableName name)
      throws IOException {
    Map<String, Integer> found = new HashMap<>();
    try (Table table = cluster.table(name);
        ResultScanner results = table.getScanner(new Scan().addFamily(U))) {
      for (Result result : results) {
        found.put(Bytes.toString(result.getRow()), Bytes.toInt(result.getValue(U, U)));
      }
    }
    return found;
  }

  /** Of the smaller cases: writes are asynchronous, one fails, and flush or close raises it. */
  @Test
  void aFailureEndsTheApplierAndIsRaised(MiniCluster cluster) throws Exception {
    TableName name = cluster.create(TestRegion.builder().withoutSediment().family("u", "plain"));
    try (AsyncConnection connection = connect(cluster)) {
      EventApplier applier = EventApplier.of(connection, name);
      CompletableFuture<EventOutcome> outcome = applier.apply(set(1, 1));
      assertThatThrownBy(applier::flush)
          .isInstanceOf(IOException.class)
          .hasCauseInstanceOf(SedimentMissingException.class);
      assertThat(outcome).isCompletedExceptionally();
      assertThatThrownBy(() -> applier.apply(set(2, 1)))
          .hasCauseInstanceOf(SedimentMissingException.class);
      assertThatThrownBy(applier::close).hasCauseInstanceOf(SedimentMissingException.class);
      applier.close();
      assertThatThrownBy(() -> applier.apply(set(2, 1))).isInstanceOf(IllegalStateException.class);
    }
  }

  /** As after a crash, until another server has them: {@code hbase:meta} names none. */
  @Test
  void rowsThatNoServerHoldsAreWaitedFor(MiniCluster cluster) throws Exception {
    TableName name = create(cluster);
    byte[] region = cluster.regions(name).get(0).getRegionInfo().getRegionName();
    byte[] info = Bytes.toBytes("info");
    byte[] server = Bytes.toBytes("server");
    try (AsyncConnection connection = connect(cluster);
        Table meta = cluster.table(TableName.META_TABLE_NAME);
        EventApplier applier = EventApplier.of(connection, name)) {
      byte[] holder = meta.get(new Get(region)).getValue(info, server);
      meta.delete(new Delete(region).addColumns(info, server));
      assertThatThrownBy(() -> connection.getRegionLocator(name).getRegionLocation(row(1)).get())
          .as("what HBase's client says of such a row")
          .hasMessageContaining("location");
      List<CompletableFuture<EventOutcome>> outcomes = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        outcomes.add(applier.apply(set(i % 100, i + 1)));
      }
      outcomes.get(99).get();
      assertThat(outcomes.get(1)).isNotDone();
      meta.put(new Put(region).addColumn(info, server, holder));
      applier.flush();
      assertThat(outcomes)
          .extracting(outcome -> outcome.get().kind())
          .containsOnly(EventOutcome.Kind.APPLIED);
    }
    assertThat(sequences(cluster, name)).hasSize(100).containsEntry("r001", 102);
  }

  @Test
  void aTableThatIsNotThereIsAFailure(MiniCluster cluster) throws Exception {
    try (AsyncConnection connection = connect(cluster)) {
      EventApplier applier = EventApplier.of(connection, TableName.valueOf("none"));
      applier.apply(set(1, 1));
      assertThatThrownBy(applier::close).hasCauseInstanceOf(TableNotFoundException.class);
    }
  }

  @Test
  void aStageMayApplyMoreWithoutWaiting(MiniCluster cluster) throws Exception {
    TableName name = create(cluster);
    try (AsyncConnection connection = connect(cluster);
        EventApplier applier = EventApplier.of(connection, name, new ApplierLimits(1, 1, 1, 1))) {
      CompletableFuture<EventOutcome> last =
          applier
              .apply(set(1, 1))
              .thenCompose(
                  first -> {
                    try {
                      applier.apply(set(1, 2));
                      return applier.apply(set(1, 3));
                    } catch (IOException failed) {
                      return CompletableFuture.failedFuture(failed);
                    }
                  });
      assertThat(last.get().kind()).isEqualTo(EventOutcome.Kind.APPLIED);
    }
    assertThat(sequences(cluster, name)).containsEntry("r001", 3);
  }

  /**
   * Feeds in-order events of many rows, each with a delta of its own, every tenth twice, until it
   * is told to stop; keeps what the table must hold in the end.
   */
  private static final class Feed {
    private final Random random = Seeds.random("EventApplierTest");
    private final AtomicBoolean stop = new AtomicBoolean();
    private final long[] sums = new long[100];
    private final int[] last = new int[100];
    private final Map<EventOutcome.Kind, Integer> kinds = new EnumMap<>(EventOutcome.Kind.class);
    private final Map<String, Integer> told = new HashMap<>();
    private final List<String> outOfOrder = new ArrayList<>();
    private int sent;

    Void to(EventApplier applier) throws IOException {
      for (int i = 1; !stop.get(); i++) {
        int row = random.nextInt(sums.length);
        long value = random.nextInt(100);
        sums[row] += value;
        last[row] = i;
        ChangeEvent event =
            event(row, i)
                .set(new ColumnName(U, U), Bytes.toBytes(i))
                .add(
                    DeltaChange.of(
                        X,
                        Bytes.toBytes("qty"),
                        Bytes.toBytes("e" + i),
                        System.currentTimeMillis(),
                        Bytes.toBytes(value)))
                .build();
        for (int times = i % 10 == 0 ? 2 : 1; times > 0; times--) {
          int sequence = i;
          applier.apply(event).thenAccept(outcome -> tell(event, sequence, outcome));
          sent++;
        }
      }
      applier.flush();
      return null;
    }

    /** On the applier's thread. */
    private void tell(ChangeEvent event, int sequence, EventOutcome outcome) {
      kinds.merge(outcome.kind(), 1, Integer::sum);
      String row = Bytes.toString(event.row());
      if (told.getOrDefault(row, 0) > sequence) {
        outOfOrder.add(row + " " + sequence);
      }
      told.put(row, sequence);
    }
  }

  @Test
  void inOrderEventsAreAllAppliedWhileRegionsSplitMoveAndMerge(MiniCluster cluster)
      throws Exception {
    TableName name = create(cluster);
    Feed feed = new Feed();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try (AsyncConnection connection = connect(cluster);
        EventApplier applier =
            EventApplier.of(connection, name, new ApplierLimits(500, 1L << 20, 100, 1L << 20))) {
      Future<Void> feeding = pool.submit(() -> feed.to(applier));
      cluster.split(name, row(20));
      cluster.move(cluster.regions(name).get(0).getRegionInfo());
      cluster.split(name, row(80));
      cluster.move(cluster.regions(name).get(2).getRegionInfo());
      cluster.majorCompact(name);
      cluster.merge(name, 0, 1);
      feed.stop.set(true);
      feeding.get();
    } finally {
      feed.stop.set(true);
      pool.shutdownNow();
    }
    assertThat(feed.outOfOrder).isEmpty();
    assertThat(feed.kinds.values().stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(feed.sent)
        .isGreaterThan(1_000);
    assertThat(feed.kinds).doesNotContainKey(EventOutcome.Kind.REJECTED);
    Map<String, Integer> found = sequences(cluster, name);
    try (SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      for (int row = 0; row < feed.last.length; row++) {
        assertThat(found).containsEntry(Bytes.toString(row(row)), feed.last[row]);
        Total total = client.getTotals(row(row), TotalsQuery.all()).get("x", "qty").orElseThrow();
        assertThat(total.longValue()).as("row " + row).isEqualTo(feed.sums[row]);
      }
    }
  }
}
