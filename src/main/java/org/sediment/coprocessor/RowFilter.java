package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.List;

/**
 * Remembers rows in a few bits each: "no" is certain, "yes" is not. Grows in steps and stops
 * growing; what is added beyond that makes more answers a yes. Not thread-safe.
 */
final class RowFilter {
  private static final int BITS_A_ROW = 10;
  private static final int FIRST_BITS = 1 << 16;
  private static final int GROWTH_SHIFT = 3;

  /** The last one holds 419,000 rows in 512 KB. */
  private static final int MAX_LAYERS = 3;

  /** Odd numbers of no pattern: each spreads a hash in its own way. */
  private static final long[] SPREADS = {
    0x9E3779B97F4A7C15L, 0xC2B2AE3D27D4EB4FL, 0x165667B19E3779F9L, 0xD6E8FEB86659FD93L
  };

  private final List<Layer> layers = new ArrayList<>(MAX_LAYERS);

  /** Adds a row by its hash. */
  void add(int hash) {
    if (mayHold(hash)) {
      return;
    }
    Layer last = layers.isEmpty() ? null : layers.get(layers.size() - 1);
    if (last == null || (last.rows >= last.room && layers.size() < MAX_LAYERS)) {
      last = new Layer(FIRST_BITS << (GROWTH_SHIFT * layers.size()));
      layers.add(last);
    }
    last.add(hash);
  }

  /** Whether a row with this hash may have been added. */
  boolean mayHold(int hash) {
    for (Layer layer : layers) {
      if (layer.mayHold(hash)) {
        return true;
      }
    }
    return false;
  }

  private static final class Layer {
    private final long[] words;
    private final int shift;
    private final int room;
    private int rows;

    Layer(int bits) {
      words = new long[bits / Long.SIZE];
      shift = Long.SIZE - Integer.numberOfTrailingZeros(bits);
      room = bits / BITS_A_ROW;
    }

    void add(int hash) {
      for (long spread : SPREADS) {
        int bit = bit(hash, spread);
        words[bit / Long.SIZE] |= 1L << bit;
      }
      rows++;
    }

    boolean mayHold(int hash) {
      for (long spread : SPREADS) {
        int bit = bit(hash, spread);
        if ((words[bit / Long.SIZE] & 1L << bit) == 0) {
          return false;
        }
      }
      return true;
    }

    private int bit(int hash, long spread) {
      return (int) ((hash * spread) >>> shift);
    }
  }
}
