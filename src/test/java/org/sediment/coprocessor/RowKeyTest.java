package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** Rows as keys of hash maps. */
class RowKeyTest {
  private static RowKey key(String row) {
    return new RowKey(row.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void equalRowsAreEqualKeys() {
    assertThat(key("a1")).isEqualTo(key("a1")).hasSameHashCodeAs(key("a1"));
    assertThat(key("a1")).isNotEqualTo(key("a2"));
  }

  @Test
  void numberedRowsSpreadOverSegmentsAndBucketsAlike() {
    int buckets = 2048;
    BitSet used = new BitSet();
    int[] segments = new int[16];
    for (int i = 0; i < 20_000; i++) {
      int hash = key(String.format("row-%07d", i)).hashCode();
      segments[hash >>> 28]++;
      if (hash >>> 28 == 3) {
        used.set((hash ^ (hash >>> 16)) & (buckets - 1)); // as HashMap picks
      }
    }

    assertThat(Arrays.stream(segments)).allMatch(count -> count > 1_000 && count < 1_500);
    // 1,250 rows thrown into 2,048 buckets by chance hit about 940 of them
    assertThat(used.cardinality()).isBetween(850, 1_050);
  }
}
