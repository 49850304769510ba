package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.coprocessor.TotalsGround.all;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sediment.model.DeltaColumn;
import org.sediment.testing.TestRegion;

/** How a scan of totals enters and leaves its region. */
class TotalsScanTest {
  private static final int ROWS = 1_000;

  private TotalsGround ground;
  private Doorman doorman;

  /** Sees who enters the region to read, and how many are in it then. */
  public static final class Doorman implements RegionCoprocessor, RegionObserver {
    private final List<Integer> inside = new ArrayList<>();
    private int refused = Integer.MAX_VALUE;

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void postStartRegionOperation(
        ObserverContext<RegionCoprocessorEnvironment> context, Region.Operation operation)
        throws IOException {
      if (operation == Region.Operation.SCAN) {
        inside.add(((HRegion) context.getEnvironment().getRegion()).getReadLockCount());
        if (inside.size() == refused) {
          throw new IOException("no entry");
        }
      }
    }
  }

  @BeforeEach
  void open() throws IOException {
    ground =
        new TotalsGround(
            TestRegion.builder().delta("x").delta("y").coprocessor(Doorman.class, 1000));
    doorman = ground.region().region().getCoprocessorHost().findCoprocessor(Doorman.class);
  }

  @AfterEach
  void close() throws IOException {
    ground.close();
  }

  private long sum() throws IOException {
    return ground.sum("", "", all()).getSum(0).getValue();
  }

  private int readersInside() {
    return ground.region().region().getReadLockCount();
  }

  private void fill(String row, int deltas) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < deltas; i++) {
      byte[] qualifier = DeltaColumn.delta(Bytes.toBytes("c"), Bytes.toBytes("e" + i));
      puts.add(
          new Put(Bytes.toBytes(row))
              .addColumn(Bytes.toBytes("x"), qualifier, 100, Bytes.toBytes(1L)));
    }
    ground.region().list(puts);
  }

  private void fillRows() throws IOException {
    for (int i = 0; i < ROWS; i++) {
      fill("r" + i, 2);
    }
    doorman.inside.clear();
  }

  @Test
  void manyRowsAreReadInAFewStays() throws IOException {
    fillRows();
    assertThat(sum()).isEqualTo(2 * ROWS);
    // but not in one: a region that wants to close waits for the end of a stay
    assertThat(doorman.inside).hasSizeBetween(ROWS / 100, ROWS / 10);
    assertThat(readersInside()).isZero();
  }

  @Test
  void aLongRowIsReadInManyStays() throws IOException {
    fill("r", 20 * RowTotaller.HOLD);
    doorman.inside.clear();
    assertThat(ground.only("r").value()).isEqualByComparingTo("20000");
    assertThat(doorman.inside).hasSizeGreaterThan(20);
    assertThat(readersInside()).isZero();
  }

  @Test
  void theRegionIsLeftBeforeABaseIsLookedUpInIt() throws IOException {
    for (int i = 0; i < 5; i++) {
      fill("r" + i, RowTotaller.HOLD + 10);
      ground.base("r" + i, "x", "c", 50, 1);
    }
    doorman.inside.clear();
    assertThat(sum()).isEqualTo(5 * (RowTotaller.HOLD + 11));
    assertThat(doorman.inside).isNotEmpty().containsOnly(1);
    assertThat(readersInside()).isZero();
  }

  @Test
  void nobodyIsLeftInTheRegionByAnError() throws IOException {
    fillRows();
    for (int refused = 1; refused < 10; refused++) {
      doorman.inside.clear();
      doorman.refused = refused;
      assertThatThrownBy(this::sum).hasStackTraceContaining("no entry");
      assertThat(readersInside()).isZero();
    }
  }
}
