package org.sediment.rowkey;

/**
 * How bytes of any length stand in a key so that their end can be seen. Stateless, thread-safe.
 *
 * <pre>
 * to the end          the bytes; they must be the key's last part
 * width (12)          padded on the right to 12 bytes, with spaces or another byte of ASCII; a value
 *                     has no byte below the padding and does not end with it: sorts as the value
 * exactly (12)        always 12 bytes
 * delimiter (/)       a byte of ASCII behind the value, which must not have it: with \x00 sorts as
 *                     the value, with any other as the value with the delimiter behind it
 * escaped (escaped)   0x00 becomes 0x00 0x01, then 0x00 0x00 ends it: any value, sorts as the value
 * </pre>
 */
interface Framing {
  /** The bytes with their end. */
  byte[] frame(byte[] raw);

  /** The place behind the bytes that begin at a place of the key. */
  int end(byte[] key, int from);

  /** The bytes without their end; refuses what {@link #frame} would not have made. */
  byte[] unframe(byte[] framed);

  /** How all framed bytes begin whose raw ones begin so. */
  Lead lead(byte[] rawPrefix);

  /** Whether framed bytes sort as raw ones. */
  default boolean isOrdered() {
    return true;
  }

  /** Bytes of each; 0 if they vary. */
  default int width() {
    return 0;
  }

  /** What stands in the brackets of the text form; empty for no brackets. */
  String argument();

  /** The end of a part of fixed width. */
  static int fixedEnd(byte[] key, int from, int width) {
    if (key.length - from < width) {
      throw new KeyException(
          "the key ends after " + (key.length - from) + " of " + width + " bytes",
          "is it a key of this schema?");
    }
    return from + width;
  }

  /** The beginning of a value, if there can be such a value. */
  static byte[] noLonger(byte[] rawPrefix, int width) {
    if (rawPrefix.length > width) {
      throw new KeyException(
          "'" + ByteText.text(rawPrefix) + "' is longer than " + width + " bytes",
          "no value begins so; ask for less");
    }
    return rawPrefix;
  }

  /** To the end of the key. */
  record ToEnd() implements Framing {
    @Override
    public byte[] frame(byte[] raw) {
      return raw;
    }

    @Override
    public int end(byte[] key, int from) {
      return key.length;
    }

    @Override
    public byte[] unframe(byte[] framed) {
      return framed;
    }

    @Override
    public Lead lead(byte[] rawPrefix) {
      return new Lead(rawPrefix, null);
    }

    @Override
    public String argument() {
      return "";
    }
  }

  /** Always of one width. */
  record Exact(int width) implements Framing {
    @Override
    public byte[] frame(byte[] raw) {
      if (raw.length != width) {
        throw new KeyException(
            "'" + ByteText.text(raw) + "' has " + raw.length + " bytes, not " + width,
            "give it as many, or declare the part with another width or 'escaped'");
      }
      return raw;
    }

    @Override
    public int end(byte[] key, int from) {
      return fixedEnd(key, from, width);
    }

    @Override
    public byte[] unframe(byte[] framed) {
      return framed;
    }

    @Override
    public Lead lead(byte[] rawPrefix) {
      return new Lead(noLonger(rawPrefix, width), null);
    }

    @Override
    public String argument() {
      return Integer.toString(width);
    }
  }
}
