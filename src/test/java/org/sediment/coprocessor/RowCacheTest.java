package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.guard.RowState;

class RowCacheTest {
  private static final KnownRow KNOWN = new KnownRow(RowState.UNKNOWN, KnownRow.NO_CALL);

  private static RowKey row(int number) {
    return new RowKey(Bytes.toBytes("row-" + number));
  }

  private static boolean write(RowCache cache, int number) {
    boolean again = cache.take(row(number)) != null;
    cache.put(row(number), KNOWN, again);
    return again;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5, 1_000, 1_024, 20_000})
  void holdsNoMoreThanItMay(int capacity) {
    RowCache cache = new RowCache(capacity);
    for (int i = 0; i < 50_000; i++) {
      write(cache, i % 3 == 0 ? i / 30 : i);
      assertThat(cache.size()).isLessThanOrEqualTo(capacity);
    }
    assertThat(cache.size()).isGreaterThanOrEqualTo(capacity * 9 / 10);
    cache.clear();
    assertThat(cache.size()).isZero();
  }

  @Test
  void aRowThatIsTakenIsGoneUntilItIsPutBack() {
    RowCache cache = new RowCache(10);
    cache.put(row(1), KNOWN, false);
    assertThat(cache.take(row(1))).isSameAs(KNOWN);
    assertThat(cache.take(row(1))).isNull();
    cache.put(row(1), KNOWN, true);
    assertThat(cache.take(row(1))).isSameAs(KNOWN);
    assertThat(cache.size()).isZero();
  }

  @Test
  void rowsThatAreWrittenOnceDoNotPushOutThoseWrittenAgainAndAgain() {
    RowCache cache = new RowCache(1_000);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 700; i++) {
        write(cache, i);
      }
    }
    for (int i = 0; i < 100_000; i++) {
      write(cache, 1_000 + i);
    }
    int hits = 0;
    for (int i = 0; i < 700; i++) {
      hits += write(cache, i) ? 1 : 0;
    }
    assertThat(hits).isEqualTo(700);
  }

  @Test
  void rowsThatWereHotOnceGiveWayToThoseThatAreHotNow() {
    RowCache cache = new RowCache(1_000);
    for (int hot = 0; hot < 5; hot++) {
      int hits = 0;
      for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 150; i++) {
          hits += write(cache, 1_000 * hot + i) ? 1 : 0;
        }
      }
      assertThat(hits).isEqualTo(300);
    }
  }
}
