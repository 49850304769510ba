package org.sediment.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.awaitility.Awaitility;

/**
 * A real HBase cluster in this JVM, on the local file system, with the real clock. Every table gets
 * a name of its own; the test that makes one drops it, or leaves it to the end.
 */
public final class MiniCluster implements AutoCloseable {
  private final HBaseTestingUtility util;
  private final Connection connection;
  private final AtomicInteger tables = new AtomicInteger();

  private MiniCluster(HBaseTestingUtility util, Connection connection) {
    this.util = util;
    this.connection = connection;
  }

  /** Starts a cluster of some region servers, in about five seconds. */
  public static MiniCluster start(int servers) {
    return start(servers, List.of());
  }

  /** Starts a cluster with more settings, each {@code key=value}. */
  public static MiniCluster start(int servers, List<String> settings) {
    HBaseTestingUtility util = new HBaseTestingUtility();
    Configuration conf = util.getConfiguration();
    conf.set("hbase.rootdir", "file://" + util.getDataTestDir("hbase-root").toUri().getPath());
    conf.set("fs.defaultFS", "file:///");
    conf.set("fs.file.impl", QuickLocalFileSystem.class.getName());
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.setInt("hbase.master.info.port", -1);
    conf.setInt("hbase.regionserver.info.port", -1);
    conf.setInt("hbase.regionserver.msginterval", 100);
    conf.setInt("hbase.master.wait.on.regionservers.mintostart", servers);
    conf.setInt("hbase.master.wait.on.regionservers.interval", 100);
    conf.setInt("hbase.master.wait.on.regionservers.timeout", 500);
    conf.setInt("hbase.regionserver.handler.count", 12);
    conf.setInt("hbase.client.pause", 50);
    conf.setInt("hbase.client.retries.number", 10);
    conf.setInt("hbase.hstore.compactionThreshold", 1000);
    conf.setInt("hbase.hstore.blockingStoreFiles", 10_000);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    for (String setting : settings) {
      int at = setting.indexOf('=');
      conf.set(setting.substring(0, at), setting.substring(at + 1));
    }
    try {
      util.startMiniZKCluster();
      util.startMiniHBaseCluster(
          StartMiniClusterOption.builder().numRegionServers(servers).build());
      return new MiniCluster(util, ConnectionFactory.createConnection(conf));
    } catch (Exception e) {
      throw new IllegalStateException("the mini cluster did not start", e);
    }
  }

  /** HBase's own test utility. */
  public HBaseTestingUtility util() {
    return util;
  }

  /** Settings that a client of this cluster needs. */
  public Configuration conf() {
    return util.getConfiguration();
  }

  /** A client's connection. */
  public Connection connection() {
    return connection;
  }

  /** The cluster's administration. */
  public Admin admin() {
    try {
      return connection.getAdmin();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Creates the table that a description stands for, under a fresh name; the description's clock
   * and HBase settings do not count here.
   */
  public TableName create(TestRegionBuilder description, byte[]... splits) throws IOException {
    TableDescriptor table = description.descriptor();
    TableName name =
        TableName.valueOf(table.getTableName().getNameAsString() + tables.incrementAndGet());
    TableDescriptor named = TableDescriptorBuilder.copy(name, table);
    if (splits.length == 0) {
      admin().createTable(named);
    } else {
      admin().createTable(named, splits);
    }
    return name;
  }

  /** Opens a table. */
  public Table table(TableName name) throws IOException {
    return connection.getTable(name);
  }

  /** The regions of a table that are open now, in row order. */
  public List<HRegion> regions(TableName name) {
    List<HRegion> regions = new ArrayList<>(util.getHBaseCluster().getRegions(name));
    regions.removeIf(region -> region.getRegionInfo().isSplit() || region.isClosed());
    regions.sort((a, b) -> RegionInfo.COMPARATOR.compare(a.getRegionInfo(), b.getRegionInfo()));
    return regions;
  }

  /** Moves a region to another server and waits until it is open there. */
  public void move(RegionInfo region) throws IOException {
    ServerName from =
        util.getMiniHBaseCluster()
            .getServerHoldingRegion(region.getTable(), region.getRegionName());
    ServerName to =
        util.getMiniHBaseCluster().getLiveRegionServerThreads().stream()
            .map(thread -> thread.getRegionServer().getServerName())
            .filter(server -> !server.equals(from))
            .findFirst()
            .orElseThrow();
    admin().move(region.getEncodedNameAsBytes(), to);
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                to.equals(
                    util.getMiniHBaseCluster()
                        .getServerHoldingRegion(region.getTable(), region.getRegionName())));
  }

  /**
   * Kills the server that holds a region: its memory is gone, its log is replayed elsewhere.
   * Another server takes its place. Returns when every region of the table, as {@code hbase:meta}
   * lists them, is open again: how many were open a moment before says nothing if some move.
   */
  public void kill(RegionInfo region) throws IOException {
    MiniHBaseCluster servers = util.getMiniHBaseCluster();
    ServerName dead = servers.getServerHoldingRegion(region.getTable(), region.getRegionName());
    try {
      servers.startRegionServerAndWait(30_000);
      servers.killRegionServer(dead);
      servers.waitForRegionServerToStop(dead, 30_000);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the server was not replaced", e);
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(90))
        .until(
            () ->
                !dead.equals(
                    servers.getServerHoldingRegion(region.getTable(), region.getRegionName())));
    awaitWhole(region.getTable());
  }

  /** Waits until every region of a table that meta lists is open somewhere. */
  public void awaitWhole(TableName table) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(90))
        .until(
            () ->
                regions(table).size() == util.getAdmin().getRegions(table).size()
                    && util.getAdmin().isTableAvailable(table));
  }

  /** Splits the region that holds a row, at that row, and waits for the daughters. */
  public void split(TableName name, byte[] row) throws IOException {
    int before = regions(name).size();
    admin().split(name, row);
    awaitRegions(name, before + 1);
  }

  /** Major compaction of every region of a table, in this thread; old files are put away. */
  public void majorCompact(TableName name) throws IOException {
    for (HRegion region : regions(name)) {
      region.compact(true);
      for (HStore store : region.getStores()) {
        store.closeAndArchiveCompactedFiles();
      }
    }
  }

  /**
   * Merges the two regions at these places, in row order, and waits for the merged one. Daughters
   * that still refer to their parent's files must have been compacted before.
   */
  public void merge(TableName name, int first, int second) throws IOException {
    List<HRegion> regions = regions(name);
    byte[][] names = {
      regions.get(first).getRegionInfo().getEncodedNameAsBytes(),
      regions.get(second).getRegionInfo().getEncodedNameAsBytes()
    };
    try {
      admin().mergeRegionsAsync(names, true).get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IOException("the regions did not merge", e);
    }
    awaitRegions(name, regions.size() - 1);
  }

  private void awaitRegions(TableName name, int number) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> regions(name).size() == number && util.getAdmin().isTableAvailable(name));
  }

  @Override
  public void close() throws IOException {
    connection.close();
    try {
      util.shutdownMiniCluster();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the mini cluster did not stop", e);
    }
  }
}
