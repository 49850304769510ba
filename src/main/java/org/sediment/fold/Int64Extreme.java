package org.sediment.fold;

import java.math.BigDecimal;
import org.sediment.model.Base;

/** The largest or the smallest of signed 64-bit numbers. */
final class Int64Extreme implements Aggregator.Accumulator {
  private final boolean largest;
  private long value;
  private long count;

  Int64Extreme(boolean largest) {
    this.largest = largest;
    this.value = largest ? Long.MIN_VALUE : Long.MAX_VALUE; // which any other replaces
  }

  @Override
  public void add(byte[] delta, int offset, int length, long time) {
    add(NumberType.int64(delta, offset));
    count++;
  }

  private void add(long other) {
    value = largest ? Math.max(value, other) : Math.min(value, other);
  }

  @Override
  public void add(Base base) {
    add(base.sum().longValueExact());
    count += base.count();
  }

  @Override
  public BigDecimal value() {
    return BigDecimal.valueOf(value);
  }

  @Override
  public long count() {
    return count;
  }
}
