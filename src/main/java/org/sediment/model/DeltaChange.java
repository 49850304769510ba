package org.sediment.model;

import java.util.Arrays;
import java.util.Optional;

/**
 * One change to a counter, or the taking back of one.
 *
 * <p>Family, counter, event ID and time are its identity: written again it is the same delta, and
 * its last value counts; the same ID at another time is another delta. A delta bears its own time,
 * never the server's, so that a replay finds it. Immutable as long as nobody changes the arrays,
 * which are not copied.
 *
 * @param family family of kind {@code delta}, not empty
 * @param counter name without {@code :} {@code ;} {@code <}; may be empty
 * @param eventId any bytes, not empty
 * @param time event time in milliseconds, from 0, below {@code Long.MAX_VALUE}
 * @param value the delta in the form of the counter's aggregator (8 bytes big-endian for {@code
 *     sum:int64}, {@code Bytes.toBytes(BigDecimal)} for {@code sum:decimal}); empty to take back
 *     the delta of this identity, whether it came already or comes later
 */
public record DeltaChange(
    byte[] family, byte[] counter, byte[] eventId, long time, Optional<byte[]> value) {
  /**
   * Checks the form of the names and the time. The value is judged by the server, which knows the
   * aggregator.
   *
   * @throws IllegalArgumentException if a rule of the parameters is broken; the message names the
   *     counter, what is wrong and the remedy
   */
  public DeltaChange {
    if (family.length == 0) {
      throw refused(counter, "has no family", "name a family of kind delta");
    }
    if (DeltaColumn.counterLength(counter, 0, counter.length) >= 0) {
      throw refused(
          counter, "has ':', ';' or '<' in its name", "use another character, '.' for example");
    }
    if (eventId.length == 0) {
      throw refused(
          counter, "has an empty event ID", "give each delta the ID of the event it came from");
    }
    if (time < 0 || time == Long.MAX_VALUE) {
      throw refused(
          counter, "has time " + time, "give the event's own time, milliseconds since 1970");
    }
  }

  /** A delta. */
  public static DeltaChange of(
      byte[] family, byte[] counter, byte[] eventId, long time, byte[] value) {
    return new DeltaChange(family, counter, eventId, time, Optional.of(value));
  }

  /** The taking back of the delta of this identity. */
  public static DeltaChange retraction(byte[] family, byte[] counter, byte[] eventId, long time) {
    return new DeltaChange(family, counter, eventId, time, Optional.empty());
  }

  private static IllegalArgumentException refused(byte[] counter, String what, String remedy) {
    return new IllegalArgumentException(
        "delta of counter '" + Printable.of(counter) + "' " + what + "; " + remedy);
  }

  /** The cell's qualifier: counter, {@code :}, event ID. */
  public byte[] qualifier() {
    return DeltaColumn.delta(counter, eventId);
  }

  /** Whether both name the same delta, whatever their values. */
  public boolean sameDelta(DeltaChange other) {
    return time == other.time
        && Arrays.equals(family, other.family)
        && Arrays.equals(counter, other.counter)
        && Arrays.equals(eventId, other.eventId);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DeltaChange that
        && sameDelta(that)
        && value.isPresent() == that.value.isPresent()
        && (value.isEmpty() || Arrays.equals(value.get(), that.value.get()));
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(eventId) + Long.hashCode(time);
  }

  /** {@code family:counter:event-id@time=value}, printable; no value for a retraction. */
  @Override
  public String toString() {
    return Printable.of(family)
        + ":"
        + Printable.of(qualifier())
        + "@"
        + time
        + value.map(bytes -> "=" + Printable.of(bytes)).orElse(" taken back");
  }
}
