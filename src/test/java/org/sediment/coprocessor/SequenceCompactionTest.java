package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.coprocessor.Changes.delete;
import static org.sediment.coprocessor.Changes.set;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.testing.Families;
import org.sediment.testing.TestRegion;

/** What compaction keeps of the guard's memory, and for how long. */
class SequenceCompactionTest {
  private static final long T = 1_000_000;
  private static final long DAY = 24L * 60 * 60 * 1000;

  private static List<String> remembered(TestRegion region, String row) throws IOException {
    List<String> out = new ArrayList<>();
    for (Cell cell : region.raw("m")) {
      String name = Bytes.toString(CellUtil.cloneQualifier(cell));
      if (name.startsWith("del:") && Bytes.toString(CellUtil.cloneRow(cell)).equals(row)) {
        out.add(name);
      }
    }
    return out;
  }

  /** Counterexample 24: a queue-like row leaves one marker, not one for each delete. */
  @Test
  void ofManyDeletesOnlyTheHighestStays() throws IOException {
    try (TestRegion region = TestRegion.builder().sequence().upsert("u").open()) {
      for (int i = 0; i < 50; i++) {
        region.clock().advance(1);
        region.put(set("r", "" + 2 * i, T + 2L * i, "a", "x"));
        region.delete(delete("r", "" + (2 * i + 1), T + 2L * i + 1));
        region.delete(delete("s" + i, "7", T));
        if (i % 10 == 0) {
          region.flush();
        }
      }
      region.flush();
      region.compact("m", 1, 2, 3);
      region.compact("m", 0, 1, 2);
      region.majorCompact();
      assertThat(remembered(region, "r")).containsExactly("del:99@" + (T + 99) + "@" + (T + 99));
      for (int i = 0; i < 50; i++) {
        assertThat(remembered(region, "s" + i)).hasSize(1);
      }
      region.reopen();
      region.put(set("r", "98", T + 500, "a", "late"));
      assertThat(region.value("r", "u", "a")).isNull();
    }
  }

  /** A later stale delete has the higher commit time: both are needed. */
  @Test
  void highestInEachRespectStays() throws IOException {
    try (TestRegion region = TestRegion.builder().sequence().upsert("u").open()) {
      region.delete(delete("r", "9", T));
      region.clock().advance(5);
      region.delete(delete("r", "3", T + 50));
      region.clock().advance(5);
      region.delete(delete("r", "2", T + 20));
      region.flush();
      region.majorCompact();
      assertThat(remembered(region, "r"))
          .containsExactly("del:2@0@" + (T + 20), "del:3@0@" + (T + 50), "del:9@" + T + "@" + T);
    }
  }

  @Test
  void rememberedForTheRetentionSinceArrivalAndNoLonger() throws IOException {
    try (TestRegion region = TestRegion.builder().sequence().upsert("u").open()) {
      region.delete(delete("r", "9", 5)); // a backfill of decades ago
      region.flush();
      region.clock().advance(9 * DAY);
      region.majorCompact();
      region.put(set("r", "8", T, "a", "late"));
      assertThat(region.value("r", "u", "a")).isNull();
      region.clock().advance(2 * DAY);
      region.put(set("q", "1", T, "a", "x"));
      region.flush();
      region.majorCompact();
      assertThat(remembered(region, "r")).isEmpty();
    }
  }

  @Test
  void sequenceGoesWithItsExpiredData() throws IOException {
    ColumnFamilyDescriptorBuilder expiring = Families.of("u", "upsert").setTimeToLive(60);
    try (TestRegion region = TestRegion.builder().sequence().family(expiring).open()) {
      long now = region.clock().now();
      region.put(set("r", "9", now, "a", "x"));
      region.flush();
      region.clock().advance(9 * DAY);
      region.majorCompact();
      assertThat(region.raw("m")).hasSize(1);
      region.clock().advance(2 * DAY);
      region.put(set("s", "9", region.clock().now(), "a", "x"));
      region.flush();
      region.majorCompact();
      assertThat(region.raw("m"))
          .extracting(cell -> Bytes.toString(CellUtil.cloneRow(cell)))
          .containsExactly("s");
    }
  }
}
