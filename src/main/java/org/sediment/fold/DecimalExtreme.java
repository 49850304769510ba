package org.sediment.fold;

import java.math.BigDecimal;
import org.sediment.model.Base;

/** The largest or the smallest of decimals; of equal ones, the one with the larger scale. */
final class DecimalExtreme implements Aggregator.Accumulator {
  private final boolean largest;
  private BigDecimal value;
  private long count;

  DecimalExtreme(boolean largest) {
    this.largest = largest;
  }

  @Override
  public void add(byte[] delta, int offset, int length, long time) {
    add(NumberType.decimal(delta, offset, length));
    count++;
  }

  private void add(BigDecimal other) {
    if (value == null || isBetter(other)) {
      value = other;
    }
  }

  private boolean isBetter(BigDecimal other) {
    int order = other.compareTo(value);
    return order == 0 ? other.scale() > value.scale() : (order > 0) == largest;
  }

  @Override
  public void add(Base base) {
    add(base.sum());
    count += base.count();
  }

  @Override
  public BigDecimal value() {
    return value;
  }

  @Override
  public long count() {
    return count;
  }
}
