package org.sediment.rowkey;

import java.math.BigInteger;
import java.util.List;

/**
 * A key taken apart. Immutable if the arrays are left alone.
 *
 * @param parts all parts, in the key's order
 */
public record DecodedKey(List<Part> parts) {
  /**
   * A part of a key.
   *
   * @param name its name
   * @param kind its text form
   * @param offset its first byte
   * @param bytes its bytes
   * @param value a {@code String}, {@code Long}, {@code BigInteger}, {@code Boolean} or {@code
   *     byte[]}; null for a salt, bucket or random suffix
   * @param shown the value, or the bytes of a part without one, as a command line takes it
   */
  public record Part(
      String name, String kind, int offset, byte[] bytes, Object value, String shown) {}

  /** The values, in the key's order: what {@link KeySchema#encode} takes. */
  public List<Object> values() {
    return parts.stream().map(Part::value).filter(value -> value != null).toList();
  }

  /**
   * The value of a part, or the bytes of one without a value.
   *
   * @throws KeyException if there is no such part
   */
  public Object get(String name) {
    for (Part part : parts) {
      if (part.name().equals(name)) {
        return part.value() == null ? part.bytes() : part.value();
      }
    }
    throw new KeyException(
        "the key has no part '" + name + "'",
        "name one of " + String.join(", ", parts.stream().map(Part::name).toList()));
  }

  /** The value of a part that holds a text. */
  public String text(String name) {
    return (String) get(name);
  }

  /**
   * The value of a part that holds a whole number.
   *
   * @throws ArithmeticException if it is greater than a long can be
   */
  public long number(String name) {
    return get(name) instanceof BigInteger big ? big.longValueExact() : (Long) get(name);
  }
}
