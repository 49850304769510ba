package org.sediment.testing;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
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

  /** Makes the region's directory and opens it. */
  static RegionLife create(RegionGround ground, TableDescriptor table, RegionInfo info)
      throws IOException {
    Path tableDir = CommonFSUtils.getTableDir(ground.root(), info.getTable());
    HRegionFileSystem.createRegionOnFileSystem(ground.conf(), ground.fs(), tableDir, info);
    RegionLife life = new RegionLife(ground, table, info);
    life.open();
    return life;
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

  void crash() throws IOException {
    abandoned.add(region);
    region.getWAL(); // every acknowledged write is synced
    ground.dropLog();
    recoverLog();
    open();
  }

  /** Lays all logs where a region looks for edits to replay; it skips those of other regions. */
  private void recoverLog() throws IOException {
    Path regionDir =
        CommonFSUtils.getWALRegionDir(ground.conf(), info.getTable(), info.getEncodedName());
    Path edits = WALSplitUtil.getRegionDirRecoveredEditsDir(regionDir);
    ground.fs().mkdirs(edits);
    long name = Long.MAX_VALUE / 2; // the highest sequence ID in the file, to HBase
    Path logs = new Path(ground.root(), "WALs");
    List<Path> files = new ArrayList<>();
    if (ground.fs().exists(logs)) {
      for (FileStatus server : ground.fs().listStatus(logs)) {
        for (FileStatus log : ground.fs().listStatus(server.getPath())) {
          if (!log.getPath().getName().startsWith(".")) { // a checksum
            files.add(log.getPath());
          }
        }
      }
    }
    files.sort(Comparator.comparing(Path::getName));
    for (Path log : files) {
      Path to = new Path(edits, String.format("%019d", name++));
      FileUtil.copy(ground.fs(), log, ground.fs(), to, true, ground.conf());
    }
  }

  @Override
  public void close() throws IOException {
    try {
      region.close(true);
      for (HRegion lost : abandoned) {
        lost.close(true);
      }
    } finally {
      abandoned.clear();
    }
  }
}
