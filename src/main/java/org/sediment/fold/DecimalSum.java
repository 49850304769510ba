package org.sediment.fold;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.sediment.model.Base;

/**
 * Exact sum of decimals, each 4 bytes of scale and then the unscaled number (two's complement,
 * big-endian), as HBase's {@code Bytes.toBytes(BigDecimal)} writes them. The sum has the largest
 * scale of its parts.
 */
final class DecimalSum implements Aggregator {
  private static final int MAX_LENGTH = 256;
  private static final int MAX_SCALE = 1000;

  @Override
  public String name() {
    return "sum";
  }

  @Override
  public String type() {
    return "decimal";
  }

  @Override
  public boolean isWellFormed(byte[] value, int offset, int length) {
    if (length <= Integer.BYTES || length > MAX_LENGTH) {
      return false;
    }
    int scale = ByteBuffer.wrap(value, offset, length).getInt();
    return scale >= -MAX_SCALE && scale <= MAX_SCALE;
  }

  @Override
  public boolean understands(Base base) {
    return Aggregator.super.understands(base) && Math.abs((long) base.sum().scale()) <= MAX_SCALE;
  }

  @Override
  public String valueForm() {
    return "4 bytes of scale from -1000 to 1000, then the unscaled number, 256 bytes in all at most";
  }

  @Override
  public boolean fits(BigDecimal value) {
    return true;
  }

  @Override
  public Accumulator accumulator() {
    return new Sum();
  }

  private static final class Sum implements Accumulator {
    private BigDecimal sum = BigDecimal.ZERO;
    private long count;

    @Override
    public void add(byte[] value, int offset, int length) {
      int scale = ByteBuffer.wrap(value, offset, length).getInt();
      BigInteger unscaled = new BigInteger(value, offset + Integer.BYTES, length - Integer.BYTES);
      sum = sum.add(new BigDecimal(unscaled, scale));
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
}
