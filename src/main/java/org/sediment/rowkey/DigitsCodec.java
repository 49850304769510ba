package org.sediment.rowkey;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * Whole numbers from 0 as decimal digits, padded on the left with zeros: sorts as the number.
 * Decoded it is a {@code BigInteger}.
 *
 * @param width digits
 */
record DigitsCodec(int width) implements Codec {
  @Override
  public byte[] encode(Object value) {
    BigInteger greatest = BigInteger.TEN.pow(width).subtract(BigInteger.ONE);
    String text = WholeNumbers.of(value, BigInteger.ZERO, greatest, spelling()).toString();
    return ("0".repeat(width - text.length()) + text).getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public int end(byte[] key, int from) {
    return Framing.fixedEnd(key, from, width);
  }

  @Override
  public Object decode(byte[] bytes) {
    for (byte each : bytes) {
      if (each < '0' || each > '9') {
        throw new KeyException(
            "'" + ByteText.text(bytes) + "' has more than digits", "is it a key of this schema?");
      }
    }
    return new BigInteger(new String(bytes, StandardCharsets.US_ASCII));
  }

  @Override
  public Order order() {
    return Order.ASCENDING;
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
    return "digits(" + width + ")";
  }
}
