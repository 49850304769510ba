package org.sediment.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.sediment.model.Printable;

/**
 * Which counter of a row: family and name. Immutable if the array is left alone; usable as a key.
 *
 * @param family the delta family
 * @param counter the counter's name, any bytes without {@code : ; <}; may be empty
 */
public record CounterKey(String family, byte[] counter) {
  /** A counter whose name is text. */
  public static CounterKey of(String family, String counter) {
    return new CounterKey(family, counter.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CounterKey key
        && key.family.equals(family)
        && Arrays.equals(key.counter, counter);
  }

  @Override
  public int hashCode() {
    return 31 * family.hashCode() + Arrays.hashCode(counter);
  }

  /** The key as HBase writes columns: {@code family:counter}. */
  @Override
  public String toString() {
    return family + ":" + Printable.of(counter);
  }
}
