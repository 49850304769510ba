package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** Gets, Scans and conditions of clients on families that are read as totals. */
class PlainReadsTest {
  private static final byte[] X = Bytes.toBytes("x");
  private static final byte[] QTY = Bytes.toBytes("qty");

  private static TestRegionBuilder totals() {
    return TestRegion.builder()
        .delta("x")
        .familyValue(
            "x", "sediment.fold", "paid=sum:decimal,low=min:int64,mean=avg:int64,*=sum:int64")
        .familyValue("x", "sediment.lag", "1s")
        .familyValue("x", "sediment.read", "total")
        .family("p", "plain")
        .conf("hbase.master.maxclockskew", "0");
  }

  private static Put delta(String row, String column, long time, long amount) {
    return new Put(Bytes.toBytes(row))
        .addColumn(X, Bytes.toBytes(column), time, Bytes.toBytes(amount));
  }

  private static List<String> get(TestRegion region, Get get) throws IOException {
    return text(region.get(get).listCells());
  }

  private static Get row(String row) {
    return new Get(Bytes.toBytes(row));
  }

  private static <T extends org.apache.hadoop.hbase.client.OperationWithAttributes> T with(
      T read, String mode) {
    read.setAttribute("sediment.read", Bytes.toBytes(mode));
    return read;
  }

  private static List<String> text(List<Cell> cells) {
    List<String> out = new ArrayList<>();
    for (Cell cell : cells == null ? List.<Cell>of() : cells) {
      byte[] value = CellUtil.cloneValue(cell);
      boolean isNumber = value.length == Long.BYTES && CellUtil.matchingFamily(cell, X);
      out.add(
          Bytes.toString(CellUtil.cloneFamily(cell))
              + ":"
              + Bytes.toString(CellUtil.cloneQualifier(cell))
              + "@"
              + cell.getTimestamp()
              + "="
              + (isNumber ? "" + Bytes.toLong(value) : Bytes.toStringBinary(value)));
    }
    return out;
  }

  @Test
  void readsOfOtherFamiliesWorkUnderAWrongSetting() throws IOException {
    for (List<String> wrong :
        List.of(
            List.of("sediment.fold", "nonsense"),
            List.of("sediment.kind", "nonsense"),
            List.of("sediment.read", "nonsense"),
            List.of("sediment.lag", "nonsense"))) {
      try (TestRegion region =
          TestRegion.builder()
              .delta("x")
              .family("p", "plain")
              .familyValue("x", wrong.get(0), wrong.get(1))
              .open()) {
        assertThatThrownBy(() -> region.put(delta("r", "qty:1", region.clock().now(), 3)))
            .as("%s", wrong)
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining(wrong.get(0));
        assertThat(region.get(row("r")).isEmpty()).as("%s", wrong).isTrue();
        assertThat(region.get(with(row("r").addFamily(Bytes.toBytes("p")), "total")).isEmpty())
            .isTrue();
        assertThat(region.get(row("r").addFamily(X)).isEmpty()).as("%s", wrong).isTrue();
      }
    }
  }

  @Test
  void aGetShowsOneCellPerCounterAtItsNewestDeltaInEveryStorageState() throws IOException {
    try (TestRegion region = totals().open()) {
      long now = region.clock().now();
      region.put(delta("r", "qty:1", now, 3));
      region.put(delta("r", "qty:2", now + 5, 4));
      region.put(delta("r", "qty2:1", now, 9));
      region.put(delta("r", ":1", now, 8));
      byte[] paid = Bytes.toBytes(new BigDecimal("1.50"));
      region.put(new Put(Bytes.toBytes("r")).addColumn(X, Bytes.toBytes("paid:1"), now, paid));
      region.put(
          new Put(Bytes.toBytes("r"))
              .addColumn(Bytes.toBytes("p"), Bytes.toBytes("a"), 7, Bytes.toBytes("v")));
      List<String> expected =
          List.of(
              "p:a@7=v",
              "x:@" + now + "=8",
              "x:paid@" + now + "=" + Bytes.toStringBinary(paid),
              "x:qty@" + (now + 5) + "=7",
              "x:qty2@" + now + "=9");
      assertThat(get(region, row("r"))).as("in memory").isEqualTo(expected);
      region.flush();
      assertThat(get(region, row("r"))).as("after a flush").isEqualTo(expected);
      region.clock().advance(100_000);
      region.put(delta("r", "qty:3", now + 90_000, 0));
      region.flush();
      region.compact("x", 0, 1);
      expected = new ArrayList<>(expected);
      expected.set(3, "x:qty@" + (now + 90_000) + "=7");
      assertThat(get(region, row("r"))).as("after a compaction").isEqualTo(expected);
      region.majorCompact();
      assertThat(region.raw("x")).as("folded").hasSize(4);
      assertThat(get(region, row("r"))).as("after a fold").isEqualTo(expected);
      region.reopen();
      assertThat(get(region, row("r"))).as("after a move").isEqualTo(expected);
      region.crash();
      assertThat(get(region, row("r"))).as("after a crash").isEqualTo(expected);
      assertThat(get(region, row("r").addColumn(X, QTY))).hasSize(1).contains(expected.get(3));
      assertThat(get(region, row("r").addColumn(X, QTY).addColumn(X, new byte[0]))).hasSize(2);
      assertThat(get(region, row("r").addColumn(X, Bytes.toBytes("none")))).isEmpty();
      assertThat(region.get(row("r").addColumn(X, QTY).setCheckExistenceOnly(true)).getExists())
          .isTrue();
      assertThat(
              region
                  .get(row("r").addColumn(X, Bytes.toBytes("q")).setCheckExistenceOnly(true))
                  .getExists())
          .isFalse();
    }
  }

  @Test
  void theAttributeOutranksTheFamilysSetting() throws IOException {
    try (TestRegion region = totals().open()) {
      long now = region.clock().now();
      region.put(delta("r", "qty:1", now, 3));
      region.put(delta("r", "qty:2", now, 4));
      assertThat(get(region, with(row("r"), "raw")))
          .containsExactly("x:qty:1@" + now + "=3", "x:qty:2@" + now + "=4");
      assertThatThrownBy(() -> region.get(with(row("r"), "totl")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("totl");
      region.alter(
          table ->
              table.modifyColumnFamily(
                  org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder.newBuilder(
                          region.table().getColumnFamily(X))
                      .setValue("sediment.read", "raw")
                      .build()));
      assertThat(get(region, row("r"))).hasSize(2);
      assertThat(get(region, with(row("r"), "total"))).containsExactly("x:qty@" + now + "=7");
    }
  }

  @Test
  void whatATotalHasNotIsRefusedWithItsRemedy() throws IOException {
    try (TestRegion region = totals().open()) {
      region.put(delta("r", "qty:1", 5, 3));
      assertThatThrownBy(() -> region.get(row("r").addColumn(X, Bytes.toBytes("qty:1"))))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'x:qty:1'")
          .hasMessageContaining("sediment.read = raw");
      assertThatThrownBy(() -> region.get(row("r").setTimeRange(0, 10)))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("as_of");
      assertThatThrownBy(
              () ->
                  region
                      .region()
                      .getCoprocessorHost()
                      .preScannerOpen(with(new Scan().addFamily(X).setRaw(true), "total")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("raw scan");
      assertThat(get(region, row("r").setTimeRange(5, Long.MAX_VALUE))).hasSize(1);
      assertThat(get(region, row("r").setTimeRange(6, Long.MAX_VALUE))).isEmpty();
    }
  }

  @Test
  void aCounterWithoutAnAnswerIsAnErrorThatNamesRowAndCounter() throws IOException {
    try (TestRegion region = totals().open()) {
      region.put(delta("r", "qty:1", 5, Long.MAX_VALUE));
      region.put(delta("r", "qty:2", 5, 1));
      region.put(delta("r", "ok:2", 5, 1));
      assertThatThrownBy(() -> region.get(row("r")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'x:qty' of row 'r'")
          .hasMessageContaining("9223372036854775808");
      assertThat(get(region, row("r").addColumn(X, Bytes.toBytes("ok")))).hasSize(1);
    }
    try (TestRegion region = totals().family("x", "plain").withoutSediment().open()) {
      region.put(new Put(Bytes.toBytes("r")).addColumn(X, Bytes.toBytes("qty:1"), 5, X));
      region.alter(table -> sediment(table, region));
      assertThatThrownBy(() -> region.get(row("r")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'x:qty' of row 'r'")
          .hasMessageContaining("1 bytes");
    }
  }

  private static org.apache.hadoop.hbase.client.TableDescriptorBuilder sediment(
      org.apache.hadoop.hbase.client.TableDescriptorBuilder table, TestRegion region) {
    try {
      table.setCoprocessor(SedimentCoprocessor.class.getName());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return table.modifyColumnFamily(
        org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder.newBuilder(
                region.table().getColumnFamily(X))
            .setMaxVersions(Integer.MAX_VALUE)
            .setValue("sediment.kind", "delta")
            .setValue("sediment.read", "total")
            .build());
  }

  @Test
  void aMinimumIsShownAndAnAverageIsRefused() throws IOException {
    try (TestRegion region = totals().open()) {
      for (String counter : List.of("low", "mean")) {
        region.put(delta("r", counter + ":1", 5, 4));
        region.put(delta("r", counter + ":2", 5, -2));
      }
      assertThat(get(region, row("r").addColumn(X, Bytes.toBytes("low"))))
          .containsExactly("x:low@5=-2");
      assertThatThrownBy(() -> region.get(row("r")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'x:mean' of row 'r'")
          .hasMessageContaining("GetTotals");
    }
  }

  /** Case R35. */
  @Test
  void aHotRowIsReadExactlyAndShowsOneCell() throws IOException {
    try (TestRegion region = totals().open()) {
      long sum = 0;
      long now = region.clock().now();
      for (int file = 0; file < 9; file++) {
        Put put = new Put(Bytes.toBytes("r"));
        for (int i = file; i < 30_000; i += 9) {
          put.addColumn(X, Bytes.toBytes("c:" + i), now + i, Bytes.toBytes((long) i));
          sum += i;
        }
        region.put(put);
        region.flush();
      }
      assertThat(get(region, row("r"))).containsExactly("x:c@" + (now + 29_999) + "=" + sum);
      region.clock().advance(100_000);
      region.majorCompact();
      assertThat(region.raw("x").size()).as("cells left").isEqualTo(1);
      assertThat(get(region, row("r"))).containsExactly("x:c@" + (now + 29_999) + "=" + sum);
    }
  }

  @Test
  void aBaseExchangedWhileARowIsReadIsAnErrorToRetryNotAWrongTotal() throws IOException {
    try (TestRegion region = totals().open()) {
      long now = region.clock().now();
      Put put = new Put(Bytes.toBytes("r"));
      for (int i = 0; i < 2 * RowTotaller.HOLD; i++) {
        put.addColumn(X, Bytes.toBytes("c:" + i), now + i, Bytes.toBytes(1L));
      }
      region.put(put);
      region.flush();
      region.clock().advance(2_500);
      Scan scan = new Scan();
      scan.addFamily(X);
      region.region().getCoprocessorHost().preScannerOpen(scan);
      List<Cell> cells = new ArrayList<>();
      try (RegionScanner scanner = region.region().getScanner(scan)) {
        region.majorCompact();
        assertThatThrownBy(() -> scanner.next(cells))
            .isInstanceOf(IOException.class)
            .isNotInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("read it again");
      }
      assertThat(get(region, row("r"))).containsExactly("x:c@" + (now + 1999) + "=2000");
    }
  }

  @Test
  void conditionsCompareTotalsAsNumbers() throws IOException {
    try (TestRegion region = totals().open()) {
      long now = region.clock().now();
      region.put(delta("r", "qty:1", now, -3));
      CheckAndMutate.Builder check = CheckAndMutate.newBuilder(Bytes.toBytes("r"));
      assertThat(
              region
                  .checkAndMutate(
                      check
                          .ifMatches(X, QTY, CompareOperator.LESS_OR_EQUAL, Bytes.toBytes(1L))
                          .build(delta("r", "qty:2", now, -1)))
                  .isSuccess())
          .as("1 <= -3")
          .isFalse();
      assertThat(get(region, row("r"))).containsExactly("x:qty@" + now + "=-3");
      assertThat(
              region
                  .checkAndMutate(
                      check
                          .ifEquals(X, QTY, Bytes.toBytes(-3L))
                          .build(delta("r", "qty:2", now + 1, 5)))
                  .isSuccess())
          .isTrue();
      assertThat(get(region, row("r"))).containsExactly("x:qty@" + (now + 1) + "=2");
      RowMutations two =
          RowMutations.of(
              List.of(
                  delta("r", "qty:3", now + 2, 1),
                  new Delete(Bytes.toBytes("r")).addColumn(X, Bytes.toBytes("qty:1"), now)));
      assertThat(
              region
                  .checkAndMutate(
                      check
                          .ifMatches(
                              new SingleColumnValueFilter(
                                  X, QTY, CompareOperator.EQUAL, Bytes.toBytes(2L)))
                          .build(two))
                  .isSuccess())
          .isTrue();
      assertThat(get(region, row("r"))).containsExactly("x:qty@" + (now + 2) + "=6");
      assertThat(
              region
                  .checkAndMutate(
                      CheckAndMutate.newBuilder(Bytes.toBytes("r"))
                          .ifNotExists(X, QTY)
                          .build(delta("r", "qty:4", now, 1)))
                  .isSuccess())
          .isFalse();
      assertThat(
              region
                  .checkAndMutate(
                      CheckAndMutate.newBuilder(Bytes.toBytes("s"))
                          .ifNotExists(X, QTY)
                          .build(delta("s", "qty:4", now, 1)))
                  .isSuccess())
          .isTrue();
      assertThatThrownBy(
              () ->
                  region.checkAndMutate(
                      CheckAndMutate.newBuilder(Bytes.toBytes("r"))
                          .ifEquals(X, QTY, Bytes.toBytes("6"))
                          .build(delta("r", "qty:5", now, 1))))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'6'")
          .hasMessageContaining("8 bytes");
    }
  }

  @Test
  void conditionsOnOtherFamiliesAreHBasesOwn() throws IOException {
    try (TestRegion region = totals().open()) {
      byte[] p = Bytes.toBytes("p");
      region.put(new Put(Bytes.toBytes("r")).addColumn(p, QTY, 1, Bytes.toBytes("v")));
      assertThat(
              region
                  .checkAndMutate(
                      CheckAndMutate.newBuilder(Bytes.toBytes("r"))
                          .ifEquals(p, QTY, Bytes.toBytes("v"))
                          .build(delta("r", "qty:1", 5, 1)))
                  .isSuccess())
          .isTrue();
      assertThat(get(region, row("r").addFamily(X))).containsExactly("x:qty@5=1");
    }
  }
}
