package org.sediment.fold;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Optional;

/** Types of a counter's numbers, and their bytes. */
enum NumberType {
  /** Signed 64-bit numbers, 8 bytes big-endian, as HBase's {@code Bytes.toBytes(long)} has them. */
  INT64("8 bytes, big-endian") {
    @Override
    boolean isWellFormed(byte[] value, int offset, int length) {
      return length == Long.BYTES;
    }

    @Override
    boolean isInBounds(BigDecimal value) {
      return value.scale() == 0;
    }

    @Override
    boolean fits(BigDecimal value) {
      // the rule is in the second half; the first says the same of small numbers without making one
      return (value.scale() == 0 && value.precision() <= DIGITS_OF_ANY_LONG)
          || value.toBigIntegerExact().bitLength() < Long.SIZE; // which leaves the sign out
    }

    @Override
    byte[] encode(BigDecimal value) {
      byte[] bytes = new byte[Long.BYTES];
      BIG_ENDIAN.set(bytes, 0, value.longValueExact());
      return bytes;
    }

    @Override
    Optional<BigDecimal> decode(byte[] bytes) {
      return isWellFormed(bytes, 0, bytes.length)
          ? Optional.of(BigDecimal.valueOf(int64(bytes, 0)))
          : Optional.empty();
    }
  },

  /**
   * Decimals, each 4 bytes of scale and then the unscaled number (two's complement, big-endian), as
   * HBase's {@code Bytes.toBytes(BigDecimal)} has them.
   */
  DECIMAL(
      "4 bytes of scale from -1000 to 1000, then the unscaled number, 256 bytes in all at most") {
    @Override
    boolean isWellFormed(byte[] value, int offset, int length) {
      if (length <= Integer.BYTES || length > MAX_LENGTH) {
        return false;
      }
      int scale = ByteBuffer.wrap(value, offset, length).getInt();
      return scale >= -MAX_SCALE && scale <= MAX_SCALE;
    }

    @Override
    boolean isInBounds(BigDecimal value) {
      return Math.abs((long) value.scale()) <= MAX_SCALE;
    }

    @Override
    boolean fits(BigDecimal value) {
      return true;
    }

    @Override
    byte[] encode(BigDecimal value) {
      byte[] unscaled = value.unscaledValue().toByteArray();
      return ByteBuffer.allocate(Integer.BYTES + unscaled.length)
          .putInt(value.scale())
          .put(unscaled)
          .array();
    }

    @Override
    Optional<BigDecimal> decode(byte[] bytes) {
      return bytes.length <= Integer.BYTES
          ? Optional.empty()
          : Optional.of(decimal(bytes, 0, bytes.length));
    }
  };

  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int MAX_LENGTH = 256;
  private static final int MAX_SCALE = 1000;

  /** Every number of so many digits is a long. */
  private static final int DIGITS_OF_ANY_LONG = 18;

  private final String form;

  NumberType(String form) {
    this.form = form;
  }

  /** The type's name in settings and bases. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a delta's value must look like. */
  String form() {
    return form;
  }

  /** Whether the bytes are the value of a delta. */
  abstract boolean isWellFormed(byte[] value, int offset, int length);

  /** Whether a base may hold a value; it may be more than {@link #fits}. */
  abstract boolean isInBounds(BigDecimal value);

  /** Whether a total is a number of this type. */
  abstract boolean fits(BigDecimal value);

  abstract byte[] encode(BigDecimal value);

  abstract Optional<BigDecimal> decode(byte[] bytes);

  /** The number in 8 bytes. */
  static long int64(byte[] value, int offset) {
    return (long) BIG_ENDIAN.get(value, offset);
  }

  /** The number in the bytes of a decimal. */
  static BigDecimal decimal(byte[] value, int offset, int length) {
    int scale = ByteBuffer.wrap(value, offset, length).getInt();
    return new BigDecimal(
        new BigInteger(value, offset + Integer.BYTES, length - Integer.BYTES), scale);
  }
}
