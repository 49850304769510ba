package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.fold.Judgement;
import org.sediment.model.Base;
import org.sediment.model.DeltaColumn;
import org.sediment.model.Late;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;

/**
 * Every acknowledged delta is in the total or listed as late, and none is in the total twice, while
 * deltas come late and again and folds run. Each delta of a counter is another power of two, so
 * that the bits of the total say which deltas it holds.
 */
class NothingLostTest {
  private static final byte[] X = Bytes.toBytes("x");
  private static final int DELTAS = 60;

  private final Random random = Seeds.random("NothingLostTest");
  private final AtomicLong folded = new AtomicLong();
  private final AtomicLong late = new AtomicLong();

  private static TestRegion open() throws IOException {
    TestRegion region =
        TestRegion.builder()
            .sequence()
            .delta("x")
            .familyValue("x", "sediment.lag", "10s")
            .conf("hbase.master.maxclockskew", "1000")
            .open();
    region.clock().advance(60_000);
    return region;
  }

  @Test
  void everyDeltaIsCountedOnceOrListed() throws IOException {
    for (int round = 0; round < 8; round++) {
      try (TestRegion region = open()) {
        byte[] row = Bytes.toBytes("r");
        List<long[]> sent = new ArrayList<>();
        for (int step = 0; step < 80; step++) {
          deliver(region, row, sent, random);
          disturb(region);
          if (step % 8 == 0) {
            check(region, row, sent);
          }
        }
        check(region, row, sent);
        region.flush();
        region.clock().advance(60_000);
        region.majorCompact();
        check(region, row, sent);
      }
    }
    assertThat(folded.get()).as("something was folded").isPositive();
    assertThat(late.get()).as("something was late").isPositive();
  }

  @Test
  void alsoWhileManyWriteAndFoldsRun() throws Exception {
    int writers = 3;
    try (TestRegion region = open()) {
      ExecutorService pool = Executors.newFixedThreadPool(writers);
      List<Future<List<List<long[]>>>> results = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        String writer = "w" + i + "-";
        Random own = new Random(random.nextLong());
        results.add(
            pool.submit(
                () -> {
                  List<List<long[]>> rows = new ArrayList<>();
                  for (int row = 0; row < 25; row++) {
                    List<long[]> sent = new ArrayList<>();
                    rows.add(sent);
                    for (int call = 0; call < 40; call++) {
                      deliver(region, Bytes.toBytes(writer + row), sent, own);
                    }
                  }
                  return rows;
                }));
      }
      pool.shutdown();
      while (!pool.isTerminated()) {
        region.flush();
        region.clock().advance(random.nextInt(3_000));
        region.majorCompact("x");
      }
      for (int i = 0; i < writers; i++) {
        List<List<long[]>> rows = results.get(i).get();
        for (int row = 0; row < rows.size(); row++) {
          check(region, Bytes.toBytes("w" + i + "-" + row), rows.get(row));
        }
      }
    }
    assertThat(folded.get()).as("something was folded").isPositive();
    assertThat(late.get()).as("something was late").isPositive();
  }

  /** Sends a few deltas, new or again; a delta is its number and its time. */
  private static void deliver(TestRegion region, byte[] row, List<long[]> sent, Random random)
      throws IOException {
    List<Mutation> batch = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      long[] delta;
      if (sent.size() == DELTAS || (!sent.isEmpty() && random.nextInt(3) == 0)) {
        delta = sent.get(random.nextInt(sent.size()));
      } else {
        long age = random.nextInt(random.nextBoolean() ? 9_000 : 90_000);
        delta = new long[] {sent.size(), region.clock().now() - age};
        sent.add(delta);
      }
      byte[] qualifier = Bytes.toBytes("q:e" + delta[0]);
      batch.add(new Put(row).addColumn(X, qualifier, delta[1], Bytes.toBytes(1L << delta[0])));
    }
    if (!batch.isEmpty()) {
      region.list(batch);
    }
  }

  private void disturb(TestRegion region) throws IOException {
    switch (random.nextInt(10)) {
      case 0, 1 -> region.flush();
      case 2 -> {
        if (region.files("x").size() > 1) {
          int last = region.files("x").size() - 1;
          region.compact("x", last - 1, last);
        }
      }
      case 3, 4 -> {
        region.flush();
        region.majorCompact("x");
      }
      case 5 -> region.reopen();
      case 6 -> region.crash();
      default -> region.clock().advance(random.nextInt(12_000));
    }
  }

  private void check(TestRegion region, byte[] row, List<long[]> sent) throws IOException {
    Base base = null;
    List<Cell> deltas = new ArrayList<>();
    Set<Long> listed = new TreeSet<>();
    Scan scan = new Scan().withStartRow(row).withStopRow(row, true).addFamily(X).readAllVersions();
    for (Cell cell : region.cells(scan)) {
      DeltaColumn column = DeltaColumn.parse(CellUtil.cloneQualifier(cell));
      byte[] value = CellUtil.cloneValue(cell);
      switch (column.kind()) {
        case DELTA -> deltas.add(cell);
        case BASE -> {
          Base found = StoredFormats.decodeBase(value, cell.getTimestamp()).orElseThrow();
          base = base == null ? found : base;
        }
        case LATE_DELTA -> {
          Late entry = StoredFormats.decodeLate(value).orElseThrow();
          assertThat(entry.state()).isEqualTo(Late.State.OPEN);
          listed.add(Bytes.toLong(entry.value()));
          late.incrementAndGet();
        }
        default -> throw new AssertionError("unexpected " + column);
      }
    }
    long counted = base == null ? 0 : base.sum().longValueExact();
    long count = base == null ? 0 : base.count();
    folded.addAndGet(count);
    for (Cell cell : deltas) {
      long value = Bytes.toLong(CellUtil.cloneValue(cell));
      switch (judge(cell, base)) {
        case PENDING -> {
          assertThat(counted & value).as("counted twice:\n%s", region.dump()).isZero();
          counted += value;
          count++;
        }
        case LATE -> listed.add(value);
        case COPY -> {}
      }
    }
    assertThat(Long.bitCount(counted)).as("bits against count").isEqualTo((int) count);
    for (long[] delta : sent) {
      long value = 1L << delta[0];
      assertThat((counted & value) != 0 || listed.contains(value))
          .as("delta %s at %s is lost:\n%s", delta[0], delta[1], region.dump())
          .isTrue();
    }
  }

  @SuppressWarnings("deprecation") // a cell tells its sequence ID in no other way
  private static Judgement judge(Cell cell, Base base) {
    return Judgement.of(cell.getTimestamp(), cell.getSequenceId(), base);
  }
}
