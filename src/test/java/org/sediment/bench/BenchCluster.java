package org.sediment.bench;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;

/**
 * One master, one region server and some data nodes in this JVM. WALs and store files are on
 * MiniDFS: a sync of the WAL goes through a pipeline of that many data nodes, over sockets.
 */
final class BenchCluster implements AutoCloseable {
  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final int dataNodes;

  BenchCluster(int dataNodes) throws Exception {
    this.dataNodes = dataNodes;
    Configuration conf = util.getConfiguration();
    conf.setInt("hbase.master.info.port", -1);
    conf.setInt("hbase.regionserver.info.port", -1);
    conf.setInt("hbase.regionserver.msginterval", 500);
    conf.setInt("hbase.regionserver.handler.count", 30);
    conf.setInt("dfs.replication", dataNodes);
    conf.setInt("hbase.client.retries.number", 5);
    // compactions are timed: nothing may slow them down on purpose
    conf.set(
        "hbase.regionserver.throughput.controller", NoLimitThroughputController.class.getName());
    util.startMiniCluster(
        StartMiniClusterOption.builder().numRegionServers(1).numDataNodes(dataNodes).build());
  }

  int dataNodes() {
    return dataNodes;
  }

  Configuration conf() {
    return util.getConfiguration();
  }

  Connection connection() throws IOException {
    return util.getConnection();
  }

  Admin admin() throws IOException {
    return util.getAdmin();
  }

  Table table(TableName name) throws IOException {
    return connection().getTable(name);
  }

  void create(TableDescriptor table) throws IOException {
    admin().createTable(table);
  }

  /** Writes what is in memory to files. */
  void flush(TableName name) throws IOException {
    admin().flush(name);
  }

  /**
   * Writes what is in memory to files, and opens the table anew: caches of its regions are cold.
   */
  void flushAndReopen(TableName name) throws IOException {
    admin().flush(name);
    admin().disableTable(name);
    admin().enableTable(name);
  }

  void drop(TableName... names) throws IOException {
    for (TableName name : names) {
      if (admin().tableExists(name)) {
        if (admin().isTableEnabled(name)) {
          admin().disableTable(name);
        }
        admin().deleteTable(name);
      }
    }
  }

  /** Drops what a benchmark that failed left behind. */
  void dropAll() throws IOException {
    drop(admin().listTableNames());
    for (SnapshotDescription snapshot : admin().listSnapshots()) {
      admin().deleteSnapshot(snapshot.getName());
    }
  }

  /** The only region of a table, as the region server has it. */
  HRegion region(TableName name) {
    List<HRegion> regions = util.getMiniHBaseCluster().getRegions(name);
    if (regions.size() != 1) {
      throw new IllegalStateException(name + " has " + regions.size() + " regions, not one");
    }
    return regions.get(0);
  }

  @Override
  public void close() throws IOException {
    try {
      util.shutdownMiniCluster();
    } catch (RuntimeException | IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}
