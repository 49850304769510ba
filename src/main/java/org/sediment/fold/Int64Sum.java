package org.sediment.fold;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.sediment.model.Base;

/**
 * Sum of signed 64-bit numbers, itself unbounded: adds in a long and spills into a big integer
 * before that would wrap.
 */
final class Int64Sum implements Aggregator.Accumulator {
  private BigInteger spilled = BigInteger.ZERO;
  private long small;
  private long count;

  @Override
  public void add(byte[] value, int offset, int length, long time) {
    add(NumberType.int64(value, offset));
    count++;
  }

  private void add(long delta) {
    long sum = small + delta;
    if (((small ^ sum) & (delta ^ sum)) < 0) {
      spilled = spilled.add(BigInteger.valueOf(small));
      sum = delta;
    }
    small = sum;
  }

  @Override
  public void add(Base base) {
    if (NumberType.INT64.fits(base.sum())) {
      add(base.sum().longValue());
    } else {
      spilled = spilled.add(base.sum().toBigIntegerExact());
    }
    count += base.count();
  }

  @Override
  public BigDecimal value() {
    return spilled.signum() == 0
        ? BigDecimal.valueOf(small)
        : new BigDecimal(spilled.add(BigInteger.valueOf(small)));
  }

  @Override
  public long count() {
    return count;
  }
}
