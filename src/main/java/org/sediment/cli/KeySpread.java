package org.sediment.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.rowkey.KeySchema;

/** Counts keys by the region they fall into, and shows it as bars. One thread. */
final class KeySpread {
  private static final int BAR = 40;
  private static final int RUN = 100;
  private static final int MOST_REGIONS = 65_536;

  private final List<byte[]> cuts;
  private final long[] counts;
  private final int[] run;
  private long all;
  private long runs;
  private double busiest;

  /** Regions cut at these keys, which are sorted. */
  KeySpread(List<byte[]> cuts) {
    this.cuts = cuts;
    this.counts = new long[cuts.size() + 1];
    this.run = new int[cuts.size() + 1];
  }

  /** Where a table would be cut: by salts or buckets, or evenly by the first two bytes. */
  static List<byte[]> cuts(KeySchema schema, int regions) {
    if (regions < 1 || regions > MOST_REGIONS) {
      throw new Failure(
          ExitCode.USAGE, "--regions " + regions + ": write a number from 1 to " + MOST_REGIONS);
    }
    if (schema != null && schema.isSpreadFirst()) {
      return schema.splits(regions);
    }
    List<byte[]> out = new ArrayList<>();
    for (int i = 1; i < regions; i++) {
      out.add(Bytes.toBytes((short) ((long) i * MOST_REGIONS / regions)));
    }
    return out;
  }

  void add(byte[] key) {
    int region = region(key);
    counts[region]++;
    run[region]++;
    if (++all % RUN == 0) {
      busiest += Arrays.stream(run).max().orElse(0) / (double) RUN;
      runs++;
      Arrays.fill(run, 0);
    }
  }

  /** The last one that does not begin behind the key. */
  private int region(byte[] key) {
    int low = 0;
    int high = cuts.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Bytes.compareTo(cuts.get(middle), key) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  void print(PrintWriter out) {
    long most = Math.max(1, Arrays.stream(counts).max().orElse(1));
    for (int i = 0; i < counts.length; i++) {
      String bar = "#".repeat((int) ((counts[i] * BAR + most - 1) / most));
      out.printf(
          Locale.ROOT,
          "%4d  %-40s %9d %5.1f %%  from %s%n",
          i + 1,
          bar,
          counts[i],
          percent(counts[i]),
          i == 0 ? "the start" : Bytes.toStringBinary(cuts.get(i - 1)));
    }
    out.printf(
        Locale.ROOT,
        "%d keys in %d regions: the busiest has %.1f %%, an even share is %.1f %%%n",
        all,
        counts.length,
        percent(Arrays.stream(counts).max().orElse(0)),
        100.0 / counts.length);
    if (runs > 0) {
      out.printf(
          Locale.ROOT,
          "written in this order, %d keys at a time: the busiest region gets %.1f %% of them%n",
          RUN,
          100 * busiest / runs);
    }
  }

  private double percent(long count) {
    return all == 0 ? 0 : 100.0 * count / all;
  }
}
