package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.coprocessor.TotalsGround.bytes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.fold.CounterTotal;

/** Case R35: one row with very many deltas that are not folded. */
class HotRowTest {
  private static final int FILES = 10;
  private static final int DELTAS = 300_000;

  @Test
  void theTotalOfAHotRowIsExactAndReadInSlices() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      long expected = 0;
      for (int file = 0; file < FILES; file++) {
        Put put = new Put(bytes("r"));
        for (int i = file; i < DELTAS; i += FILES) {
          put.addColumn(bytes("x"), bytes("c:" + i), 100 + i, Bytes.toBytes((long) i));
          expected += i;
        }
        ground.region().put(put);
        ground.region().flush();
      }
      CounterTotal total = ground.only("r");
      assertThat(total.value().longValueExact()).isEqualTo(expected);
      assertThat(total.pending()).isEqualTo(DELTAS);
      Scan scan = ground.select(TotalsGround.all()).scan(bytes("r"));
      try (RegionScanner scanner = ground.region().region().getScanner(scan)) {
        List<Cell> slice = new ArrayList<>();
        assertThat(scanner.next(slice)).isTrue();
        assertThat(slice).hasSizeLessThanOrEqualTo(1000);
      }
    }
  }
}
