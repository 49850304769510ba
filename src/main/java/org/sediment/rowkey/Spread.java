package org.sediment.rowkey;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A part that is reckoned from others, so that rows which would lie together spread. Frozen:
 * another function would not find the rows that are stored.
 *
 * <pre>
 * salt(n)    the first n characters of the MD5, in lower-case hex, of the parts' bytes
 * bucket(n)  the first 4 bytes of that MD5, as an unsigned number, modulo n: 1 byte, 2 if n is
 *            greater than 256
 * </pre>
 *
 * <p>The parts' bytes are those of the key, ends included, one part behind the other in the key's
 * order. Stateless, thread-safe.
 *
 * @param salt whether it is a salt; else a bucket
 * @param size characters, or number of buckets
 */
record Spread(boolean salt, int size) {
  /** More ranges than anybody wants to scan. */
  static final int MOST = 65_536;

  private static final int HEX_DIGITS_OF_MOST = 4;

  /** Bytes it takes in the key. */
  int width() {
    return salt ? size : size <= 256 ? 1 : 2;
  }

  /** The different values there are; {@link Integer#MAX_VALUE} if more than {@link #MOST}. */
  int count() {
    if (!salt) {
      return size;
    }
    return size <= HEX_DIGITS_OF_MOST ? 1 << (4 * size) : Integer.MAX_VALUE;
  }

  /** The bytes of the one that parts with these bytes belong to. */
  byte[] of(byte[] parts) {
    byte[] md5;
    try {
      md5 = MessageDigest.getInstance("MD5").digest(parts);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
    if (salt) {
      String hex = HexFormat.of().formatHex(md5);
      return hex.substring(0, size).getBytes(StandardCharsets.US_ASCII);
    }
    return at((int) (Integer.toUnsignedLong(ByteBuffer.wrap(md5).getInt()) % size));
  }

  /** The bytes of one, counted from 0 in the order of the bytes. */
  byte[] at(int index) {
    if (salt) {
      String hex = HexFormat.of().toHexDigits(index, size);
      return hex.getBytes(StandardCharsets.US_ASCII);
    }
    return width() == 1
        ? new byte[] {(byte) index}
        : new byte[] {(byte) (index >> Byte.SIZE), (byte) index};
  }

  /** What it is called in texts for people. */
  String kind() {
    return salt ? "salt" : "bucket";
  }
}
