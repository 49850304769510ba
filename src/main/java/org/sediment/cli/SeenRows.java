package org.sediment.cli;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A set of row keys, of each the first 16 bytes of its SHA-256: two rows of a billion look the same
 * once in 10^20 such sets. About 32 bytes a row, whatever the keys' length. Not thread-safe.
 */
final class SeenRows {
  private final MessageDigest digest;

  /** Pairs of numbers; two zeros are a free place. */
  private long[] places = new long[1 << 12];

  private int size;

  SeenRows() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  /** Adds a row. Returns whether it is new. */
  boolean add(byte[] row) {
    ByteBuffer hash = ByteBuffer.wrap(digest.digest(row));
    long high = hash.getLong();
    long low = hash.getLong() | 1; // never two zeros
    int at = place(high, low);
    if (places[at + 1] != 0) {
      return false;
    }
    put(at, high, low);
    if (++size > places.length / 3) {
      grow();
    }
    return true;
  }

  private void put(int at, long high, long low) {
    places[at] = high;
    places[at + 1] = low;
  }

  /** Where the pair is, or the free place where it belongs. */
  private int place(long high, long low) {
    int at = (int) (high & (places.length - 1)) & ~1;
    while (places[at + 1] != 0 && (places[at] != high || places[at + 1] != low)) {
      at = (at + 2) & (places.length - 1);
    }
    return at;
  }

  private void grow() {
    if (places.length > 1 << 29) {
      throw new IllegalStateException(
          "more than 300 million rows are too many for one comparison; compare ranges of them");
    }
    long[] old = places;
    places = new long[old.length * 2];
    for (int i = 0; i < old.length; i += 2) {
      if (old[i + 1] != 0) {
        put(place(old[i], old[i + 1]), old[i], old[i + 1]);
      }
    }
  }
}
