package org.sediment.fold;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import org.sediment.model.Base;

/** Sum of signed 64-bit numbers, 8 bytes big-endian each; the sum itself is unbounded. */
final class Int64Sum implements Aggregator {
  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Every number of so many digits is a long. */
  private static final int DIGITS_OF_ANY_LONG = 18;

  @Override
  public String name() {
    return "sum";
  }

  @Override
  public String type() {
    return "int64";
  }

  @Override
  public boolean isWellFormed(byte[] value, int offset, int length) {
    return length == Long.BYTES;
  }

  @Override
  public boolean understands(Base base) {
    return Aggregator.super.understands(base) && base.sum().scale() == 0;
  }

  @Override
  public String valueForm() {
    return "8 bytes, big-endian";
  }

  @Override
  public boolean fits(BigDecimal value) {
    return isLong(value);
  }

  private static boolean isLong(BigDecimal value) {
    // the rule is in the second half; the first says the same of small numbers without making one
    return (value.scale() == 0 && value.precision() <= DIGITS_OF_ANY_LONG)
        || value.toBigIntegerExact().bitLength() < Long.SIZE; // which leaves the sign out
  }

  @Override
  public Accumulator accumulator() {
    return new Sum();
  }

  /** Adds in a long and spills into a big integer before it would wrap. */
  private static final class Sum implements Accumulator {
    private BigInteger spilled = BigInteger.ZERO;
    private long small;
    private long count;

    @Override
    public void add(byte[] value, int offset, int length) {
      add((long) BIG_ENDIAN.get(value, offset));
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
      if (isLong(base.sum())) {
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
}
