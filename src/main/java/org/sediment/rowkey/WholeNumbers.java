package org.sediment.rowkey;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Whole numbers from Java and from a command line. Stateless. */
final class WholeNumbers {
  private WholeNumbers() {}

  /** A whole number of any of Java's types, if it lies between two. */
  static BigInteger of(Object value, BigInteger least, BigInteger greatest, String kind) {
    BigInteger number;
    if (value instanceof BigInteger big) {
      number = big;
    } else if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      number = BigInteger.valueOf(((Number) value).longValue());
    } else {
      throw new KeyException(
          "value " + value + " is not a whole number", "give a Long, Integer or BigInteger");
    }
    if (number.compareTo(least) < 0 || number.compareTo(greatest) > 0) {
      throw new KeyException(
          "%s does not lie between %s and %s, what '%s' holds"
              .formatted(number, least, greatest, kind),
          "declare the part as another kind");
    }
    return number;
  }

  /** A number, or a time or date (midnight, UTC) as milliseconds. */
  static BigInteger read(String text) {
    try {
      if (text.matches("-?\\d+")) {
        return new BigInteger(text);
      }
      Instant time =
          text.matches("\\d{4}-\\d{2}-\\d{2}")
              ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
              : Instant.parse(text);
      return BigInteger.valueOf(time.toEpochMilli());
    } catch (DateTimeException | ArithmeticException wrong) {
      throw new KeyException(
          "'" + text + "' is not a whole number",
          "write 17, or a time like 2025-01-31 or 2025-01-31T12:00:00Z, which becomes milliseconds");
    }
  }
}
