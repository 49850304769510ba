package org.sediment.testing;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.wal.WALSplitUtil;

/** Opening, closing and losing one region. */
final class RegionLife implements AutoCloseable {
  private final RegionGround ground;
  private TableDescriptor table;
  private final RegionInfo info;
  private final List<HRegion> abandoned = new ArrayList<>();
  private volatile HRegion region;

  private RegionLife(RegionGround ground, TableDescriptor table, RegionInfo info) {
    this.ground = ground;
    this.table = table;
    this.info = info;
  }

  /** Makes the region's directory, unless it is there, and opens the region. */
  static RegionLife create(RegionGround ground, TableDescriptor table, RegionInfo info)
      throws IOException {
    directory(ground, info);
    RegionLife life = new RegionLife(ground, table, info);
    life.open();
    return life;
  }

  /** The region's directory, made if it is not there. */
  static HRegionFileSystem directory(RegionGround ground, RegionInfo info) throws IOException {
    Path tableDir = CommonFSUtils.getTableDir(ground.root(), info.getTable());
    if (ground.fs().exists(new Path(tableDir, info.getEncodedName()))) {
      return HRegionFileSystem.openRegionFromFileSystem(
          ground.conf(), ground.fs(), tableDir, info, false);
    }
    return HRegionFileSystem.createRegionOnFileSystem(ground.conf(), ground.fs(), tableDir, info);
  }

  private void open() throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader usual = thread.getContextClassLoader();
    thread.setContextClassLoader(new WithoutDefaults(usual));
    try {
      region =
          HRegion.openHRegion(
              ground.conf(),
              ground.fs(),
              ground.root(),
              info,
              table,
              ground.log(info),
              ground.services(),
              null);
    } finally {
      thread.setContextClassLoader(usual);
    }
  }

  /**
   * Hides Hadoop's and HBase's files of defaults. The region's configuration holds them already;
   * HBase would read them again for every store, many milliseconds each, and not use them.
   */
  private static final class WithoutDefaults extends ClassLoader {
    WithoutDefaults(ClassLoader parent) {
      super(parent);
    }

    @Override
    public URL getResource(String name) {
      return name.endsWith("-default.xml") || name.endsWith("-site.xml")
          ? null
          : super.getResource(name);
    }
  }

  HRegion region() {
    return region;
  }

  void reopen() throws IOException {
    region.close();
    open();
  }

  /** Opens the region again with another descriptor, as an alter of the table does. */
  void reopen(TableDescriptor altered) throws IOException {
    region.close();
    table = altered;
    open();
  }

  TableDescriptor table() {
    return table;
  }

  /**
   * Opens regions of one server again from their files and the server's log, without a close.
   *
   * @param lives all regions that stand on the ground
   */
  static void crash(RegionGround ground, List<RegionLife> lives) throws IOException {
    ground.dropLog(); // every acknowledged write is synced
    List<Path> logs = ground.logs();
    for (RegionLife life : lives) {
      life.abandoned.add(life.region);
      life.recover(logs);
    }
    for (Path log : logs) {
      ground.fs().delete(log, false);
    }
    for (RegionLife life : lives) {
      life.open();
    }
  }

  /** Lays all logs where a region looks for edits to replay; it skips those of other regions. */
  private void recover(List<Path> logs) throws IOException {
    Path regionDir =
        CommonFSUtils.getWALRegionDir(ground.conf(), info.getTable(), info.getEncodedName());
    Path edits = WALSplitUtil.getRegionDirRecoveredEditsDir(regionDir);
    ground.fs().mkdirs(edits);
    long name = Long.MAX_VALUE / 2; // the highest sequence ID in the file, to HBase
    for (Path log : logs) {
      Path to = new Path(edits, String.format("%019d", name++));
      FileUtil.copy(ground.fs(), log, ground.fs(), to, false, ground.conf());
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (!region.isClosed()) {
        region.close(true);
      }
      for (HRegion lost : abandoned) {
        lost.close(true);
      }
    } finally {
      abandoned.clear();
    }
  }
}
