package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.coprocessor.Changes.set;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.FlushLifeCycleTracker;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sediment.coprocessor.Counters.What;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/**
 * A row that is in no file, by its bloom filters, and in no memstore costs no read; every other row
 * that is not cached is read.
 */
class NewRowsTest {
  private static final long T = 1_000_000;

  private static TestRegionBuilder oneCachedRow() {
    return TestRegion.builder().sequence().upsert("u").property("sediment.cache.rows", "1");
  }

  private static SedimentObserver observer(TestRegion region) {
    SedimentCoprocessor loaded =
        (SedimentCoprocessor)
            region.region().getCoprocessorHost().findCoprocessor(TestRegionBuilder.SEDIMENT);
    return (SedimentObserver) loaded.getRegionObserver().orElseThrow();
  }

  private static long count(TestRegion region, What what) {
    return observer(region).region().counters().get(what);
  }

  private static List<Put> rows(String prefix, int number, String sequence, long time) {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      puts.add(set(prefix + i, sequence, time, "a", sequence));
    }
    return puts;
  }

  @Test
  void aRowNeverSeenIsNotRead() throws IOException {
    try (TestRegion region = oneCachedRow().open()) {
      region.list(rows("old", 50, "1", T));
      region.flush();
      region.list(rows("new", 50, "1", T));
      region.put(set("single", "1", T, "a", "1"));
      assertThat(count(region, What.ROW_READS))
          .as("but for bloom filters, which are wrong once in a hundred times")
          .isLessThanOrEqualTo(5);
      assertThat(count(region, What.ROWS_NEW)).isGreaterThanOrEqualTo(96);
    }
  }

  @Test
  void aRowInMemoryOrInAFileOrInBothIsRead() throws IOException {
    try (TestRegion region = oneCachedRow().open()) {
      region.list(rows("r", 20, "7", T));
      region.list(rows("r", 20, "6", T + 1));
      assertThat(region.value("r3", "u", "a")).as("in memory").isEqualTo("7");
      region.flush();
      region.list(rows("r", 20, "5", T + 2));
      assertThat(region.value("r3", "u", "a")).as("in a file").isEqualTo("7");
      region.list(rows("r", 20, "8", T - 1));
      region.list(rows("r", 20, "7.5", T + 3));
      assertThat(region.value("r3", "u", "a")).as("in both").isEqualTo("8");
      region.flush();
      region.majorCompact();
      region.list(rows("r", 20, "7.9", T + 3));
      assertThat(region.value("r3", "u", "a")).as("compacted").isEqualTo("8");
      region.reopen();
      region.list(rows("r", 20, "7.9", T + 3));
      assertThat(region.value("r3", "u", "a")).as("opened again").isEqualTo("8");
      assertThat(count(region, What.ROWS_NEW)).isZero();
      region.list(rows("r", 20, "9", T + 3));
      region.crash();
      region.list(rows("r", 20, "8.9", T + 4));
      assertThat(region.value("r3", "u", "a")).as("after a crash").isEqualTo("9");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = BloomType.class,
      names = {"NONE", "ROWCOL"})
  void withoutARowBloomFilterEveryRowBetweenThoseOfAFileIsRead(BloomType bloom) throws IOException {
    try (TestRegion region =
        TestRegion.builder()
            .sequence()
            .family(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("u"))
                    .setBloomFilterType(bloom)
                    .setValue("sediment.kind", "upsert"))
            .open()) {
      region.put(set("b", "1", T, "a", "1"));
      region.put(set("d", "1", T, "a", "1"));
      assertThat(count(region, What.ROWS_NEW)).as("no files yet").isEqualTo(2);
      region.flush();
      region.put(set("c", "1", T, "a", "1"));
      assertThat(count(region, What.ROW_READS)).isOne();
      region.put(set("a", "1", T, "a", "1"));
      region.put(set("e", "1", T, "a", "1"));
      assertThat(count(region, What.ROW_READS)).as("beside the file").isOne();
      assertThat(count(region, What.ROWS_NEW)).isEqualTo(4);
    }
  }

  /** One store is flushed again and again, the other keeps all its rows in memory. */
  @Test
  void onlySoManyGenerationsAreKeptAndNoRowIsForgotten() throws IOException {
    try (TestRegion region = oneCachedRow().open()) {
      WrittenRows written = observer(region).writes().written();
      for (int round = 0; round < 9; round++) {
        region.list(rows("r" + round + "-", 20, "7", T));
        region.region().flushcache(List.of(Changes.U), false, FlushLifeCycleTracker.DUMMY);
        assertThat(written.generations()).isLessThanOrEqualTo(4);
      }
      for (int round = 0; round < 9; round++) {
        region.list(rows("r" + round + "-", 20, "6", T + 1));
        assertThat(region.value("r" + round + "-3", "u", "a")).isEqualTo("7");
      }
      region.flush();
      assertThat(written.generations()).isOne();
    }
  }

  @Test
  void whatWasFlushedIsNoLongerKeptInMind() throws IOException {
    try (TestRegion region = oneCachedRow().open()) {
      WrittenRows written = observer(region).writes().written();
      for (int round = 0; round < 5; round++) {
        region.list(rows("r" + round, 20, "1", T));
        region.flush();
        assertThat(written.generations()).as("the one that takes what comes").isOne();
      }
      region.put(set("r", "1", T, "a", "1"));
      region.region().flushcache(List.of(Changes.U), false, FlushLifeCycleTracker.DUMMY);
      assertThat(written.generations()).as("the other family still has the row").isEqualTo(2);
      region.put(set("r", "2", T, "a", "2"));
      assertThat(count(region, What.ROWS_CACHED_HITS)).isOne();
    }
  }
}
