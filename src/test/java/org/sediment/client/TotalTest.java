package org.sediment.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.sediment.fold.CounterTotal;
import org.sediment.protocol.SedimentProtos;

/** What a client makes of the total that an answer holds. */
class TotalTest {
  private static Total total(String aggregator, long value, long count) {
    return new Total(
        Wire.total(
            SedimentProtos.CounterTotal.newBuilder()
                .setFamily(ByteString.copyFromUtf8("x"))
                .setCounter(ByteString.EMPTY)
                .setOutcome(SedimentProtos.CounterTotal.Outcome.EXACT)
                .setAggregator(aggregator)
                .setType("int64")
                .setExact(
                    SedimentProtos.Number.newBuilder()
                        .setUnscaled(
                            ByteString.copyFrom(
                                BigDecimal.valueOf(value).unscaledValue().toByteArray())))
                .setCount(count)
                .build()));
  }

  @Test
  void anAverageIsTheExactSumDividedAsTheCallerLikes() {
    Total total = total("avg", 10, 3);
    assertThat(total.value()).isEqualByComparingTo("10");
    assertThat(total.count()).isEqualTo(3);
    assertThat(total.average(2, RoundingMode.HALF_EVEN)).isEqualTo(new BigDecimal("3.33"));
    assertThat(total.average(new MathContext(5))).isEqualTo(new BigDecimal("3.3333"));
    assertThat(total("avg", -9, 4).average(MathContext.UNLIMITED))
        .isEqualTo(new BigDecimal("-2.25"));
  }

  @Test
  void noOtherTotalHasAnAverage() {
    assertThatThrownBy(() -> total("sum", 10, 3).average(MathContext.DECIMAL64))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("sum:int64");
    Total absent = new Total(CounterTotal.absent(2));
    assertThatThrownBy(absent::count).isInstanceOf(IllegalStateException.class);
  }
}
