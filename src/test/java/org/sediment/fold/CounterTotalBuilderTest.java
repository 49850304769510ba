package org.sediment.fold;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sediment.model.Base;

/** The total of one counter: base and pending deltas, copies ignored, late ones flagged. */
class CounterTotalBuilderTest {
  private static final Aggregator INT64 = Aggregators.of("sum:int64").orElseThrow();

  private record Delta(long amount, long time, long sequenceId) {}

  private static Base base(long through, long sum, long folded) {
    return new Base("sum", "int64", through, BigDecimal.valueOf(sum), 1, 1, folded);
  }

  /** Feeds the cells as a reader does, with what a look-up would find. */
  private static Optional<CounterTotal> total(
      CounterTotalBuilder builder, List<Delta> deltas, Base met, Base found) {
    builder.start(INT64);
    byte[] reused = new byte[Long.BYTES + 2];
    for (Delta delta : deltas) {
      ByteBuffer.wrap(reused).putLong(1, delta.amount);
      if (builder.isFull()) {
        builder.lookedUp(found);
      }
      builder.delta(reused, 1, Long.BYTES, delta.time, delta.sequenceId);
    }
    if (met != null) {
      builder.base(met);
    }
    return builder.finish();
  }

  private static Optional<CounterTotal> total(List<Delta> deltas, Base base) {
    return total(new CounterTotalBuilder(1000), deltas, base, base);
  }

  @Test
  void nothingIsAbsentNotZero() {
    assertThat(total(List.of(), null)).isEmpty();
  }

  @Test
  void deltasAboveTheBaseAreAddedCopiesIgnoredStrangersFlagged() {
    CounterTotal total =
        total(
                List.of(new Delta(5, 300, 9), new Delta(7, 100, 4), new Delta(11, 100, 8)),
                base(200, 1000, 5))
            .orElseThrow();
    assertThat(total.value()).isEqualByComparingTo("1005");
    assertThat(total.pending()).isEqualTo(1);
    assertThat(total.late()).isEqualTo(1);
    assertThat(total.newest()).isEqualTo(300);
    assertThat(total.through()).isEqualTo(200);
  }

  @Test
  void aBaseAloneIsATotal() {
    CounterTotal total = total(List.of(), base(200, -3, 5)).orElseThrow();
    assertThat(total.value()).isEqualByComparingTo("-3");
    assertThat(total.newest()).isEqualTo(200);
    assertThat(total.pending()).isZero();
  }

  @Test
  void moreThan64BitsIsAnOverflowWithTheExactValue() {
    CounterTotal total =
        total(List.of(new Delta(Long.MAX_VALUE, 1, 1), new Delta(1, 2, 2)), null).orElseThrow();
    assertThat(total.outcome()).isEqualTo(CounterTotal.Outcome.OVERFLOW);
    assertThat(total.value().toBigIntegerExact()).isEqualTo(BigInteger.ONE.shiftLeft(63));
  }

  @Test
  void anotherBaseThanTheOneLookedUpMakesTheReadStale() {
    CounterTotalBuilder builder = new CounterTotalBuilder(1);
    List<Delta> two = List.of(new Delta(1, 500, 9), new Delta(2, 500, 9));
    total(builder, two, base(200, 1, 5), base(200, 1, 5));
    assertThat(builder.isStale()).isFalse();
    total(builder, two, base(200, 1, 5), base(300, 1, 5));
    assertThat(builder.isStale()).isTrue();
    total(builder, two, base(200, 1, 5), base(200, 1, 6));
    assertThat(builder.isStale()).isTrue();
    total(builder, two, base(200, 1, 5), null);
    assertThat(builder.isStale()).isTrue();
    total(builder, two, null, base(200, 1, 5));
    assertThat(builder.isStale()).isTrue();
    total(builder, two, null, null);
    assertThat(builder.isStale()).isFalse();
  }

  @Test
  void withNothingButLateEntriesThereIsNoTotal() {
    CounterTotalBuilder builder = new CounterTotalBuilder(1);
    builder.start(INT64);
    builder.late();
    builder.late();
    assertThat(builder.finish()).contains(CounterTotal.absent(2));
  }

  @Test
  void theFirstFailureStaysAndLateEntriesAreStillCounted() {
    CounterTotalBuilder builder = new CounterTotalBuilder(1);
    builder.start(INT64);
    builder.fail("first");
    builder.fail("second");
    builder.delta(new byte[Long.BYTES], 0, Long.BYTES, 1, 1);
    assertThat(builder.isFull()).isFalse();
    builder.base(base(1, 1, 1));
    builder.late();
    CounterTotal total = builder.finish().orElseThrow();
    assertThat(total.outcome()).isEqualTo(CounterTotal.Outcome.FAILED);
    assertThat(total.error()).isEqualTo("first");
    assertThat(total.late()).isEqualTo(1);
    builder.start(INT64);
    assertThat(builder.isFailed()).isFalse();
    assertThat(builder.finish()).isEmpty();
  }

  @Test
  void equalsAPlainSumWhateverIsHeld() {
    long seed = Long.getLong("sediment.test.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      Base base =
          random.nextBoolean()
              ? null
              : base(random.nextInt(50), random.nextLong(), random.nextInt(50));
      List<Delta> deltas = new ArrayList<>();
      for (int i = random.nextInt(30); i > 0; i--) {
        deltas.add(new Delta(random.nextLong(), random.nextInt(100), random.nextInt(100)));
      }
      BigInteger sum = base == null ? BigInteger.ZERO : base.sum().toBigIntegerExact();
      long pending = 0;
      long late = 0;
      for (Delta delta : deltas) {
        boolean above = base == null || delta.time > base.through();
        pending += above ? 1 : 0;
        late += !above && delta.sequenceId > base.foldedSequenceId() ? 1 : 0;
        sum = above ? sum.add(BigInteger.valueOf(delta.amount)) : sum;
      }
      int limit = 1 + random.nextInt(20);
      Optional<CounterTotal> total = total(new CounterTotalBuilder(limit), deltas, base, base);
      if (base == null && deltas.isEmpty()) {
        assertThat(total).isEmpty();
        continue;
      }
      assertThat(total.orElseThrow().value().toBigIntegerExact())
          .as("seed %s", seed)
          .isEqualTo(sum);
      assertThat(total.orElseThrow().pending()).as("seed %s", seed).isEqualTo(pending);
      assertThat(total.orElseThrow().late()).as("seed %s", seed).isEqualTo(late);
    }
  }
}
