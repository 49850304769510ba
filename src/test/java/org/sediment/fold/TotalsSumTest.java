package org.sediment.fold;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.sediment.fold.CounterTotal.Outcome;

/** Sums of totals over rows and pages. */
class TotalsSumTest {
  private static CounterTotal int64(long value) {
    return CounterTotal.of(
        Aggregators.of("sum:int64").orElseThrow(), BigDecimal.valueOf(value), value, 3, 2, 1);
  }

  private static CounterTotal decimal(String value) {
    return CounterTotal.of(
        Aggregators.of("sum:decimal").orElseThrow(), new BigDecimal(value), 9, 3, 2, 1);
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
