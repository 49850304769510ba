package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.coprocessor.Changes.set;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.coprocessor.Counters.What;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** What cell mode reads: for events newer than their row what row mode reads, no more. */
class ColumnReadsTest {
  private static final long T = 1_000_000;

  private static long count(TestRegion region, What what) {
    SedimentCoprocessor loaded =
        (SedimentCoprocessor)
            region.region().getCoprocessorHost().findCoprocessor(TestRegionBuilder.SEDIMENT);
    SedimentObserver observer = (SedimentObserver) loaded.getRegionObserver().orElseThrow();
    return observer.region().counters().get(what);
  }

  private static Delete delete(String row, String sequence) {
    Delete delete = new Delete(Bytes.toBytes(row), T);
    delete.setAttribute("sediment.seq", Bytes.toBytes(sequence));
    return delete;
  }

  private static long[] reads(String guard) throws IOException {
    try (TestRegion region =
        TestRegion.builder().sequence().upsert("u").property("sediment.guard", guard).open()) {
      for (int i = 10; i < 30; i++) {
        region.put(set("r" + i % 3, String.valueOf(i), T + i, i % 2 == 0 ? "a" : "b", "1"));
      }
      region.reopen();
      for (int i = 30; i < 50; i++) {
        region.put(set("r" + i % 3, String.valueOf(i), T + i, i % 2 == 0 ? "a" : "b", "1"));
      }
      assertThat(count(region, What.COLUMN_READS)).isZero();
      long inOrder = count(region, What.ROW_READS);
      region.put(set("r0", "5", T, "c", "1"));
      region.delete(delete("r1", "60"));
      region.delete(delete("gone", "60"));
      return new long[] {inOrder, count(region, What.COLUMN_READS)};
    }
  }

  @Test
  void onlyLateEventsAndDeletesOfRowsThatAreThereReadColumns() throws IOException {
    assertThat(reads("row")).containsExactly(3, 0);
    assertThat(reads("cell")).containsExactly(3, 2);
  }
}
