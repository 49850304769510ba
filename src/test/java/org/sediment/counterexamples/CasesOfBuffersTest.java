package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Interference.At.COMPACTION_CELLS;
import static org.sediment.counterexamples.Story.RECENT;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.testing.Families;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/**
 * Case R23: a compaction reads blocks into buffers outside the heap, which are used again as soon
 * as their cells have been shipped. Who wraps its scanner passes that on and copies what it keeps.
 */
class CasesOfBuffersTest {
  private static final int FILES = 4;
  private static final int CELLS = 10_000;

  private static TestRegionBuilder buffers(TestRegionBuilder builder) {
    return builder
        .family(Families.of("x", "delta").setBlocksize(4096))
        .family(Families.of("m", "sequence").setBlocksize(4096))
        .conf("hbase.server.allocator.pool.enabled", "true")
        .conf("hbase.server.allocator.buffer.size", "8192")
        .conf("hbase.server.allocator.minimal.allocate.size", "1")
        .conf("hbase.server.allocator.max.buffer.count", "4096");
  }

  private static TestRegion open() throws IOException {
    TestRegion region = buffers(Interference.on(Story.ordinary())).open();
    region.clock().set(Story.NOW);
    return region;
  }

  /** Most buffers that a major compaction of a family has in use at once. */
  private static int mostBuffers(TestRegion region, String family) throws IOException {
    int[] most = new int[2];
    watch(region, most);
    region.majorCompact(family);
    assertThat(most[1]).as("calls of the compaction's scanner").isGreaterThan(100);
    return most[0];
  }

  private static void watch(TestRegion region, int[] most) {
    Interference.after(region)
        .once(
            COMPACTION_CELLS,
            () -> {
              most[0] = Math.max(most[0], region.usedBuffers());
              most[1]++;
              watch(region, most);
            });
  }

  private static long bytesOfFiles(TestRegion region, String family) {
    return region.store(family).getStorefilesSize();
  }

  @Test
  void r23_aFoldKeepsNoBlocksThatItHasRead() throws IOException {
    Random random = Seeds.random("r23-buffers");
    try (TestRegion region = open()) {
      long sum = 0;
      for (int part = 0; part < FILES; part++) {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < CELLS; i++) {
          long value = random.nextInt();
          sum += value;
          Put put = new Put(bytes("r"), RECENT + random.nextInt(1000));
          byte[] id = bytes("qty:" + random.nextLong() + "-" + part + "-" + i);
          puts.add(put.addColumn(bytes("x"), id, Bytes.toBytes(value)));
        }
        region.list(puts);
        region.flush();
      }
      long blocks = bytesOfFiles(region, "x") / 4096;
      assertThat(blocks).isGreaterThan(500);
      assertThat(mostBuffers(region, "x"))
          .as("nothing is ripe: cells pass")
          .isPositive()
          .isLessThan(150);
      region.clock().advance(3 * Story.HOUR);
      assertThat(mostBuffers(region, "x")).as("all is folded").isPositive().isLessThan(150);
      assertThat(region.usedBuffers()).as("afterwards").isLessThan(10);
      assertThat(Counter.read(region, "r", "qty")).isEqualTo(Counter.of(sum));
      assertThat(Counter.base(region, "r", "qty").getCount()).isEqualTo((long) FILES * CELLS);
    }
  }

  /** HBase's writer holds on to the last cell it was given, and to the first of its block. */
  @Test
  void r23_whatAFoldHandsOutStaysWholeWhenBlocksAreLetGo() throws IOException {
    try (TestRegion region = open()) {
      region.clock().advance(3 * Story.HOUR);
      long young = region.clock().now();
      for (int part = 0; part < FILES; part++) {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < CELLS; i++) {
          int delta = i % 100; // of four hundred deltas of a row one is young, and passes
          Put put = new Put(row(i / 100), delta == 50 && part == 0 ? young : RECENT + delta);
          byte[] id = bytes(String.format("qty:%04d-%d", delta, part));
          puts.add(put.addColumn(bytes("x"), id, Bytes.toBytes((long) delta)));
        }
        region.list(puts);
        region.flush();
      }
      assertThat(mostBuffers(region, "x")).isPositive().isLessThan(150);
      for (int i = 0; i < CELLS / 100; i++) {
        String row = Bytes.toString(row(i));
        assertThat(Counter.columns(region, row))
            .containsExactly("qty:0050-0@" + young, "qty;@" + (RECENT + 99));
        assertThat(Counter.read(region, row, "qty")).isEqualTo(Counter.of(FILES * 4950L));
      }
    }
  }

  private static byte[] row(int number) {
    return bytes(String.format("row-%03d", number));
  }

  private static void fillSequences(TestRegion region) throws IOException {
    for (int part = 0; part < FILES; part++) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < CELLS; i++) {
        puts.add(put(String.format("row-%06d-%d", i, part), "" + (1_000_000 + i), RECENT, "u:a=1"));
      }
      region.list(puts);
      region.flush();
    }
    assertThat(bytesOfFiles(region, "m") / 4096).isGreaterThan(200);
  }

  @Test
  void r23_theCompactionOfSequencesKeepsNoBlocksThatItHasRead() throws IOException {
    try (TestRegion region = open()) {
      fillSequences(region);
      assertThat(mostBuffers(region, "m")).isPositive().isLessThan(150);
      region.put(put("row-000777-1", "1000776", RECENT + 5, "u:a=stale"));
      assertThat(View.row(region, "row-000777-1")).isEqualTo("u:a=1");
    }
  }

  /** All of it goes: HBase writes nothing, and so never says that anything was shipped. */
  @Test
  void r23_theCompactionOfExpiredSequencesKeepsNoBlocksThatItHasRead() throws IOException {
    try (TestRegion region =
        buffers(Interference.on(Story.ordinary()))
            .family(Families.of("u", "upsert").setTimeToLive(3600))
            .open()) {
      region.clock().set(Story.NOW);
      fillSequences(region);
      region.clock().advance(20 * Story.DAY);
      region.put(put("s", "1", region.clock().now(), "u:a=1"));
      region.flush();
      assertThat(mostBuffers(region, "m")).isLessThan(150);
      assertThat(region.raw("m")).hasSize(1);
    }
  }
}
