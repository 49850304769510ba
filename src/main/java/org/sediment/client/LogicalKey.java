package org.sediment.client;

import java.util.Arrays;

/**
 * Keys without the salt or bucket that stands at a place in all keys of a query. Stateless.
 *
 * @param offset first byte of the salt or bucket; -1 if there is none to leave out
 * @param width its bytes
 */
record LogicalKey(int offset, int width) {
  /** Orders keys; what is before the salt is the same in all of them. */
  int compare(byte[] a, byte[] b) {
    int from = behind();
    if (a.length < from || b.length < from) {
      return Arrays.compareUnsigned(a, b);
    }
    return Arrays.compareUnsigned(a, from, a.length, b, from, b.length);
  }

  /** A key without its salt or bucket. */
  byte[] of(byte[] key) {
    if (offset < 0 || key.length < behind()) {
      return key;
    }
    byte[] out = Arrays.copyOf(key, key.length - width);
    System.arraycopy(key, behind(), out, offset, key.length - behind());
    return out;
  }

  /** A logical key with the salt or bucket of another key. */
  byte[] insert(byte[] logical, byte[] other) {
    if (offset < 0) {
      return logical;
    }
    if (logical.length < offset) {
      throw new IllegalArgumentException(
          "a logical key of "
              + logical.length
              + " bytes does not belong to the query: give"
              + " position() of a scan of the same query");
    }
    byte[] out = new byte[logical.length + width];
    System.arraycopy(logical, 0, out, 0, offset);
    System.arraycopy(other, offset, out, offset, width);
    System.arraycopy(logical, offset, out, behind(), logical.length - offset);
    return out;
  }

  private int behind() {
    return offset < 0 ? 0 : offset + width;
  }
}
