package org.sediment.rowkey;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * Whole numbers as 4 or 8 bytes, big-endian. A value may be any of Java's whole numbers; decoded it
 * is a {@code Long}, an unsigned one a {@code BigInteger}.
 *
 * <pre>
 * long           sign bit flipped: sorts as the number, negative ones first
 * reversed-long  Long.MAX_VALUE - value: sorts against the number, so that the newest time is first
 * int            as long, 4 bytes
 * unsigned       0 to 2^64 - 1; up to Long.MAX_VALUE as Bytes.toBytes(long) writes it
 * plain-long     as Bytes.toBytes(long) writes it: negative ones sort last
 * </pre>
 */
record NumberCodec(Kind kind) implements Codec {
  private static final BigInteger UNSIGNED_MAX =
      BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);

  /** Kinds of numbers. */
  enum Kind {
    LONG(Order.ASCENDING),
    REVERSED_LONG(Order.DESCENDING),
    INT(Order.ASCENDING),
    UNSIGNED(Order.ASCENDING),
    PLAIN_LONG(Order.OTHER);

    private final Order order;

    Kind(Order order) {
      this.order = order;
    }

    String spelling() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Override
  public byte[] encode(Object value) {
    BigInteger least = BigInteger.valueOf(kind == Kind.INT ? Integer.MIN_VALUE : Long.MIN_VALUE);
    BigInteger greatest = BigInteger.valueOf(kind == Kind.INT ? Integer.MAX_VALUE : Long.MAX_VALUE);
    if (kind == Kind.UNSIGNED) {
      least = BigInteger.ZERO;
      greatest = UNSIGNED_MAX;
    }
    long bits = turn(WholeNumbers.of(value, least, greatest, spelling()).longValue());
    ByteBuffer out = ByteBuffer.allocate(width());
    return (kind == Kind.INT ? out.putInt((int) bits) : out.putLong(bits)).array();
  }

  /** To the stored bits, and back: it is its own inverse. */
  private long turn(long bits) {
    return switch (kind) {
      case LONG -> bits ^ Long.MIN_VALUE;
      // wraps for negative values, and so puts them, as unsigned bytes, behind all others
      case REVERSED_LONG -> Long.MAX_VALUE - bits;
      case INT -> (int) bits ^ Integer.MIN_VALUE;
      case UNSIGNED, PLAIN_LONG -> bits;
    };
  }

  @Override
  public int end(byte[] key, int from) {
    return Framing.fixedEnd(key, from, width());
  }

  @Override
  public Object decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long number = turn(kind == Kind.INT ? in.getInt() : in.getLong());
    return kind == Kind.UNSIGNED ? (Object) new BigInteger(1, bytes) : (Object) number;
  }

  @Override
  public Order order() {
    return kind.order;
  }

  @Override
  public int width() {
    return kind == Kind.INT ? Integer.BYTES : Long.BYTES;
  }

  @Override
  public Object read(String text) {
    return WholeNumbers.read(text);
  }

  @Override
  public String show(Object value) {
    return value.toString();
  }

  @Override
  public String spelling() {
    return kind.spelling();
  }
}
