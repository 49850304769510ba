package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowFilterTest {
  private static int hash(String row) {
    return new RowKey(row.getBytes(java.nio.charset.StandardCharsets.UTF_8)).hashCode();
  }

  @Test
  void whatWasAddedIsAlwaysHeldAndWhatWasNotMostlyIsNot() {
    RowFilter filter = new RowFilter();
    assertThat(filter.mayHold(hash("row"))).isFalse();
    int added = 0;
    for (int size : new int[] {1, 1_000, 10_000, 100_000, 400_000}) {
      for (; added < size; added++) {
        filter.add(hash("row-" + added));
      }
      for (int i = 0; i < added; i++) {
        assertThat(filter.mayHold(hash("row-" + i))).isTrue();
      }
      int wrong = 0;
      for (int i = 0; i < 10_000; i++) {
        wrong += filter.mayHold(hash("other-" + i)) ? 1 : 0;
      }
      assertThat(wrong).as("of 10,000 that were not added to " + size).isLessThan(600);
    }
  }

  @Test
  void moreThanItHasRoomForMakesItSayYesButNeverFail() {
    RowFilter filter = new RowFilter();
    Random random = new Random(3);
    int[] hashes = random.ints(2_000_000).toArray();
    Arrays.stream(hashes).forEach(filter::add);
    assertThat(Arrays.stream(hashes).allMatch(filter::mayHold)).isTrue();
  }
}
