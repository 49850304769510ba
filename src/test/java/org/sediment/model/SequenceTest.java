package org.sediment.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.testing.Seeds;

/** The order of sequences, against lists of big integers. */
class SequenceTest {
  @ParameterizedTest
  @CsvSource({
    "1, 2, -1",
    "9, 10, -1",
    "999999999999, 1000000000000, -1",
    "000000000015, 15, 0",
    "17, 17.0, -1",
    "17.0, 17.00, 0",
    "17.0, 17.0.0, -1",
    "1.10, 1.9, 1",
    "118.108.2, 118.108.10, -1",
    "118.108.2, 118.109, -1",
    "2, 10.1, -1",
    "18446744073709551615, 18446744073709551616, -1",
    "9223372036854775807, 9223372036854775808, -1",
    "0, 00000, 0",
    "0, 0.0, -1",
  })
  void ordersNumberByNumber(String a, String b, int expected) {
    Sequence left = Sequence.parse(a);
    Sequence right = Sequence.parse(b);
    assertThat(Integer.signum(left.compareTo(right))).isEqualTo(expected);
    assertThat(Integer.signum(right.compareTo(left))).isEqualTo(-expected);
    assertThat(left.equals(right)).isEqualTo(expected == 0);
    if (expected == 0) {
      assertThat(left).hasSameHashCodeAs(right);
      assertThat(left.canonical()).isEqualTo(right.canonical());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", ".", "1.", ".1", "1..2", "-1", "+1", "1e3", " 1", "1 ", "1\n", "0x10", "1,5", "a",
        "\u0661", "1.2.", "..", "1\u0000"
      })
  void refusesAnythingElseWithTheTextAndTheRemedy(String text) {
    assertThatThrownBy(() -> Sequence.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + printable(text) + "'")
        .hasMessageContaining("118.108.2");
    assertThatThrownBy(() -> Sequence.parse(text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String printable(String text) {
    return Printable.of(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void readsAPartOfAnArray() {
    byte[] text = "x12.003y".getBytes(StandardCharsets.US_ASCII);
    assertThat(Sequence.parse(text, 1, 6).canonical()).isEqualTo("12.3");
  }

  @Test
  void agreesWithListsOfBigIntegers() {
    Random random = Seeds.random("SequenceTest");
    for (int i = 0; i < 20_000; i++) {
      List<BigInteger> a = numbers(random);
      List<BigInteger> b = random.nextInt(4) == 0 ? related(a, random) : numbers(random);
      Sequence left = Sequence.parse(text(a, random));
      Sequence right = Sequence.parse(text(b, random));
      assertThat(Integer.signum(left.compareTo(right)))
          .as("%s against %s", left, right)
          .isEqualTo(Integer.signum(compare(a, b)));
      assertThat(left.equals(right)).isEqualTo(a.equals(b));
      assertThat(Sequence.parse(left.canonical())).isEqualTo(left);
    }
  }

  private static List<BigInteger> numbers(Random random) {
    List<BigInteger> out = new ArrayList<>();
    int size = 1 + random.nextInt(4);
    for (int i = 0; i < size; i++) {
      out.add(
          random.nextInt(8) == 0
              ? new BigInteger(90, random)
              : BigInteger.valueOf(random.nextInt(random.nextBoolean() ? 3 : 1100)));
    }
    return out;
  }

  private static List<BigInteger> related(List<BigInteger> to, Random random) {
    List<BigInteger> out = new ArrayList<>(to);
    if (random.nextBoolean()) {
      out.add(BigInteger.ZERO);
    } else if (out.size() > 1) {
      out.remove(out.size() - 1);
    }
    return out;
  }

  private static String text(List<BigInteger> numbers, Random random) {
    List<String> parts = new ArrayList<>();
    for (BigInteger number : numbers) {
      parts.add("0".repeat(random.nextInt(3) == 0 ? random.nextInt(20) : 0) + number);
    }
    return String.join(".", parts);
  }

  private static int compare(List<BigInteger> a, List<BigInteger> b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      int order = a.get(i).compareTo(b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }
}
