package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestClock;
import org.sediment.testing.TestRegion;

/** Folds of a real region. Times are small numbers of milliseconds after {@link #T0}. */
final class FoldRegionTest {
  private static final long T0 = TestClock.START - 86_400_000;
  private static final byte[] X = Bytes.toBytes("x");

  private TestRegion region;

  @BeforeEach
  void open() throws IOException {
    region = TestRegion.builder().delta("x").startAt(T0).open();
  }

  @AfterEach
  void close() throws IOException {
    region.close();
  }

  private void delta(String row, String counter, String id, long time, long value)
      throws IOException {
    region.put(
        new Put(Bytes.toBytes(row))
            .addColumn(X, Bytes.toBytes(counter + ":" + id), T0 + time, Bytes.toBytes(value)));
  }

  private void settle() {
    region.clock().set(TestClock.START);
  }

  /** Visible columns of a row, as {@code qualifier@time}. */
  private List<String> columns(String row) throws IOException {
    List<String> out = new ArrayList<>();
    for (Cell cell : region.raw("x")) {
      if (CellUtil.matchingRows(cell, Bytes.toBytes(row))) {
        String type = cell.getType() == Cell.Type.Put ? "" : "/" + cell.getType();
        out.add(
            Bytes.toString(CellUtil.cloneQualifier(cell))
                + "@"
                + (cell.getTimestamp() - T0)
                + type);
      }
    }
    return out;
  }

  private long sum(String row, String counter) throws IOException {
    for (Cell cell : region.raw("x")) {
      if (CellUtil.matchingRows(cell, Bytes.toBytes(row))
          && CellUtil.matchingQualifier(cell, Bytes.toBytes(counter + ";"))) {
        return FoldCells.base(cell).orElseThrow().sum().longValueExact();
      }
    }
    throw new AssertionError("no base: " + columns(row));
  }

  @Test
  void settledDeltasOfAllFilesBecomeABase() throws IOException {
    delta("r", "c", "e1", 10, 3);
    region.flush();
    delta("r", "c", "e2", 20, 4);
    delta("s", "", "e1", 5, 7);
    region.flush();
    settle();
    region.majorCompact("x");
    assertThat(columns("r")).containsExactly("c;@20");
    assertThat(sum("r", "c")).isEqualTo(7);
    assertThat(columns("s")).containsExactly(";@5");
    region.majorCompact("x");
    region.reopen();
    region.majorCompact("x");
    assertThat(sum("r", "c")).as("a base is never added twice").isEqualTo(7);
  }

  @Test
  void whatIsInMemoryBoundsTheFold() throws IOException {
    delta("r", "c", "e1", 10, 3);
    delta("r", "c", "e2", 20, 4);
    region.flush();
    delta("s", "c", "e3", 15, 4);
    settle();
    region.majorCompact("x");
    assertThat(columns("r")).containsExactly("c:e2@20", "c;@10");
    region.flush();
    region.majorCompact("x");
    assertThat(columns("r")).containsExactly("c;@20");
    assertThat(sum("r", "c")).isEqualTo(7);
  }

  @Test
  void aFileLeftOutBoundsTheFold() throws IOException {
    delta("r", "c", "e1", 10, 3);
    region.flush();
    delta("r", "c", "e2", 20, 4);
    region.flush();
    delta("r", "c", "e3", 30, 5);
    region.flush();
    settle();
    region.compact("x", 0, 2);
    assertThat(columns("r")).containsExactly("c:e2@20", "c:e3@30", "c;@10");
    region.majorCompact("x");
    assertThat(columns("r")).containsExactly("c;@30");
    assertThat(sum("r", "c")).isEqualTo(12);
  }

  @Test
  void youngDeltasAreNotFolded() throws IOException {
    delta("r", "c", "e1", 10, 3);
    delta("r", "c", "e2", 3_600_000, 4);
    region.flush();
    region.clock().set(T0 + 2 * 3_600_000);
    region.majorCompact("x");
    assertThat(columns("r")).containsExactly("c:e2@3600000", "c;@10");
  }

  @Test
  void r01_aRowDeleteInAFileLeftOutIsNotOutlivedByAFold() throws IOException {
    delta("r", "c", "e1", 100, 10);
    delta("r", "c", "e2", 110, 5);
    region.flush();
    region.delete(new Delete(Bytes.toBytes("r"), T0 + 200));
    region.flush();
    delta("r", "c", "e3", 300, 7);
    region.flush();
    settle();
    region.compact("x", 0, 2);
    assertThat(columns("r")).containsExactly("@199/DeleteFamily", "c:e3@300", "c;@110");
    region.majorCompact("x");
    assertThat(sum("r", "c")).isEqualTo(7);
  }

  @Test
  void r06_aRetractionWaitsForItsDelta() throws IOException {
    delta("r", "c", "e1", 10, 10);
    region.flush();
    region.delete(new Delete(Bytes.toBytes("r")).addColumn(X, Bytes.toBytes("c:e1"), T0 + 10));
    region.flush();
    delta("r", "c", "e2", 20, 5);
    region.flush();
    settle();
    region.compact("x", 1, 2);
    assertThat(columns("r")).contains("c:e2@20", "c:e1@10/Delete", "c:e1@10");
    region.majorCompact("x");
    assertThat(sum("r", "c")).isEqualTo(5);
  }

  @Test
  void r06_aRetractionBeforeItsDeltaOutlivesAMajorCompaction() throws IOException {
    region.delete(new Delete(Bytes.toBytes("r")).addColumn(X, Bytes.toBytes("c:e1"), T0 + 10));
    delta("r", "c", "e2", 20, 5);
    region.flush();
    region.majorCompact("x");
    delta("r", "c", "e1", 10, 10);
    region.flush();
    settle();
    region.majorCompact("x");
    assertThat(sum("r", "c")).isEqualTo(5);
  }

  @Test
  void aCounterTooLongToBeHeldIsFoldedAgainAndAgain() throws IOException {
    for (int round = 0; round < 3; round++) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < 1500; i++) {
        byte[] id = Bytes.toBytes("c:" + round + "-" + i);
        long time = region.clock().now() - i;
        puts.add(new Put(Bytes.toBytes("r")).addColumn(X, id, time, Bytes.toBytes(1L)));
      }
      region.list(puts);
      region.flush();
      region.clock().advance(7_200_000);
      region.majorCompact("x");
      assertThat(columns("r")).hasSize(1);
      assertThat(sum("r", "c")).isEqualTo((round + 1) * 1500L);
    }
  }

  @Test
  void r07_slicesOfARowChangeNothing() throws IOException {
    for (String limit : new String[] {"1", "2", "3", "10"}) {
      region.close();
      region =
          TestRegion.builder()
              .delta("x")
              .startAt(T0)
              .conf("hbase.hstore.compaction.kv.max", limit)
              .open();
      for (int i = 0; i < 25; i++) {
        delta("r", "c" + i % 3, "e" + i, 10 + i, 1);
        delta("s", "c", "e" + i % 10, 10 + i % 10, 1);
      }
      delta("t", "c", "e", 10, 1);
      region.flush();
      settle();
      region.majorCompact("x");
      assertThat(columns("r")).as(limit).containsExactly("c0;@34", "c1;@32", "c2;@33");
      assertThat(sum("r", "c0") + sum("r", "c1") + sum("r", "c2")).isEqualTo(25);
      assertThat(sum("s", "c")).isEqualTo(10);
      assertThat(sum("t", "c")).isEqualTo(1);
    }
  }

  @Test
  void manyPendingDeltasAskForACompactionOfAllFilesNowAndThen() throws IOException {
    region.close();
    region =
        TestRegion.builder()
            .delta("x")
            .startAt(T0)
            .familyValue("x", "sediment.fold.pending", "3")
            .familyValue("x", "sediment.fold.every", "1h")
            .open();
    delta("r", "c", "e1", 1, 1);
    delta("r", "c", "e2", 2, 1);
    region.flush();
    assertThat(region.requestedCompactions()).isEmpty();
    delta("r", "c", "e3", 3, 1);
    region.flush();
    assertThat(region.requestedCompactions()).containsExactly("x");
    delta("r", "c", "e4", 4, 1);
    region.flush();
    assertThat(region.requestedCompactions()).as("not so soon again").hasSize(1);
    settle();
    region.majorCompact("x");
    delta("r", "c", "e5", 86_400_000, 1);
    region.flush();
    assertThat(region.requestedCompactions()).as("what is folded is not pending").hasSize(1);
  }
}
