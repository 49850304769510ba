package org.sediment.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sediment.rowkey.KeyQuery;
import org.sediment.rowkey.KeySchema;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.Seeds;

/** Rows of salted tables, read in the order of their values. */
@ClusterTest
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class FanOutScanTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] WIDE = Bytes.toBytes("wide");
  private static final KeySchema TIMES =
      KeySchema.parse("bucket(16), time:reversed-long, host:text");

  private final MiniCluster cluster;
  private final TreeMap<Long, String> rows = new TreeMap<>(Collections.reverseOrder());
  private AsyncConnection connection;

  FanOutScanTest(MiniCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void connect() throws Exception {
    connection = ConnectionFactory.createAsyncConnection(cluster.conf()).get();
  }

  @AfterEach
  void disconnect() throws IOException {
    connection.close();
  }

  private TableName create(String name, KeySchema schema) throws IOException {
    TableName table = TableName.valueOf(name);
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build(),
          schema.splits(4).toArray(byte[][]::new));
    }
    return table;
  }

  private TableName times(String name) throws IOException {
    TableName table = create(name, TIMES);
    Random random = Seeds.random("FanOutScanTest." + name);
    List<Put> puts = new ArrayList<>();
    while (rows.size() < 300) {
      rows.put(random.nextLong() >> random.nextInt(60), "host" + random.nextInt(9));
    }
    rows.forEach(
        (time, host) ->
            puts.add(
                new Put(TIMES.encode(time, host))
                    .addColumn(F, Q, Bytes.toBytes(host))
                    .addColumn(F, WIDE, new byte[4000])));
    try (Table open = cluster.table(table)) {
      open.put(puts);
    }
    return table;
  }

  private static List<Long> read(FanOutScan scan) throws IOException {
    List<Long> out = new ArrayList<>();
    try (FanOutScanner scanner = scan.open()) {
      for (Result row : scanner) {
        out.add(TIMES.decode(row.getRow()).number("time"));
      }
      assertThat(scanner.next()).isNull();
    }
    return out;
  }

  private List<Long> expected() {
    return new ArrayList<>(rows.keySet());
  }

  private static List<Long> turned(List<Long> list) {
    List<Long> out = new ArrayList<>(list);
    Collections.reverse(out);
    return out;
  }

  @Test
  void allBucketsAreOneOrderedReadBothWaysWithLimits() throws IOException {
    FanOutScan all = FanOutScan.of(connection, times("fanOrder"), TIMES.where());
    assertThat(all.scans()).hasSize(16);
    assertThat(read(all)).isEqualTo(expected());
    assertThat(read(all.backwards())).isEqualTo(turned(expected()));
    assertThat(read(all.limit(7))).isEqualTo(expected().subList(0, 7));
    assertThat(read(all.backwards().limit(1))).isEqualTo(turned(expected()).subList(0, 1));
    assertThat(read(all.limit(1000))).isEqualTo(expected());
  }

  @Test
  void aTimeRangeIsExactAlsoWithNegativeTimes() throws IOException {
    TableName table = times("fanRange");
    List<Long> times = turned(expected());
    for (long from : new long[] {times.get(3), times.get(100), -5, Long.MIN_VALUE}) {
      for (long to : new long[] {times.get(200), 0, Long.MAX_VALUE, from}) {
        KeyQuery query = TIMES.where().from(from).to(to);
        List<Long> inside = turned(times.stream().filter(t -> t >= from && t < to).toList());
        FanOutScan scan = FanOutScan.of(connection, table, query);
        assertThat(read(scan)).as("%s to %s", from, to).isEqualTo(inside);
        assertThat(read(scan.backwards())).as("%s to %s", from, to).isEqualTo(turned(inside));
      }
    }
  }

  @Test
  void aReadGoesOnBehindALogicalKeyAlsoWhenRegionsSplit() throws IOException {
    TableName table = times("fanResume");
    long to = expected().get(20);
    for (boolean backwards : new boolean[] {false, true}) {
      FanOutScan page = FanOutScan.of(connection, table, TIMES.where().to(to)).limit(37);
      page = backwards ? page.backwards() : page;
      List<Long> found = new ArrayList<>();
      int pages = 0;
      boolean more = true;
      while (more) {
        try (FanOutScanner scanner = page.open()) {
          int before = found.size();
          scanner.forEach(row -> found.add(TIMES.decode(row.getRow()).number("time")));
          more = found.size() > before;
          page = more ? page.after(scanner.position().orElseThrow()) : page;
        }
        if (pages++ == 1 && !backwards) {
          cluster.split(table, TIMES.encode(found.get(found.size() - 1), "host"));
        }
      }
      List<Long> inside = expected().subList(21, 300);
      assertThat(found).isEqualTo(backwards ? turned(inside) : inside);
    }
  }

  @Test
  void littleMemoryGivesTheSameRowsAndAScanSaysWhatToRead() throws IOException {
    FanOutScan all = FanOutScan.of(connection, times("fanMemory"), TIMES.where()).memory(1);
    assertThat(all.scans()).allMatch(scan -> scan.getMaxResultSize() == 16 << 10);
    assertThat(read(all)).isEqualTo(expected());
    try (FanOutScanner scanner = all.reading(new Scan().addColumn(F, Q)).open()) {
      for (Result row : scanner) {
        assertThat(row.size()).isEqualTo(1);
      }
    }
  }

  @Test
  void closingEndsAllScansOnTheServers() throws IOException {
    TableName table = times("fanClose");
    int before = scanners();
    FanOutScan all = FanOutScan.of(connection, table, TIMES.where()).memory(1);
    try (FanOutScanner scanner = all.open()) {
      assertThat(scanner.next()).isNotNull();
      assertThat(scanner.position()).isPresent();
      assertThat(scanners()).isGreaterThan(before);
    }
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> scanners() <= before);
    assertThat(read(all.limit(3))).hasSize(3);
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> scanners() <= before);
  }

  private int scanners() {
    return cluster.util().getHBaseCluster().getRegionServerThreads().stream()
        .mapToInt(thread -> thread.getRegionServer().getRSRpcServices().getScannersCount())
        .sum();
  }

  @Test
  void anErrorOfOneScanIsTheErrorOfAll() {
    FanOutScan nowhere = FanOutScan.of(connection, TableName.valueOf("fanNowhere"), TIMES.where());
    try (FanOutScanner scanner = nowhere.open()) {
      assertThatThrownBy(scanner::next).isInstanceOf(IOException.class);
      assertThat(scanner.next()).isNull();
    } catch (IOException e) {
      throw new AssertionError("closed after an error, it gives no rows", e);
    }
  }

  @Test
  void aKnownSaltIsOneScanAndASaltMayStandBehindAValue() throws IOException {
    KeySchema known = KeySchema.parse("salt(2,host), host:text(|), n:int");
    assertThat(FanOutScan.of(connection, TableName.valueOf("t"), known.where("a")).scans())
        .hasSize(1);
    KeySchema inside = KeySchema.parse("b:bucket(4,n), tenant:text(|), n:int");
    KeySchema behind = KeySchema.parse("tenant:text(|), bucket(4), n:int");
    TableName table = create("fanBehind", inside);
    List<Put> puts = new ArrayList<>();
    for (int n = -20; n < 20; n++) {
      puts.add(new Put(behind.encode("a", n)).addColumn(F, Q, Q));
      puts.add(new Put(behind.encode("ab", n)).addColumn(F, Q, Q));
    }
    try (Table open = cluster.table(table)) {
      open.put(puts);
    }
    List<Long> found = new ArrayList<>();
    FanOutScan scan = FanOutScan.of(connection, table, behind.where("a").from(-10)).limit(9);
    for (int page = 0; page < 4; page++) {
      try (FanOutScanner scanner = scan.open()) {
        scanner.forEach(row -> found.add(behind.decode(row.getRow()).number("n")));
        scan = scan.after(scanner.position().orElseThrow());
      }
    }
    assertThat(found).hasSize(30).isSorted().first().isEqualTo(-10L);
    assertThatThrownBy(() -> FanOutScan.of(connection, table, behind.where()))
        .hasMessageContaining("give values for all parts before it");
  }

  @Test
  void whatCannotBeMergedIsRefused() {
    TableName table = TableName.valueOf("t");
    FanOutScan scan = FanOutScan.of(connection, table, TIMES.where());
    assertThatThrownBy(() -> scan.reading(new Scan().withStartRow(Q)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> scan.reading(new Scan().setBatch(2)))
        .hasMessageContaining("parts of rows");
    assertThatThrownBy(() -> scan.limit(0)).hasMessageContaining("limit 0");
    assertThatThrownBy(
            () -> FanOutScan.of(connection, table, KeySchema.parse("salt(3), id:long").where()))
        .hasMessageContaining("4096 ranges");
  }
}
