package org.sediment.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.TestRegion;

/** Totals through an ordinary client: pages, batches, limits, orders, lists of Gets. */
@ClusterTest
class PlainReadsClusterTest {
  private static final byte[] X = Bytes.toBytes("x");
  private static final int ROWS = 30;
  private static final int COUNTERS = 7;

  /** Row i has counter c with the total 100 i + c, of three deltas each. */
  private static TableName filled(MiniCluster cluster) throws IOException {
    TableName name =
        cluster.create(
            TestRegion.builder().delta("x").familyValue("x", "sediment.read", "total"),
            Bytes.toBytes("r10"),
            Bytes.toBytes("r20"));
    long now = System.currentTimeMillis();
    try (Table table = cluster.table(name)) {
      List<Put> puts = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        Put put = new Put(row(row));
        for (int counter = 0; counter < COUNTERS; counter++) {
          for (int part = 0; part < 3; part++) {
            long amount = part < 2 ? part + 5 : 100L * row + counter - 11;
            put.addColumn(
                X, Bytes.toBytes("c" + counter + ":" + part), now + part, Bytes.toBytes(amount));
          }
        }
        puts.add(put);
      }
      table.put(puts);
    }
    cluster.admin().flush(name);
    return name;
  }

  private static byte[] row(int row) {
    return Bytes.toBytes(String.format("r%02d", row));
  }

  private static List<Long> values(Table table, Scan scan, int most) throws IOException {
    List<Long> out = new ArrayList<>();
    try (ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        assertThat(result.size()).isLessThanOrEqualTo(most);
        for (var cell : result.rawCells()) {
          out.add(Bytes.toLong(cell.getValueArray(), cell.getValueOffset()));
        }
      }
    }
    return out;
  }

  private static List<Long> expected(int from, int to) {
    List<Long> out = new ArrayList<>();
    for (int row = from; row < to; row++) {
      for (int counter = 0; counter < COUNTERS; counter++) {
        out.add(100L * row + counter);
      }
    }
    return out;
  }

  @Test
  void everyPageBatchAndLimitShowsTheSameTotals(MiniCluster cluster) throws IOException {
    TableName name = filled(cluster);
    try (Table table = cluster.table(name)) {
      List<Long> all = expected(0, ROWS);
      assertThat(values(table, new Scan(), COUNTERS)).isEqualTo(all);
      for (int batch : new int[] {1, 3, 7, 10}) {
        assertThat(values(table, new Scan().setBatch(batch), batch)).as("%d", batch).isEqualTo(all);
        if (batch != 3) { // HBase's client counts a row twice whose last batch is not full
          assertThat(values(table, new Scan().setBatch(batch).setLimit(12).setCaching(5), batch))
              .as("batch %d, 12 rows", batch)
              .isEqualTo(expected(0, 12));
        }
        assertThat(
                values(
                    table,
                    new Scan().setBatch(batch).setAllowPartialResults(true).setMaxResultSize(1),
                    batch))
            .isEqualTo(all);
      }
      assertThat(values(table, new Scan().setCaching(1), COUNTERS)).isEqualTo(all);
      assertThat(values(table, new Scan().setMaxResultSize(1), COUNTERS)).isEqualTo(all);
      assertThat(values(table, new Scan().setLimit(4), COUNTERS)).isEqualTo(expected(0, 4));
      assertThat(values(table, new Scan().setOneRowLimit(), COUNTERS)).isEqualTo(expected(0, 1));
      assertThat(values(table, new Scan().withStartRow(row(8)).withStopRow(row(23)), COUNTERS))
          .isEqualTo(expected(8, 23));
      assertThat(values(table, new Scan().setFilter(new FirstKeyOnlyFilter()), 1)).hasSize(ROWS);
      List<Result> backward = new ArrayList<>();
      try (ResultScanner results = table.getScanner(new Scan().setReversed(true).setCaching(4))) {
        results.forEach(backward::add);
      }
      assertThat(backward).hasSize(ROWS);
      assertThat(backward.get(0).getRow()).isEqualTo(row(ROWS - 1));
      assertThat(Bytes.toLong(backward.get(4).getValue(X, Bytes.toBytes("c3")))).isEqualTo(2503);
    }
  }

  @Test
  void getsAloneAndInListsAndConditionsSeeTotals(MiniCluster cluster) throws IOException {
    TableName name = filled(cluster);
    try (Table table = cluster.table(name)) {
      byte[] c2 = Bytes.toBytes("c2");
      Result one = table.get(new Get(row(3)).addColumn(X, c2));
      assertThat(one.size()).isEqualTo(1);
      assertThat(Bytes.toLong(one.value())).isEqualTo(302);
      Result[] two = table.get(List.of(new Get(row(3)), new Get(row(25)).addColumn(X, c2)));
      assertThat(two[0].size()).isEqualTo(COUNTERS);
      assertThat(Bytes.toLong(two[1].value())).isEqualTo(2502);
      assertThat(
              table.exists(
                  List.of(
                      new Get(row(3)).addColumn(X, c2),
                      new Get(row(3)).addColumn(X, Bytes.toBytes("c")),
                      new Get(Bytes.toBytes("none")))))
          .containsExactly(true, false, false);
      assertThat(table.get(raw(new Get(row(3)))).size()).isEqualTo(3 * COUNTERS);
      assertThatThrownBy(() -> table.get(new Get(row(3)).addColumn(X, Bytes.toBytes("c2:1"))))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("x:c2:1");
      long now = System.currentTimeMillis();
      CheckAndMutate take =
          CheckAndMutate.newBuilder(row(3))
              .ifMatches(X, c2, CompareOperator.LESS_OR_EQUAL, Bytes.toBytes(300L))
              .build(
                  new Put(row(3))
                      .addColumn(X, Bytes.toBytes("c2:take"), now, Bytes.toBytes(-300L)));
      assertThat(table.checkAndMutate(take).isSuccess()).isTrue();
      assertThat(table.checkAndMutate(take).isSuccess()).as("2 are left").isFalse();
      assertThat(Bytes.toLong(table.get(new Get(row(3)).addColumn(X, c2)).value())).isEqualTo(2);
    }
  }

  private static Get raw(Get get) {
    get.setAttribute("sediment.read", Bytes.toBytes("raw"));
    return get;
  }
}
