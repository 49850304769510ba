package org.sediment.fold;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sediment.fold.CounterTotal.Outcome;
import org.sediment.model.Base;

/** Sums of totals over rows and pages. */
class TotalsSumTest {
  /** A total of one folded delta, with two pending that change nothing and one late entry. */
  private static CounterTotal total(String aggregator, String value, long newest) {
    Aggregator of = Aggregators.of(aggregator).orElseThrow();
    Aggregator.Accumulator sum = of.accumulator();
    BigDecimal number = new BigDecimal(value);
    long count = of.name().equals("count") ? number.longValueExact() : 1;
    sum.add(new Base(of.name(), of.type(), newest, number, count, 0, 0));
    return CounterTotal.of(of, sum, newest, 3, 2, 1);
  }

  private static CounterTotal int64(long value) {
    return total("sum:int64", Long.toString(value), value);
  }

  private static CounterTotal decimal(String value) {
    return total("sum:decimal", value, 9);
  }

  private static CounterTotal sum(CounterTotal... parts) {
    TotalsSum sum = new TotalsSum();
    for (CounterTotal part : parts) {
      sum.add(part, () -> "");
    }
    return sum.total();
  }

  @ParameterizedTest
  @CsvSource({
    "sum:int64, 7, 3, 10",
    "sum:decimal, 7.5, 3, 10.5",
    "avg:int64, 7, 3, 10",
    "min:int64, 7, 3, 3",
    "min:decimal, 7, -3.5, -3.5",
    "max:int64, 7, 3, 7",
    "max:decimal, -7, -7.5, -7",
    "count:int64, 7, 3, 10",
    "count:decimal, 7, 3, 10",
    // the first part is the newer one
    "last:int64, 7, 3, 7",
    "last:decimal, 1.5, 3, 1.5",
  })
  void totalsOfRowsAreCombinedAsTheirAggregatorDoes(
      String aggregator, String first, String second, String expected) {
    CounterTotal both = sum(total(aggregator, first, 80), total(aggregator, second, 70));
    assertThat(both.value()).isEqualTo(new BigDecimal(expected));
    assertThat(both.newest()).isEqualTo(80);
    assertThat(both.count()).isEqualTo(aggregator.startsWith("count") ? 10 : 2);
    // a sum of sums is the sum of their parts
    CounterTotal third = total(aggregator, "5", 10);
    assertThat(sum(both, third))
        .isEqualTo(sum(total(aggregator, first, 80), total(aggregator, second, 70), third));
  }

  @Test
  void ofRowsWhoseLastValueIsEquallyNewTheLastRowCounts() {
    assertThat(sum(total("last:int64", "7", 80), total("last:int64", "3", 80)).value())
        .isEqualByComparingTo("3");
  }

  @Test
  void addsValuesAndCountsAndKeepsTheNewestTime() {
    TotalsSum sum = new TotalsSum();
    sum.add(int64(40), () -> "");
    sum.add(int64(2), () -> "");
    CounterTotal total = sum.total();
    assertThat(total.outcome()).isEqualTo(Outcome.EXACT);
    assertThat(total.value()).isEqualByComparingTo("42");
    assertThat(total.pending()).isEqualTo(4);
    assertThat(total.late()).isEqualTo(2);
    assertThat(total.newest()).isEqualTo(40);
    assertThat(total.through()).isEqualTo(CounterTotal.NONE);
  }

  @Test
  void anOverflowOnTheWayIsHealedByLaterParts() {
    TotalsSum sum = new TotalsSum();
    sum.add(int64(Long.MAX_VALUE), () -> "");
    sum.add(int64(1), () -> "");
    assertThat(sum.total().outcome()).isEqualTo(Outcome.OVERFLOW);
    sum.add(sum.total(), () -> "");
    assertThat(sum.total().value()).isEqualByComparingTo(new BigDecimal("18446744073709551616"));
    sum = new TotalsSum();
    sum.add(int64(Long.MAX_VALUE), () -> "");
    sum.add(int64(1), () -> "");
    sum.add(int64(-1), () -> "");
    assertThat(sum.total().outcome()).isEqualTo(Outcome.EXACT);
  }

  @Test
  void decimalsAddUpToTheLastDigit() {
    TotalsSum sum = new TotalsSum();
    for (int i = 0; i < 10; i++) {
      sum.add(decimal("0.1"), () -> "");
    }
    assertThat(sum.total().value()).isEqualTo(new BigDecimal("1.0"));
  }

  @Test
  void onePartWithoutAnswerLeavesTheWholeWithoutOne() {
    TotalsSum sum = new TotalsSum();
    sum.add(int64(1), () -> "row 'a': ");
    sum.add(CounterTotal.failed("poison", 1), () -> "row 'b': ");
    sum.add(int64(1), () -> "row 'c': ");
    assertThat(sum.total().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(sum.total().error()).isEqualTo("row 'b': poison");
    assertThat(sum.total().late()).isEqualTo(3);
  }

  @Test
  void aPartWithLateEntriesOnlyAddsThose() {
    TotalsSum sum = new TotalsSum();
    sum.add(CounterTotal.absent(2), () -> "");
    assertThat(sum.total()).isEqualTo(CounterTotal.absent(2));
    sum.add(decimal("1.5"), () -> "");
    sum.add(CounterTotal.absent(1), () -> "");
    assertThat(sum.total().value()).isEqualByComparingTo("1.5");
    assertThat(sum.total().late()).isEqualTo(4);
  }

  @Test
  void typesAreNotMixed() {
    TotalsSum sum = new TotalsSum();
    sum.add(int64(1), () -> "row 'a': ");
    sum.add(decimal("1"), () -> "row 'b': ");
    assertThat(sum.total().error()).contains("row 'b'", "sum:decimal", "sum:int64");
  }
}
