package org.sediment.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.util.Bytes;

/** Cuts keys into like shares, from 100,000 of them at most, drawn at random but repeatably. */
final class KeyQuantiles {
  private static final int MOST = 100_000;

  private final List<byte[]> drawn = new ArrayList<>();
  private final Random random = new Random(MOST);
  private long seen;

  void add(byte[] key) {
    seen++;
    if (drawn.size() < MOST) {
      drawn.add(key);
      return;
    }
    long place = random.nextLong(seen);
    if (place < MOST) {
      drawn.set((int) place, key);
    }
  }

  /** First keys of all regions but the first; fewer if keys are the same too often. */
  List<byte[]> cut(int regions) {
    if (regions < 1) {
      throw new Failure(ExitCode.USAGE, "--regions " + regions + ": write 1 or more");
    }
    drawn.sort(Bytes.BYTES_COMPARATOR);
    List<byte[]> out = new ArrayList<>();
    byte[] last = drawn.isEmpty() ? new byte[0] : drawn.get(0);
    for (int i = 1; i < regions && !drawn.isEmpty(); i++) {
      byte[] cut = drawn.get((int) ((long) i * drawn.size() / regions));
      if (Bytes.compareTo(cut, last) > 0) {
        out.add(cut);
        last = cut;
      }
    }
    return out;
  }
}
