package org.sediment.rowkey;

/**
 * Bytes as they are; they sort as unsigned numbers do.
 *
 * @param framing how the end is seen
 */
record BytesCodec(Framing framing) implements Codec {
  @Override
  public byte[] encode(Object value) {
    if (!(value instanceof byte[] bytes)) {
      throw new KeyException("value " + value + " is not bytes", "give a byte[]");
    }
    return framing.frame(bytes.clone());
  }

  @Override
  public int end(byte[] key, int from) {
    return framing.end(key, from);
  }

  @Override
  public Object decode(byte[] bytes) {
    return framing.unframe(bytes);
  }

  @Override
  public Order order() {
    return Order.ASCENDING;
  }

  @Override
  public int width() {
    return framing.width();
  }

  @Override
  public Lead lead(String text) {
    return framing.lead(ByteText.bytes(text));
  }

  @Override
  public boolean hasBeginnings() {
    return true;
  }

  @Override
  public Object read(String text) {
    return ByteText.bytes(text);
  }

  @Override
  public String show(Object value) {
    return ByteText.text((byte[]) value);
  }

  @Override
  public String spelling() {
    return Spelling.of("bytes", framing.argument());
  }
}
