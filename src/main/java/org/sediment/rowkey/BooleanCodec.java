package org.sediment.rowkey;

/** {@code false} is 0x00, {@code true} is 0xFF, as {@code Bytes.toBytes(boolean)} has it. */
record BooleanCodec() implements Codec {
  @Override
  public byte[] encode(Object value) {
    if (!(value instanceof Boolean yes)) {
      throw new KeyException("value " + value + " is neither true nor false", "give a Boolean");
    }
    return new byte[] {(byte) (yes ? 0xFF : 0)};
  }

  @Override
  public int end(byte[] key, int from) {
    return Framing.fixedEnd(key, from, 1);
  }

  @Override
  public Object decode(byte[] bytes) {
    if (bytes[0] != 0 && bytes[0] != (byte) 0xFF) {
      throw new KeyException(
          String.format("0x%02X is neither 0x00 nor 0xFF", bytes[0]),
          "is it a key of this schema?");
    }
    return bytes[0] != 0;
  }

  @Override
  public Order order() {
    return Order.ASCENDING;
  }

  @Override
  public int width() {
    return 1;
  }

  @Override
  public Object read(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new KeyException("'" + text + "' is no truth value", "write true or false");
    }
    return Boolean.valueOf(text);
  }

  @Override
  public String show(Object value) {
    return value.toString();
  }

  @Override
  public String spelling() {
    return "boolean";
  }
}
