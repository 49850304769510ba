package org.sediment.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;
import org.sediment.testing.history.Event;
import org.sediment.testing.history.Mode;
import org.sediment.testing.history.Model;
import org.sediment.testing.history.RowSource;

/**
 * Random events go through appliers into two tables, one in row and one in cell mode, while servers
 * are killed under them, and regions split, merge and move: every event has one outcome, those of a
 * row in their order, and at the end each row and each total is as a replay of the events has it.
 */
@ClusterTest
@SuppressWarnings("FutureReturnValueIgnored") // flush raises what failed
class DyingServersTest {
  private static final int ROWS = 24;
  private static final int KILLS = 4;

  private static String row(int number) {
    return String.format("r%02d", number);
  }

  private static TableName create(MiniCluster cluster, Mode mode) throws IOException {
    TestRegionBuilder table =
        TestRegion.builder()
            .sequence()
            .upsert("u")
            .upsert("v")
            .delta("x")
            .delta("y")
            .familyValue("y", "sediment.fold", "sum:decimal")
            .property("sediment.guard", mode == Mode.CELL ? "cell" : "row");
    return cluster.create(table, Bytes.toBytes(row(8)), Bytes.toBytes(row(16)));
  }

  /** A client that does not give up while servers die one after the other. */
  private static AsyncConnection connect(MiniCluster cluster) {
    Configuration patient = new Configuration(cluster.conf());
    patient.setInt("hbase.client.retries.number", 50);
    return ConnectionFactory.createAsyncConnection(patient).join();
  }

  /** Makes events of many rows until it is told to stop, and remembers what was told of each. */
  private static final class Feed implements Callable<Void> {
    private final Random random;
    private final EventApplier applier;
    private final AtomicBoolean stop;
    private final Model model;
    private final List<RowSource> sources = new ArrayList<>();
    private final Map<EventOutcome.Kind, Integer> outcomes = new EnumMap<>(EventOutcome.Kind.class);

    /** By row: number of its last event that has its outcome. */
    private final Map<String, Integer> told = new HashMap<>();

    private final Map<String, Integer> sentOf = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final AtomicInteger sent = new AtomicInteger();

    Feed(Random random, EventApplier applier, Mode mode, AtomicBoolean stop) {
      this.random = random;
      this.applier = applier;
      this.stop = stop;
      this.model = new Model(false, mode);
      for (int i = 0; i < ROWS; i++) {
        sources.add(new RowSource(random, row(i), true, false, mode == Mode.CELL));
      }
    }

    @Override
    public Void call() throws IOException {
      while (!stop.get()) {
        Event event = sources.get(random.nextInt(ROWS)).next(System.currentTimeMillis());
        if (event != null) {
          int number = sentOf.merge(event.row(), 1, Integer::sum);
          applier.apply(event.changeEvent()).thenAccept(outcome -> tell(event, number, outcome));
          model.deliver(event);
          sent.incrementAndGet();
        }
      }
      applier.flush();
      return null;
    }

    /** On the applier's thread. */
    private void tell(Event event, int number, EventOutcome outcome) {
      outcomes.merge(outcome.kind(), 1, Integer::sum);
      if (told.merge(event.row(), 1, Integer::sum) != number) {
        wrong.add("out of order, or told twice: " + number + ", " + event);
      }
      if (outcome.kind() == EventOutcome.Kind.REJECTED) {
        wrong.add(outcome.message() + ": " + event);
      }
    }
  }

  @Test
  void everyEventHasOneOutcomeAndIsInTheTableOnce(MiniCluster cluster) throws Exception {
    Random random = Seeds.random("DyingServersTest");
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Map<TableName, Feed> feeds = new HashMap<>();
    try (AsyncConnection connection = connect(cluster)) {
      List<Future<Void>> feeding = new ArrayList<>();
      for (Mode mode : List.of(Mode.ROW, Mode.CELL)) {
        TableName name = create(cluster, mode);
        EventApplier applier =
            EventApplier.of(connection, name, new ApplierLimits(60, 1L << 20, 20, 1L << 20));
        Feed feed = new Feed(new Random(random.nextLong()), applier, mode, stop);
        feeds.put(name, feed);
        feeding.add(pool.submit(feed));
      }
      List<TableName> tables = List.copyOf(feeds.keySet());
      for (int kill = 0; kill < KILLS; kill++) {
        disturb(cluster, tables.get(kill % 2), kill, random);
      }
      stop.set(true);
      for (Future<Void> each : feeding) {
        each.get();
      }
      for (Feed feed : feeds.values()) {
        feed.applier.close();
      }
    } finally {
      stop.set(true);
      pool.shutdownNow();
    }
    for (Map.Entry<TableName, Feed> entry : feeds.entrySet()) {
      check(cluster, entry.getKey(), entry.getValue());
    }
  }

  /** A split, a move or a merge, then a kill, each while events flow. */
  private static void disturb(MiniCluster cluster, TableName table, int kill, Random random)
      throws IOException {
    cluster.awaitWhole(table); // the kill before waited for the other table
    switch (kill) {
      case 0 -> cluster.split(table, Bytes.toBytes(row(4)));
      case 1 -> cluster.move(cluster.regions(table).get(1).getRegionInfo());
      case 2 -> {
        cluster.majorCompact(table);
        cluster.merge(table, 1, 2);
      }
      default -> cluster.split(table, Bytes.toBytes(row(20)));
    }
    int place = random.nextInt(cluster.regions(table).size());
    cluster.kill(cluster.regions(table).get(place).getRegionInfo());
  }

  private static void check(MiniCluster cluster, TableName name, Feed feed) throws IOException {
    System.out.println(name + ": " + feed.outcomes + " of " + feed.sent);
    assertThat(feed.wrong).isEmpty();
    assertThat(feed.outcomes.values().stream().mapToInt(Integer::intValue).sum())
        .as("outcomes")
        .isEqualTo(feed.sent.get())
        .isGreaterThan(500);
    try (Table table = cluster.table(name);
        SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      for (int i = 0; i < ROWS; i++) {
        assertThat(columns(table, row(i))).as(row(i)).isEqualTo(feed.model.row(row(i)));
        assertThat(totals(client, row(i)))
            .as("totals of %s", row(i))
            .isEqualTo(plain(feed.model.totals(row(i))));
      }
    }
  }

  private static Map<String, String> columns(Table table, String row) throws IOException {
    Map<String, String> columns = new TreeMap<>();
    Get get =
        new Get(Bytes.toBytes(row)).addFamily(Bytes.toBytes("u")).addFamily(Bytes.toBytes("v"));
    Result result = table.get(get);
    for (Cell cell : result.isEmpty() ? new Cell[0] : result.rawCells()) {
      columns.put(
          Bytes.toString(CellUtil.cloneFamily(cell))
              + ":"
              + Bytes.toString(CellUtil.cloneQualifier(cell)),
          Bytes.toString(CellUtil.cloneValue(cell)));
    }
    return columns;
  }

  private static Map<String, BigDecimal> totals(SedimentClient client, String row)
      throws IOException {
    Map<String, BigDecimal> totals = new TreeMap<>();
    client
        .getTotals(Bytes.toBytes(row), TotalsQuery.all())
        .totals()
        .forEach(
            (key, total) -> {
              assertThat(total.late()).as("late entries of %s", key).isZero();
              if (!total.isAbsent()) {
                totals.put(key.family() + ":" + Bytes.toString(key.counter()), total.value());
              }
            });
    return plain(totals);
  }

  private static Map<String, BigDecimal> plain(Map<String, BigDecimal> totals) {
    Map<String, BigDecimal> plain = new TreeMap<>();
    totals.forEach((key, value) -> plain.put(key, value.setScale(2)));
    return plain;
  }
}
