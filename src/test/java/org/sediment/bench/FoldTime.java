package org.sediment.bench;

import java.util.Collection;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * {@code fold}: the major compaction that folds two million deltas against HBase's own of the same
 * files. Each round compacts tables that were never compacted.
 */
final class FoldTime implements Benchmark {
  private static final double BAR = 1.0;
  private static final int DELTAS_EACH = 1_000;

  @Override
  public String name() {
    return "fold";
  }

  @Override
  public Figure run(BenchCluster cluster, Scale scale) throws Exception {
    int counters = scale.of(2_000, 200);
    SettledDeltas deltas = SettledDeltas.create(cluster, name(), counters, DELTAS_EACH);
    SideBySide both =
        SideBySide.run(
            scale, round -> fold(cluster, deltas, round), round -> plain(cluster, deltas, round));
    deltas.dropSnapshots();
    return new Figure(
            name(), "plain major compaction of " + deltas.cells() + " deltas / folding, time", BAR)
        .ratio(both.ratio(0, 1), both.rounds())
        .with("counters", counters)
        .with("deltas", deltas.cells())
        .with("folding_s", deltas.cells() / both.rate(0))
        .with("plain_s", deltas.cells() / both.rate(1));
  }

  private static Sample fold(BenchCluster cluster, SettledDeltas deltas, int round)
      throws Exception {
    TableName name = deltas.withSediment("round-" + round);
    RegionCounts counts = new RegionCounts(cluster, name);
    long nanos = compact(cluster.region(name));
    counts.check("folded_deltas", deltas.cells());
    WrongEndState.unlessEqual(
        name + " cells after the fold",
        deltas.cells() / DELTAS_EACH,
        cellsInFiles(cluster.region(name)));
    try (Table table = cluster.table(name)) {
      deltas.stream().checkTotals(table);
    }
    cluster.drop(name);
    return new Sample(deltas.cells(), nanos);
  }

  private static Sample plain(BenchCluster cluster, SettledDeltas deltas, int round)
      throws Exception {
    TableName name = deltas.plain("round-" + round);
    long nanos = compact(cluster.region(name));
    WrongEndState.unlessEqual(name + " cells", deltas.cells(), cellsInFiles(cluster.region(name)));
    cluster.drop(name);
    return new Sample(deltas.cells(), nanos);
  }

  /** Compacts all files of a region to one in this thread; nanoseconds. */
  static long compact(HRegion region) throws Exception {
    long start = System.nanoTime();
    region.compact(true);
    long nanos = System.nanoTime() - start;
    for (HStore store : region.getStores()) {
      WrongEndState.unlessEqual("files after compaction", 1, store.getStorefilesCount());
    }
    return nanos;
  }

  private static long cellsInFiles(HRegion region) {
    return region.getStores().stream()
        .map(HStore::getStorefiles)
        .flatMap(Collection::stream)
        .map(HStoreFile::getReader)
        .mapToLong(reader -> reader.getEntries())
        .sum();
  }
}
