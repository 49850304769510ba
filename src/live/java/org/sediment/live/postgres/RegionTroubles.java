package org.sediment.live.postgres;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.sediment.testing.MiniCluster;

/**
 * What happens to HBase meanwhile: flushes, compactions, moves, and at last the crash of a server.
 * A thread of its own until it is closed.
 */
final class RegionTroubles implements AutoCloseable {
  /** Kinds of trouble. */
  enum Kind {
    FLUSH,
    MAJOR_COMPACTION,
    MOVE,
    CRASH
  }

  private final MiniCluster cluster;
  private final Random random;
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
  private final Thread thread = new Thread(this::run, "region-troubles");
  private volatile boolean closed;
  private volatile Exception failure;

  /** Begins at once. */
  RegionTroubles(MiniCluster cluster, Random random) {
    this.cluster = cluster;
    this.random = random;
    thread.start();
  }

  private void run() {
    try {
      while (!closed) {
        trouble();
        Thread.sleep(100 + random.nextInt(900));
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException failed) {
      failure = failed;
    }
  }

  private void trouble() throws IOException {
    SourceTable some = SourceTable.ALL.get(random.nextInt(SourceTable.ALL.size()));
    TableName table = MirrorTables.name(some.name());
    int dice = random.nextInt(100);
    if (dice < 55) {
      cluster.admin().flush(table);
      count(Kind.FLUSH);
    } else if (dice < 80) {
      cluster.majorCompact(table);
      count(Kind.MAJOR_COMPACTION);
    } else if (dice < 98 || counts.containsKey(Kind.CRASH)) {
      cluster.move(region(table).getRegionInfo());
      count(Kind.MOVE);
    } else {
      cluster.kill(region(table).getRegionInfo());
      count(Kind.CRASH);
    }
  }

  private HRegion region(TableName table) {
    List<HRegion> regions = cluster.regions(table);
    return regions.get(random.nextInt(regions.size()));
  }

  private synchronized void count(Kind kind) {
    counts.merge(kind, 1, Integer::sum);
  }

  /** How often each kind happened. */
  synchronized Map<Kind, Integer> counts() {
    return new EnumMap<>(counts);
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw new IOException("HBase did not do what it was asked to: " + failure, failure);
    }
  }
}
