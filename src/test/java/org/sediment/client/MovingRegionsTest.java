package org.sediment.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.TestRegion;

/** Case R31: totals stay exact while regions split, merge, move and are compacted. */
@ClusterTest
class MovingRegionsTest {
  private static final int ROWS = 400;
  private static final int DELTAS = 25;
  private static final long SUM = (long) ROWS * DELTAS * (DELTAS + 1) / 2;

  private static byte[] row(int number) {
    return Bytes.toBytes(String.format("r%03d", number));
  }

  private static TableName filled(MiniCluster cluster) throws IOException {
    TableName name = cluster.create(TestRegion.builder().delta("x"), row(100), row(200), row(300));
    long now = System.currentTimeMillis();
    try (Table table = cluster.table(name)) {
      for (int id = 1; id <= DELTAS; id++) {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
          // a backfill: old enough to be folded by the compactions below
          puts.add(
              new Put(row(i))
                  .addColumn(
                      Bytes.toBytes("x"),
                      Bytes.toBytes("qty:" + id),
                      now - 7_200_000 - id,
                      Bytes.toBytes((long) id)));
        }
        table.put(puts);
        if (id % 10 == 0) {
          cluster.admin().flush(name);
        }
      }
    }
    return name;
  }

  /** Reads in a loop until told to stop; gives the number of answers, each of them right. */
  private static Callable<Integer> reader(
      SedimentClient client, AtomicBoolean stop, AtomicInteger readers) {
    return () -> {
      int answers = 0;
      readers.incrementAndGet();
      List<byte[]> some = List.of(row(350), row(99), row(100), row(250), row(0));
      while (!stop.get()) {
        RangeSum sum = client.sumTotals(RowRange.all(), TotalsQuery.all());
        assertThat(sum.rows()).isEqualTo(ROWS);
        assertThat(sum.get("x", "qty").orElseThrow().longValue()).isEqualTo(SUM);
        int next = 50;
        for (RowTotals totals :
            client.scanTotals(RowRange.of("r050", "r350"), TotalsQuery.all(), 60)) {
          assertThat(totals.row()).isEqualTo(row(next++));
          assertThat(totals.get("x", "qty").orElseThrow().longValue()).isEqualTo(SUM / ROWS);
        }
        assertThat(next).isEqualTo(350);
        for (RowTotals totals : client.getTotals(some, TotalsQuery.all())) {
          assertThat(totals.get("x", "qty").orElseThrow().longValue()).isEqualTo(SUM / ROWS);
        }
        answers++;
      }
      return answers;
    };
  }

  @Test
  void totalsStayExactWhileRegionsSplitMergeAndMove(MiniCluster cluster) throws Exception {
    TableName name = filled(cluster);
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger readers = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Future<Integer>> answers = new ArrayList<>();
    try (SedimentClient client = SedimentClient.connect(cluster.conf(), name)) {
      for (int i = 0; i < 2; i++) {
        answers.add(pool.submit(reader(client, stop, readers)));
      }
      cluster.split(name, row(50));
      cluster.move(cluster.regions(name).get(2).getRegionInfo());
      cluster.majorCompact(name);
      cluster.split(name, row(333));
      cluster.majorCompact(name);
      cluster.merge(name, 0, 1);
      cluster.move(cluster.regions(name).get(0).getRegionInfo());
      cluster.majorCompact(name);
      cluster.merge(name, 1, 2);
      cluster.majorCompact(name);
      stop.set(true);
      for (Future<Integer> answer : answers) {
        assertThat(answer.get()).isGreaterThan(2);
      }
    } finally {
      stop.set(true);
      pool.shutdownNow();
    }
  }
}
