package org.sediment.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The test ground itself: what it says it does, HBase really does. */
class TestRegionTest {
  private static Put put(String row, String value, long time) {
    return new Put(Bytes.toBytes(row), time)
        .addColumn(Bytes.toBytes("u"), Bytes.toBytes("a"), Bytes.toBytes(value));
  }

  @Test
  void keepsWritesThroughFlushCompactionReopenAndCrash() throws IOException {
    try (TestRegion region = TestRegion.builder().withoutSediment().family("u", "plain").open()) {
      for (int i = 0; i < 4; i++) {
        region.put(put("r" + i, "v" + i, 10 + i));
        region.flush();
      }
      assertThat(region.files("u")).hasSize(4);
      region.compact("u", 0, 2);
      assertThat(region.files("u")).hasSize(3);
      region.put(put("r4", "v4", 20));
      region.crash();
      region.put(put("r5", "v5", 20));
      region.crash();
      region.reopen();
      for (int i = 0; i < 6; i++) {
        assertThat(region.value("r" + i, "u", "a")).isEqualTo("v" + i);
      }
      region.majorCompact();
      assertThat(region.files("u")).hasSize(1);
      assertThat(region.raw()).hasSize(6);
    }
  }

  @Test
  void aListKeepsItsOrderOfAnswers() throws IOException {
    try (TestRegion region = TestRegion.builder().withoutSediment().family("u", "plain").open()) {
      OperationStatus[] statuses = region.list(List.of(put("b", "1", 1), put("a", "2", 1)));
      assertThat(statuses)
          .extracting(OperationStatus::getOperationStatusCode)
          .containsExactly(OperationStatusCode.SUCCESS, OperationStatusCode.SUCCESS);
    }
  }

  @Test
  void opensInMilliseconds() throws IOException {
    long began = System.nanoTime();
    int number = 50;
    for (int i = 0; i < number; i++) {
      try (TestRegion region = TestRegion.builder().sequence().upsert("u").delta("x").open()) {
        region.put(
            put("r", "v", region.clock().now())
                .addColumn(Bytes.toBytes("m"), Bytes.toBytes("seq"), Bytes.toBytes("1")));
        region.flush();
        assertThat(region.value("r", "u", "a")).isEqualTo("v");
      }
    }
    System.out.println(
        "one region opened, written, flushed, closed: "
            + (System.nanoTime() - began) / 1_000_000.0 / number
            + " ms");
  }
}
