package org.sediment.fold;

import java.math.BigDecimal;
import org.sediment.model.Base;

/** The number of deltas, whatever their values. */
final class DeltaCount implements Aggregator.Accumulator {
  private long count;

  @Override
  public void add(byte[] value, int offset, int length, long time) {
    count++;
  }

  @Override
  public void add(Base base) {
    count += base.count();
  }

  @Override
  public BigDecimal value() {
    return BigDecimal.valueOf(count);
  }

  @Override
  public long count() {
    return count;
  }
}
