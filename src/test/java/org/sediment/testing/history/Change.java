package org.sediment.testing.history;

import java.math.BigDecimal;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.DeltaChange;

/**
 * One delta, or the taking back of one.
 *
 * @param family a delta family
 * @param counter the counter's name
 * @param id the event ID
 * @param time milliseconds
 * @param value what is added; of a retraction the delta's value
 */
public record Change(String family, String counter, String id, long time, BigDecimal value) {
  /** Family and counter. */
  public String key() {
    return family + ":" + counter;
  }

  /** What makes a delta the same delta within its row. */
  public String identity() {
    return key() + ":" + id + "@" + time;
  }

  @Override
  public String toString() {
    return identity() + "=" + value;
  }

  DeltaChange delta() {
    return DeltaChange.of(
        Bytes.toBytes(family), Bytes.toBytes(counter), Bytes.toBytes(id), time, bytes());
  }

  DeltaChange retraction() {
    return DeltaChange.retraction(
        Bytes.toBytes(family), Bytes.toBytes(counter), Bytes.toBytes(id), time);
  }

  byte[] qualifier() {
    return Bytes.toBytes(counter + ":" + id);
  }

  byte[] bytes() {
    return family.equals("y") ? Bytes.toBytes(value) : Bytes.toBytes(value.longValueExact());
  }
}
