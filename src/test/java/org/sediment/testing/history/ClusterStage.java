package org.sediment.testing.history;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.client.EventApplier;
import org.sediment.client.EventOutcome;
import org.sediment.client.SedimentClient;
import org.sediment.client.TotalsQuery;
import org.sediment.testing.CompactionChooser;
import org.sediment.testing.Compactions;
import org.sediment.testing.MiniCluster;

/**
 * A history's stage on a mini cluster: every write and read goes through HBase's client, totals
 * through Sediment's; regions move, split and merge, and now and then their server dies.
 */
final class ClusterStage implements Stage {
  private static final List<String> SPLITS = List.of("a", "i", "q", "m");

  private final MiniCluster cluster;
  private final AtomicInteger kills;
  private final TableName name;
  private final Table table;
  private SedimentClient client;

  /**
   * Creates a table for a history.
   *
   * @param kills counts the servers killed
   */
  ClusterStage(MiniCluster cluster, History history, AtomicInteger kills) throws IOException {
    this.cluster = cluster;
    this.kills = kills;
    // no lag: whatever is written is ripe for the fold at once
    this.name =
        cluster.create(
            RegionStage.table(history.images(), history.mode())
                .coprocessor(CompactionChooser.class, 1000)
                .property("hbase.master.maxclockskew", "0")
                .familyValue("x", "sediment.lag", "0ms")
                .familyValue("y", "sediment.lag", "0ms"));
    this.table = cluster.table(name);
    this.client = SedimentClient.connect(cluster.conf(), name);
  }

  @Override
  public void single(Mutation mutation) throws IOException {
    if (mutation instanceof Put put) {
      table.put(put);
    } else {
      table.delete((Delete) mutation);
    }
  }

  @Override
  public boolean[] list(List<Mutation> mutations) throws IOException {
    Object[] results = new Object[mutations.size()];
    try {
      table.batch(mutations, results);
    } catch (RetriesExhaustedWithDetailsException e) {
      // the results say which
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    boolean[] accepted = new boolean[results.length];
    for (int i = 0; i < results.length; i++) {
      accepted[i] = results[i] instanceof Result;
    }
    return accepted;
  }

  @Override
  public void atomic(List<Mutation> mutations) throws IOException {
    table.mutateRow(RowMutations.of(mutations));
  }

  @Override
  public void conditional(List<Mutation> mutations) throws IOException {
    Requests.holds(table.checkAndMutate(Requests.conditional(mutations)).isSuccess());
  }

  @Override
  public List<String> apply(List<Event> events) throws IOException {
    List<CompletableFuture<EventOutcome>> outcomes = new ArrayList<>();
    try (AsyncConnection connection =
            ConnectionFactory.createAsyncConnection(cluster.conf()).join();
        EventApplier applier = EventApplier.of(connection, name)) {
      for (Event event : events) {
        outcomes.add(applier.apply(event.changeEvent()));
      }
      applier.flush();
    }
    return outcomes.stream().map(outcome -> outcome.join().kind().name()).toList();
  }

  @Override
  public void guard(boolean byCell) throws IOException {
    TableDescriptor now = cluster.admin().getDescriptor(name);
    cluster
        .admin()
        .modifyTable(
            TableDescriptorBuilder.newBuilder(now)
                .setValue("sediment.guard", byCell ? "cell" : "row")
                .build());
  }

  @Override
  public Result row(String row) throws IOException {
    return table.get(Requests.row(row));
  }

  @Override
  public List<Cell> deltas(String row) throws IOException {
    // in the server: sequence IDs do not travel to clients
    byte[] key = Bytes.toBytes(row);
    Scan scan = Requests.deltas(row);
    List<Cell> cells = new ArrayList<>();
    for (HRegion region : cluster.regions(name)) {
      if (region.getRegionInfo().containsRow(key)) {
        try (RegionScanner scanner = region.getScanner(scan)) {
          List<Cell> some = new ArrayList<>();
          scanner.next(some);
          some.forEach(cell -> cells.add(KeyValueUtil.copyToNewKeyValue(cell)));
        }
      }
    }
    return cells;
  }

  @Override
  public Map<String, BigDecimal> totals(String row) throws IOException {
    Map<String, BigDecimal> totals = new TreeMap<>();
    client
        .getTotals(Bytes.toBytes(row), TotalsQuery.all())
        .totals()
        .forEach(
            (key, total) -> {
              if (!total.isAbsent()) {
                totals.put(key.family() + ":" + Bytes.toString(key.counter()), total.value());
              }
            });
    return totals;
  }

  @Override
  public void storage(Step.Storage step) throws IOException {
    Random random = new Random(step.dice());
    List<HRegion> regions = cluster.regions(name);
    HRegion some = regions.get(random.nextInt(regions.size()));
    switch (step.op()) {
      case FLUSH -> some.flush(true);
      case COMPACT -> {
        Set<String> names = new TreeSet<>();
        for (HStoreFile file : Compactions.files(some, step.family())) {
          if (random.nextInt(3) > 0) {
            names.add(file.getPath().getName());
          }
        }
        Compactions.minor(some, step.family(), names);
      }
      case MAJOR -> Compactions.major(some, step.family());
      case PIN -> {
        return; // only the JVM of the regions can hold a scanner open for as long as it likes
      }
      case REOPEN -> cluster.move(some.getRegionInfo());
      case CRASH -> {
        if (random.nextInt(3) == 0) { // seconds each
          cluster.kill(some.getRegionInfo());
          kills.incrementAndGet();
        } else {
          cluster.move(some.getRegionInfo());
        }
      }
      case SPLIT -> split(SPLITS.get(random.nextInt(SPLITS.size())));
      case MERGE -> {
        if (regions.size() > 1) {
          cluster.majorCompact(name); // one that refers to its parent's files cannot be merged
          cluster.merge(name, 0, 1);
        }
      }
    }
    // HBase's client may follow two servers' outdated hints in a circle once a region that moved
    // to and fro has been split
    if (step.op() != Step.Op.FLUSH && step.op() != Step.Op.COMPACT) {
      cluster.connection().clearRegionLocationCache();
      client.close();
      client = SedimentClient.connect(cluster.conf(), name);
    }
  }

  private void split(String at) throws IOException {
    byte[] row = Bytes.toBytes(at);
    for (HRegion region : cluster.regions(name)) {
      boolean inside = region.getRegionInfo().containsRow(row);
      boolean first = Bytes.equals(region.getRegionInfo().getStartKey(), row);
      if (inside && !first && region.isSplittable()) {
        cluster.split(name, row);
      }
    }
  }

  @Override
  public void tick(long millis) {
    // the cluster's clock is the real one; the history's lies behind it
  }

  @Override
  public String dump() throws IOException {
    StringBuilder text = new StringBuilder();
    for (HRegion region : cluster.regions(name)) {
      text.append(region.getRegionInfo().getRegionNameAsString()).append('\n');
      try (RegionScanner scanner = region.getScanner(new Scan().setRaw(true).readAllVersions())) {
        List<Cell> cells = new ArrayList<>();
        while (scanner.next(cells)) {
          // all of them
        }
        cells.forEach(cell -> text.append(CellUtil.toString(cell, true)).append('\n'));
      }
    }
    return text.toString();
  }

  @Override
  public void close() throws IOException {
    client.close();
    table.close();
    cluster.admin().disableTable(name);
    cluster.admin().deleteTable(name);
  }
}
