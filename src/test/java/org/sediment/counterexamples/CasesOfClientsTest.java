package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Story.HOUR;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sediment.client.SedimentClient;
import org.sediment.client.Total;
import org.sediment.client.TotalsQuery;
import org.sediment.coprocessor.SedimentCoprocessor;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** Cases from the field that take a client and servers: partial results, a jar that is replaced. */
@ClusterTest
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class CasesOfClientsTest {
  /** Results cut by cells and by bytes: put together they are the rows, and no cell strays. */
  @Test
  void r07_partialResultsAddUpToTheRow(MiniCluster cluster) throws IOException {
    TableName name = cluster.create(Story.ordinary());
    long old = System.currentTimeMillis() - 5 * HOUR;
    try (Table table = cluster.table(name)) {
      for (String row : List.of("r1", "r2", "r3")) {
        table.put(put(row, "1", old, "u:a=1", "u:qty=2", "u:z=3"));
        for (int i = 0; i < 25; i++) {
          table.put(delta(row, old + i, "x:qty:e" + i + "=+1", "x:young:e" + i + "=+1"));
        }
      }
      for (int state = 0; state < 3; state++) {
        Map<String, List<Cell>> whole = rows(table, new Scan());
        assertThat(whole.keySet()).containsExactly("r1", "r2", "r3");
        for (int batch : new int[] {1, 3, 10}) {
          assertThat(rows(table, new Scan().setBatch(batch))).isEqualTo(whole);
          Scan tiny = new Scan().setMaxResultSize(1).setAllowPartialResults(true);
          assertThat(rows(table, tiny)).isEqualTo(whole);
        }
        HRegion region = cluster.regions(name).get(0);
        region.flush(true);
        if (state == 1) {
          cluster.majorCompact(name);
          assertThat(rows(table, new Scan()).get("r2")).as("folded").hasSize(4 + 2);
        }
      }
    }
  }

  private static Map<String, List<Cell>> rows(Table table, Scan scan) throws IOException {
    Map<String, List<Cell>> rows = new TreeMap<>();
    try (ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        String row = Bytes.toString(result.getRow());
        for (Cell cell : result.rawCells()) {
          assertThat(CellUtil.matchingRows(cell, bytes(row))).isTrue();
          rows.computeIfAbsent(row, none -> new ArrayList<>()).add(cell);
        }
      }
    }
    return rows;
  }

  /** A new version of the jar under a new path, while the table is written to. */
  @Test
  void r44_aJarReplacedUnderANewPathTakesEffectWhileRegionsAreLive(
      MiniCluster cluster, @TempDir Path directory) throws Exception {
    TableName name = TableName.valueOf("upgraded");
    Path first = jar(directory.resolve("sediment-1.jar"));
    Path second = jar(directory.resolve("sediment-2.jar"));
    TableDescriptor plain =
        TestRegion.builder()
            .withoutSediment()
            .sequence()
            .upsert("u")
            .delta("x")
            .table(name.getNameAsString())
            .descriptor();
    cluster.admin().createTable(loading(plain, first), new byte[][] {bytes("h"), bytes("p")});
    List<Class<?>> before = loaded(cluster, name);
    assertThat(before).hasSize(3).doesNotContain(SedimentCoprocessor.class);
    long old = System.currentTimeMillis() - 5 * HOUR;
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger rounds = new AtomicInteger();
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try (Table table = cluster.table(name)) {
      table.put(put("gone", "1", old, "u:a=1"));
      table.delete(deleteRow("gone", "3", old + 3));
      Future<?> written =
          writer.submit(
              () -> {
                while (!over.get()) {
                  int round = rounds.incrementAndGet();
                  for (String row : List.of("a", "k", "z")) {
                    table.put(
                        put(row, round + ".2", old, "u:a=" + round, "x:qty:" + round + "=+1"));
                    table.put(put(row, round + ".1", old + 50, "u:a=stale"));
                  }
                }
                return null;
              });
      untilMore(rounds);
      cluster.admin().modifyTable(loading(plain, second));
      untilMore(rounds);
      over.set(true);
      written.get(60, TimeUnit.SECONDS);
      assertThat(loaded(cluster, name)).hasSize(3).doesNotContainAnyElementsOf(before);
      table.put(put("gone", "2", old + 9, "u:a=2"));
      assertThat(table.exists(new Get(bytes("gone")))).isFalse();
      for (HRegion region : cluster.regions(name)) {
        region.flush(true);
      }
      cluster.majorCompact(name);
      try (SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
        for (String row : List.of("a", "k", "z")) {
          byte[] value = table.get(new Get(bytes(row))).getValue(bytes("u"), bytes("a"));
          assertThat(Bytes.toString(value)).isEqualTo(rounds.toString());
          Total total =
              client.getTotals(bytes(row), TotalsQuery.all()).get("x", "qty").orElseThrow();
          assertThat(total.longValue()).isEqualTo(rounds.get());
        }
      }
    } finally {
      over.set(true);
      writer.shutdownNow();
      cluster.util().deleteTable(name);
    }
  }

  private static void untilMore(AtomicInteger rounds) {
    int from = rounds.get();
    org.awaitility.Awaitility.await()
        .atMost(java.time.Duration.ofSeconds(60))
        .until(() -> rounds.get() > from + 5);
  }

  private static TableDescriptor loading(TableDescriptor plain, Path jar) throws IOException {
    return TableDescriptorBuilder.newBuilder(plain)
        .setCoprocessor(
            CoprocessorDescriptorBuilder.newBuilder(TestRegionBuilder.SEDIMENT)
                .setJarPath(jar.toUri().toString())
                .build())
        .build();
  }

  /** The coprocessor's class in each region. */
  private static List<Class<?>> loaded(MiniCluster cluster, TableName name) {
    List<Class<?>> classes = new ArrayList<>();
    for (HRegion region : cluster.regions(name)) {
      classes.add(
          region.getCoprocessorHost().findCoprocessor(TestRegionBuilder.SEDIMENT).getClass());
    }
    return classes;
  }

  private static Path jar(Path jar) throws IOException {
    URL location = SedimentCoprocessor.class.getProtectionDomain().getCodeSource().getLocation();
    Path classes = new File(location.getFile()).toPath();
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    return jar;
  }
}
