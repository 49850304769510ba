package org.sediment.fold;

import java.math.BigDecimal;
import org.sediment.model.Base;

/**
 * The value of the highest time; of equal times, the one added later: deltas of one time come in
 * the order of their event IDs. Most deltas of a stream are newer than those before them, so a
 * value is kept as bytes, in one array, and read at the end.
 */
final class LastValue implements Aggregator.Accumulator {
  private final NumberType type;
  private byte[] bytes = new byte[Long.BYTES];
  private int length;
  private BigDecimal ofBase;
  private long newest = Long.MIN_VALUE;
  private long count;

  LastValue(NumberType type) {
    this.type = type;
  }

  @Override
  public void add(byte[] value, int offset, int valueLength, long time) {
    count++;
    if (time < newest) {
      return;
    }
    if (valueLength > bytes.length) {
      bytes = new byte[valueLength];
    }
    System.arraycopy(value, offset, bytes, 0, valueLength);
    length = valueLength;
    newest = time;
    ofBase = null;
  }

  @Override
  public void add(Base base) {
    count += base.count();
    if (base.through() >= newest) {
      newest = base.through();
      ofBase = base.sum();
    }
  }

  @Override
  public BigDecimal value() {
    if (ofBase != null) {
      return ofBase;
    }
    return type == NumberType.INT64
        ? BigDecimal.valueOf(NumberType.int64(bytes, 0))
        : NumberType.decimal(bytes, 0, length);
  }

  @Override
  public long count() {
    return count;
  }
}
