package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.coprocessor.TotalsGround.bytes;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.fold.CounterTotal;
import org.sediment.model.Base;
import org.sediment.testing.TestRegion;

/** A base that changes between the look-up and the scan that met it: the row is read again. */
class BaseLookupTest {
  private static final AtomicInteger CHANGES = new AtomicInteger();
  private static final AtomicInteger MADE = new AtomicInteger();

  /** Plants a new base just before a look-up, as a compaction's end would. */
  public static final class Changer implements RegionCoprocessor, RegionObserver {
    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan)
        throws IOException {
      boolean isLookup = scan.getFamilyMap().values().stream().anyMatch(columns -> columns != null);
      if (isLookup && CHANGES.getAndDecrement() > 0) {
        long through = 1_000L + MADE.incrementAndGet();
        byte[] value =
            StoredFormats.encode(
                new Base("sum", "int64", through, BigDecimal.TEN, 1, 1, Long.MAX_VALUE));
        ctx.getEnvironment()
            .getRegion()
            .put(new Put(bytes("r")).addColumn(bytes("x"), bytes("c;"), through, value));
      }
    }
  }

  private static TotalsGround ground(int changes) throws IOException {
    TotalsGround ground =
        new TotalsGround(TestRegion.builder().delta("x").coprocessor(Changer.class, 1_000_000));
    Put put = new Put(bytes("r"));
    for (int i = 0; i < 2 * RowTotaller.HOLD; i++) {
      put.addColumn(bytes("x"), bytes("c:" + i), 2_000, Bytes.toBytes(1L));
      put.addColumn(bytes("x"), bytes("c:" + i), 10, Bytes.toBytes(1L));
    }
    ground.region().put(put);
    MADE.set(0);
    CHANGES.set(changes);
    return ground;
  }

  @Test
  void theRowIsReadAgainUntilOneBaseGovernsIt() throws IOException {
    try (TotalsGround ground = ground(3)) {
      CounterTotal total = ground.only("r");
      assertThat(total.through()).isEqualTo(1_003);
      assertThat(total.value()).isEqualByComparingTo(new BigDecimal(10 + 2 * RowTotaller.HOLD));
      assertThat(CHANGES.get()).isNegative();
    }
  }

  @Test
  void aRangeReadsOnlyThatRowAgain() throws IOException {
    try (TotalsGround ground = ground(1)) {
      ground.delta("a", "x", "c", "1", 10, 1);
      ground.delta("z", "x", "c", "1", 10, 1);
      assertThat(ground.sum("", "", TotalsGround.all()).getSum(0).getValue())
          .isEqualTo(12 + 2 * RowTotaller.HOLD);
    }
  }

  @Test
  void aBaseThatNeverSettlesIsAnErrorToRetry() throws IOException {
    try (TotalsGround ground = ground(Integer.MAX_VALUE)) {
      assertThatThrownBy(() -> ground.only("r"))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'r'");
    }
  }
}
