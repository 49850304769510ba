package org.sediment.fold;

import java.math.BigDecimal;
import org.sediment.model.Base;

/** Exact sum of decimals; it has the largest scale of its parts. */
final class DecimalSum implements Aggregator.Accumulator {
  private BigDecimal sum = BigDecimal.ZERO;
  private long count;

  @Override
  public void add(byte[] value, int offset, int length, long time) {
    sum = sum.add(NumberType.decimal(value, offset, length));
    count++;
  }

  @Override
  public void add(Base base) {
    sum = sum.add(base.sum());
    count += base.count();
  }

  @Override
  public BigDecimal value() {
    return sum;
  }

  @Override
  public long count() {
    return count;
  }
}
