package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.coprocessor.TotalsGround.bytes;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.fold.CounterTotal;
import org.sediment.testing.TestRegion;

/**
 * Totals read while deltas arrive, flushes and folds go on: never less than what was acknowledged
 * before the read, never more than what was sent before its end.
 */
class TotalsWhileFoldingTest {
  private static final int LIST = 100;
  private static final int DELTAS = 60_000;

  @Test
  void noDeltaIsMissedOrCountedTwice() throws Exception {
    try (TestRegion region =
        TestRegion.builder()
            .delta("x")
            .familyValue("x", "sediment.lag", "1s")
            .conf("hbase.master.maxclockskew", "0")
            .open()) {
      AtomicLong sent = new AtomicLong();
      AtomicLong stored = new AtomicLong();
      AtomicBoolean written = new AtomicBoolean();
      ExecutorService pool = Executors.newFixedThreadPool(2);
      try {
        Future<Void> writer =
            pool.submit(
                () -> {
                  while (sent.get() < DELTAS) {
                    region.put(next(region, sent));
                    stored.addAndGet(LIST);
                  }
                  written.set(true);
                  return null;
                });
        Future<Integer> folder = pool.submit(() -> fold(region, written));
        int reads = 0;
        while (!folder.isDone()) {
          long before = stored.get();
          CounterTotal total = read(region);
          long counted = total.value().longValueExact() + total.late();
          assertThat(counted).isBetween(before, sent.get());
          reads++;
        }
        writer.get();
        assertThat(folder.get()).isGreaterThan(1);
        assertThat(reads).isGreaterThan(1);
        CounterTotal end = read(region);
        assertThat(end.value().longValueExact() + end.late()).isEqualTo(DELTAS);
        assertThat(end.through()).isNotEqualTo(CounterTotal.NONE);
        System.out.println(
            reads + " reads beside " + folder.get() + " folds, " + end.late() + " late");
      } finally {
        pool.shutdownNow();
      }
    }
  }

  private static Put next(TestRegion region, AtomicLong sent) {
    region.clock().advance(20);
    Put put = new Put(bytes("r"));
    for (int i = 0; i < LIST; i++) {
      put.addColumn(
          bytes("x"),
          bytes("c:" + sent.incrementAndGet()),
          region.clock().now(),
          Bytes.toBytes(1L));
    }
    return put;
  }

  /** Flushes and compacts until the writer is done, and once more; gives the number of rounds. */
  private static int fold(TestRegion region, AtomicBoolean written) throws IOException {
    int rounds = 0;
    boolean last;
    do {
      last = written.get();
      if (last) {
        region.clock().advance(100_000);
      }
      region.flush();
      region.majorCompact("x");
      rounds++;
    } while (!last);
    return rounds;
  }

  private static CounterTotal read(TestRegion region) throws IOException {
    TableSettings settings = SettingsReader.read(region.table(), new Configuration(false));
    Selection selection = Selection.of(TotalsGround.all(), settings);
    RowTotal row = new TotalsReader(region.region(), selection, new ReadBudget(0)).row(bytes("r"));
    return row.counters().isEmpty()
        ? new CounterTotal(
            CounterTotal.Outcome.EXACT,
            "sum",
            "int64",
            BigDecimal.ZERO,
            0,
            null,
            CounterTotal.NONE,
            CounterTotal.NONE,
            0,
            0)
        : TotalsGround.only(row);
  }
}
