package org.sediment.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.model.Base;
import org.sediment.testing.Seeds;

/** The algebra of the aggregators, against values reckoned from plain lists. */
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

  /** A delta as the store shows it; deltas of one time are in the order of their IDs. */
  private record Delta(BigDecimal value, long time) {}

  private static byte[] bytes(Aggregator aggregator, BigDecimal value) {
    return aggregator.type().equals("int64") ? int64(value.longValueExact()) : decimal(value);
  }

  /**
   * Folds deltas, split at random into parts, in a random tree, in random order, but for this: what
   * bears one time stays together and in its order, as it does in a store.
   */
  private static Aggregator.Accumulator foldAtRandom(
      Aggregator aggregator, List<Delta> deltas, Random random) {
    TreeMap<Long, List<Delta>> byTime = new TreeMap<>();
    deltas.forEach(each -> byTime.computeIfAbsent(each.time, t -> new ArrayList<>()).add(each));
    List<List<Delta>> left = new ArrayList<>(byTime.values());
    Collections.shuffle(left, random);
    List<Base> bases = new ArrayList<>();
    while (!left.isEmpty() || bases.size() > 1) {
      Aggregator.Accumulator part = aggregator.accumulator();
      long newest = 0;
      for (int i = Math.min(left.size(), random.nextInt(6)); i > 0; i--) {
        for (Delta delta : left.remove(left.size() - 1)) {
          byte[] value = bytes(aggregator, delta.value);
          byte[] around = ByteBuffer.allocate(value.length + 5).put(3, value).array();
          part.add(around, 3, value.length, delta.time);
          Arrays.fill(around, (byte) 77); // the caller's buffer is the caller's
          newest = Math.max(newest, delta.time);
        }
      }
      for (int i = random.nextInt(3); i > 0 && !bases.isEmpty(); i--) {
        Base base = bases.remove(random.nextInt(bases.size()));
        part.add(base);
        newest = Math.max(newest, base.through());
      }
      if (part.count() > 0) {
        Base base =
            new Base(
                aggregator.name(), aggregator.type(), newest, part.value(), part.count(), 1, 1);
        assertThat(aggregator.understands(base)).isTrue();
        bases.add(base);
      }
    }
    Aggregator.Accumulator all = aggregator.accumulator();
    bases.forEach(all::add);
    return all;
  }

  /** What a function makes of numbers, reckoned from the plain list. */
  private static BigDecimal expected(String function, List<Delta> deltas) {
    Stream<BigDecimal> values = deltas.stream().map(Delta::value);
    return switch (function) {
      case "sum", "avg" -> values.reduce(BigDecimal::add).orElseThrow();
      case "min" -> values.min(Comparator.naturalOrder()).orElseThrow();
      case "max" -> values.max(Comparator.naturalOrder()).orElseThrow();
      case "count" -> BigDecimal.valueOf(deltas.size());
      case "last" -> {
        long newest = deltas.stream().mapToLong(Delta::time).max().orElseThrow();
        List<Delta> ofNewest = deltas.stream().filter(each -> each.time == newest).toList();
        yield ofNewest.get(ofNewest.size() - 1).value;
      }
      default -> throw new IllegalArgumentException(function);
    };
  }

  private static BigDecimal anyNumber(String type, Random random) {
    if (type.equals("int64")) {
      return BigDecimal.valueOf(
          switch (random.nextInt(4)) {
            case 0 -> Long.MAX_VALUE - random.nextInt(2);
            case 1 -> Long.MIN_VALUE + random.nextInt(2);
            case 2 -> random.nextLong();
            default -> random.nextInt(7) - 3;
          });
    }
    int scale = random.nextInt(20) == 0 ? random.nextInt(2001) - 1000 : random.nextInt(5);
    return new BigDecimal(new BigInteger(random.nextInt(200), random), scale)
        .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
  }

  private static Stream<Aggregator> all() {
    return Aggregators.known().stream();
  }

  @ParameterizedTest
  @MethodSource("all")
  void isExactInAnySplitAndOrder(Aggregator aggregator) {
    Random random = Seeds.random("AggregatorsTest." + aggregator.text());
    for (int round = 0; round < 300; round++) {
      List<Delta> deltas = new ArrayList<>();
      int times = 1 + random.nextInt(60);
      for (int i = random.nextInt(40); i >= 0; i--) {
        deltas.add(new Delta(anyNumber(aggregator.type(), random), random.nextInt(times)));
      }
      BigDecimal expected = expected(aggregator.name(), deltas);
      Aggregator.Accumulator folded = foldAtRandom(aggregator, deltas, random);
      assertThat(folded.value()).isEqualByComparingTo(expected);
      assertThat(folded.value())
          .as("to the last digit, however it was folded")
          .isEqualTo(foldAtRandom(aggregator, deltas, random).value());
      assertThat(folded.count()).isEqualTo(deltas.size());
      if (aggregator.type().equals("int64")) {
        assertThat(folded.value().scale()).isZero();
        assertThat(aggregator.fits(folded.value()))
            .isEqualTo(expected.toBigIntegerExact().bitLength() <= 63);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aTotalIsReadAsItIsShown(Aggregator aggregator) {
    Random random = Seeds.random("AggregatorsTest.shown");
    for (int round = 0; round < 100; round++) {
      BigDecimal value = anyNumber(aggregator.type(), random);
      assertThat(aggregator.encodeTotal(value)).isEqualTo(bytes(aggregator, value));
      assertThat(aggregator.decodeTotal(bytes(aggregator, value))).contains(value);
    }
    assertThat(aggregator.decodeTotal(new byte[4])).isEmpty();
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
      sum.add(value, 0, value.length, i);
    }
    assertThat(sum.value()).isEqualTo(BigDecimal.valueOf(cents, 2));
  }

  @Test
  void int64GoesOverTheEdgeExactly() {
    Aggregator.Accumulator sum = INT64.accumulator();
    for (int i = 0; i < 3; i++) {
      sum.add(int64(Long.MAX_VALUE), 0, 8, i);
    }
    assertThat(sum.value()).isEqualTo(new BigDecimal("27670116110564327421"));
    assertThat(INT64.fits(sum.value())).isFalse();
    for (int i = 0; i < 3; i++) {
      sum.add(int64(Long.MIN_VALUE), 0, 8, i);
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

  private static Base base(String name, String type, BigDecimal value, long count) {
    return new Base(name, type, 1, value, count, 1, 1);
  }

  @ParameterizedTest
  @MethodSource("all")
  void understandsOnlyItsOwnBases(Aggregator aggregator) {
    for (Aggregator other : Aggregators.known()) {
      assertThat(aggregator.understands(base(other.name(), other.type(), BigDecimal.ONE, 1)))
          .isEqualTo(aggregator == other);
    }
    assertThat(aggregator.understands(base("distinct", aggregator.type(), BigDecimal.ONE, 1)))
        .isFalse();
  }

  @Test
  void understandsNoBaseThatItCannotHaveMade() {
    BigDecimal tooLarge = new BigDecimal("9223372036854775808");
    for (Aggregator each : Aggregators.known()) {
      boolean int64 = each.type().equals("int64");
      boolean one = List.of("min", "max", "last").contains(each.name());
      boolean count = each.name().equals("count");
      assertThat(each.understands(base(each.name(), each.type(), tooLarge, 1)))
          .isEqualTo(!count && !(int64 && one));
      assertThat(each.understands(base(each.name(), each.type(), new BigDecimal("1.5"), 1)))
          .isEqualTo(!count && !int64);
      assertThat(each.understands(base(each.name(), each.type(), new BigDecimal("1E+2000"), 1)))
          .isFalse();
    }
  }

  @Test
  void ofOneTimeTheHighestEventIdIsTheLast() {
    Aggregator.Accumulator last = Aggregators.of("last:int64").orElseThrow().accumulator();
    last.add(int64(1), 0, 8, 70);
    last.add(int64(2), 0, 8, 70);
    last.add(int64(3), 0, 8, 69);
    assertThat(last.value()).isEqualByComparingTo("2");
    last.add(base("last", "int64", BigDecimal.TEN, 4)); // through 1
    assertThat(last.value()).isEqualByComparingTo("2");
    assertThat(last.count()).isEqualTo(7);
  }

  @Test
  void readsASettingOfOneOrOfAList() {
    assertThat(Aggregators.parse("sum:decimal")).containsOnlyKeys("*");
    assertThat(Aggregators.parse("qty=sum:int64, paid=sum:decimal,*=sum:int64"))
        .hasEntrySatisfying("paid", each -> assertThat(each.text()).isEqualTo("sum:decimal"))
        .containsOnlyKeys("qty", "paid", "*");
    assertThat(Aggregators.parse("=sum:int64")).containsOnlyKeys("");
    for (Aggregator each : Aggregators.known()) {
      assertThat(Aggregators.parse(each.text())).containsExactly(Map.entry("*", each));
    }
    assertThat(Aggregators.known()).hasSize(12);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sum",
        "median:int64",
        "max:double",
        "MAX:int64",
        "a=sum:int64,",
        "a=sum:int64,a=sum:int64",
        "a=,b=sum:int64",
        "a:b=sum:int64",
        "sum:int64,b=sum:int64"
      })
  void refusesAnyOtherSetting(String text) {
    assertThatThrownBy(() -> Aggregators.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theMessageNamesThePartAndWhatThereIs() {
    assertThatThrownBy(() -> Aggregators.parse("a=last:int64,b=max:double"))
        .hasMessageContaining("'max:double'")
        .hasMessageContaining("max:decimal")
        .hasMessageContaining("avg:int64");
  }
}
