package org.sediment.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.model.Base;
import org.sediment.testing.Seeds;

/** The algebra of the aggregators, against exact sums reckoned from plain lists. */
class AggregatorsTest {
  private static final Aggregator INT64 = Aggregators.of("sum:int64").orElseThrow();
  private static final Aggregator DECIMAL = Aggregators.of("sum:decimal").orElseThrow();

  private static byte[] int64(long value) {
    return ByteBuffer.allocate(8).putLong(value).array();
  }

  private static byte[] decimal(BigDecimal value) {
    byte[] unscaled = value.unscaledValue().toByteArray();
    return ByteBuffer.allocate(4 + unscaled.length).putInt(value.scale()).put(unscaled).array();
  }

  /** Sums some values, split at random into parts, folded in a random tree, in random order. */
  private static Aggregator.Accumulator foldAtRandom(
      Aggregator aggregator, List<byte[]> values, Random random) {
    List<byte[]> left = new ArrayList<>(values);
    Collections.shuffle(left, random);
    List<Base> bases = new ArrayList<>();
    while (!left.isEmpty() || bases.size() > 1) {
      Aggregator.Accumulator part = aggregator.accumulator();
      int deltas = Math.min(left.size(), random.nextInt(6));
      for (int i = 0; i < deltas; i++) {
        byte[] value = left.remove(left.size() - 1);
        byte[] around = ByteBuffer.allocate(value.length + 5).put(3, value).array();
        part.add(around, 3, value.length);
      }
      for (int i = random.nextInt(3); i > 0 && !bases.isEmpty(); i--) {
        part.add(bases.remove(random.nextInt(bases.size())));
      }
      bases.add(new Base("sum", aggregator.type(), 1, part.value(), part.count(), 1, 1));
    }
    Aggregator.Accumulator all = aggregator.accumulator();
    bases.forEach(all::add);
    return all;
  }

  @Test
  void int64IsExactInAnySplitAndOrder() {
    Random random = Seeds.random("AggregatorsTest.int64");
    for (int round = 0; round < 300; round++) {
      List<byte[]> values = new ArrayList<>();
      BigInteger expected = BigInteger.ZERO;
      for (int i = random.nextInt(40); i >= 0; i--) {
        long value =
            switch (random.nextInt(4)) {
              case 0 -> Long.MAX_VALUE - random.nextInt(2);
              case 1 -> Long.MIN_VALUE + random.nextInt(2);
              case 2 -> random.nextLong();
              default -> random.nextInt(7) - 3;
            };
        values.add(int64(value));
        expected = expected.add(BigInteger.valueOf(value));
      }
      Aggregator.Accumulator sum = foldAtRandom(INT64, values, random);
      assertThat(sum.value()).isEqualTo(new BigDecimal(expected));
      assertThat(sum.value().scale()).isZero();
      assertThat(sum.count()).isEqualTo(values.size());
      assertThat(INT64.fits(sum.value())).isEqualTo(expected.bitLength() <= 63);
    }
  }

  @Test
  void decimalIsExactInAnySplitOrderAndMixOfScales() {
    Random random = Seeds.random("AggregatorsTest.decimal");
    for (int round = 0; round < 300; round++) {
      List<byte[]> values = new ArrayList<>();
      BigDecimal expected = BigDecimal.ZERO;
      for (int i = random.nextInt(40); i >= 0; i--) {
        int scale = random.nextInt(20) == 0 ? random.nextInt(2001) - 1000 : random.nextInt(5);
        BigDecimal value =
            new BigDecimal(new BigInteger(random.nextInt(200), random), scale)
                .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
        values.add(decimal(value));
        expected = expected.add(value);
      }
      Aggregator.Accumulator sum = foldAtRandom(DECIMAL, values, random);
      assertThat(sum.value()).isEqualByComparingTo(expected);
      assertThat(sum.count()).isEqualTo(values.size());
    }
  }

  @Test
  void centsStayCents() {
    Random random = Seeds.random("AggregatorsTest.cents");
    Aggregator.Accumulator sum = DECIMAL.accumulator();
    long cents = 0;
    for (int i = 0; i < 100_000; i++) {
      int delta = 1 + random.nextInt(10);
      cents += delta;
      byte[] value = decimal(BigDecimal.valueOf(delta, 2));
      sum.add(value, 0, value.length);
    }
    assertThat(sum.value()).isEqualTo(BigDecimal.valueOf(cents, 2));
  }

  @Test
  void int64GoesOverTheEdgeExactly() {
    Aggregator.Accumulator sum = INT64.accumulator();
    for (int i = 0; i < 3; i++) {
      sum.add(int64(Long.MAX_VALUE), 0, 8);
    }
    assertThat(sum.value()).isEqualTo(new BigDecimal("27670116110564327421"));
    assertThat(INT64.fits(sum.value())).isFalse();
    for (int i = 0; i < 3; i++) {
      sum.add(int64(Long.MIN_VALUE), 0, 8);
    }
    assertThat(sum.value()).isEqualTo(new BigDecimal("-3"));
    assertThat(INT64.fits(new BigDecimal(Long.MIN_VALUE))).isTrue();
    assertThat(INT64.fits(new BigDecimal(Long.MAX_VALUE))).isTrue();
    assertThat(INT64.fits(new BigDecimal("9223372036854775808"))).isFalse();
  }

  @Test
  void knowsAWellFormedValue() {
    assertThat(INT64.isWellFormed(new byte[10], 1, 8)).isTrue();
    for (int length : new int[] {0, 1, 7, 9, 16}) {
      assertThat(INT64.isWellFormed(new byte[20], 1, length)).isFalse();
    }
    assertThat(DECIMAL.isWellFormed(decimal(new BigDecimal("1E+1000")), 0, 5)).isTrue();
    assertThat(DECIMAL.isWellFormed(decimal(new BigDecimal("1E-1000")), 0, 5)).isTrue();
    assertThat(DECIMAL.isWellFormed(decimal(new BigDecimal("1E-1001")), 0, 5)).isFalse();
    assertThat(DECIMAL.isWellFormed(decimal(new BigDecimal("1E+1001")), 0, 5)).isFalse();
    assertThat(DECIMAL.isWellFormed(new byte[256], 0, 256)).isTrue();
    assertThat(DECIMAL.isWellFormed(new byte[257], 0, 257)).isFalse();
    for (int length = 0; length <= 4; length++) {
      assertThat(DECIMAL.isWellFormed(new byte[8], 0, length)).isFalse();
    }
  }

  @Test
  void understandsOnlyItsOwnBases() {
    Base base = new Base("sum", "int64", 1, BigDecimal.ONE, 1, 1, 1);
    assertThat(INT64.understands(base)).isTrue();
    assertThat(DECIMAL.understands(base)).isFalse();
    assertThat(INT64.understands(new Base("max", "int64", 1, BigDecimal.ONE, 1, 1, 1))).isFalse();
  }

  @Test
  void readsASettingOfOneOrOfAList() {
    assertThat(Aggregators.parse("sum:decimal")).containsOnlyKeys("*");
    assertThat(Aggregators.parse("qty=sum:int64, paid=sum:decimal,*=sum:int64"))
        .hasEntrySatisfying("paid", each -> assertThat(each.text()).isEqualTo("sum:decimal"))
        .containsOnlyKeys("qty", "paid", "*");
    assertThat(Aggregators.parse("=sum:int64")).containsOnlyKeys("");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sum",
        "max:int64",
        "a=sum:int64,",
        "a=sum:int64,a=sum:int64",
        "a=,b=sum:int64",
        "a:b=sum:int64",
        "sum:int64,b=sum:int64"
      })
  void refusesAnyOtherSetting(String text) {
    assertThatThrownBy(() -> Aggregators.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
