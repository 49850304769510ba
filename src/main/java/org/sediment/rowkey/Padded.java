package org.sediment.rowkey;

import java.util.Arrays;

/**
 * A {@link Framing}: padded on the right to a width in bytes. A value has no byte below the padding
 * and does not end with it, so that it is known from its padded bytes, and they sort as values do.
 */
record Padded(int width, byte padding) implements Framing {
  static final byte SPACE = ' ';

  @Override
  public byte[] frame(byte[] raw) {
    if (raw.length > width) {
      throw new KeyException(
          "'" + ByteText.text(raw) + "' has " + raw.length + " bytes, more than " + width,
          "declare a larger width, or a delimiter instead");
    }
    if (raw.length > 0 && raw[raw.length - 1] == padding) {
      throw new KeyException(
          "'" + ByteText.text(raw) + "' ends with the padding " + name(),
          "pad with another byte, such as (" + width + ",\\x00), or use 'escaped'");
    }
    return pad(noneBelow(raw));
  }

  private byte[] noneBelow(byte[] raw) {
    for (byte each : raw) {
      if ((each & 0xFF) < padding) {
        throw new KeyException(
            "'" + ByteText.text(raw) + "' has a byte below the padding " + name(),
            "it would not sort as the value; pad with \\x00: (" + width + ",\\x00)");
      }
    }
    return raw;
  }

  private byte[] pad(byte[] raw) {
    byte[] out = Arrays.copyOf(raw, width);
    Arrays.fill(out, raw.length, width, padding);
    return out;
  }

  private byte[] strip(byte[] raw) {
    int length = raw.length;
    while (length > 0 && raw[length - 1] == padding) {
      length--;
    }
    return Arrays.copyOf(raw, length);
  }

  private String name() {
    return "'" + ByteText.text(new byte[] {padding}) + "'";
  }

  @Override
  public int end(byte[] key, int from) {
    return Framing.fixedEnd(key, from, width);
  }

  @Override
  public byte[] unframe(byte[] framed) {
    return noneBelow(strip(framed));
  }

  /** A beginning that ends with padding is also how the shorter, padded value begins. */
  @Override
  public Lead lead(byte[] rawPrefix) {
    byte[] stripped = strip(noneBelow(Framing.noLonger(rawPrefix, width)));
    return new Lead(rawPrefix, stripped.length < rawPrefix.length ? pad(stripped) : null);
  }

  @Override
  public String argument() {
    return padding == SPACE ? Integer.toString(width) : width + "," + ByteText.text(padding);
  }
}
