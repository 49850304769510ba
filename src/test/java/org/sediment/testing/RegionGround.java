package org.sediment.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.wal.WAL;
import org.apache.hadoop.hbase.wal.WALFactory;

/**
 * What a region stands on: a directory, a configuration, a write-ahead log, a server's services.
 */
final class RegionGround implements AutoCloseable {
  private static final Configuration BASE = base();

  private final Configuration conf;
  private final FileSystem fs;
  private final Path root;
  private final RegionServices services;
  private final BrittleLog brittle = new BrittleLog();
  private WALFactory wals;
  private int logs;

  private RegionGround(Configuration conf, FileSystem fs, Path root) {
    this.conf = conf;
    this.fs = fs;
    this.root = root;
    this.services = new RegionServices(conf);
    services.setFileSystem(fs);
  }

  /** Makes a fresh ground; settings are {@code key=value}. */
  static RegionGround lay(List<String> settings) throws IOException {
    Path root = new Path("file://" + Files.createTempDirectory("sediment-region").toAbsolutePath());
    Configuration conf = new Configuration(BASE);
    conf.set("hbase.rootdir", root.toString());
    for (String setting : settings) {
      int at = setting.indexOf('=');
      conf.set(setting.substring(0, at), setting.substring(at + 1));
    }
    FileSystem fs = new HFileSystem(QuickLocalFileSystem.raw(conf));
    return new RegionGround(conf, fs, root);
  }

  private static Configuration base() {
    // HBase's code has its own defaults; it copies the whole configuration often
    Configuration conf = new Configuration(false);
    conf.setBoolean("hbase.table.sanity.checks", false);
    conf.setInt("io.storefile.bloom.block.size", 4096);
    conf.set("fs.defaultFS", "file:///");
    conf.set("fs.file.impl", QuickLocalFileSystem.class.getName());
    conf.setBoolean("fs.file.impl.disable.cache", false);
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.set("hbase.wal.provider", "filesystem");
    conf.setInt("hbase.regionserver.hlog.syncer.count", 1);
    conf.setInt("hbase.regionserver.wal.disruptor.event.count", 1024);
    conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    conf.setBoolean("hbase.regionserver.region.split.policy.check", false);
    conf.setInt("hbase.hstore.compactionThreshold", 1000);
    conf.setInt("hbase.hstore.blockingStoreFiles", 10_000);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    conf.setInt("hbase.hstore.flush.retries.number", 1);
    return conf;
  }

  Configuration conf() {
    return conf;
  }

  FileSystem fs() {
    return fs;
  }

  Path root() {
    return root;
  }

  RegionServices services() {
    return services;
  }

  /** The log in use; it lives until {@link #dropLog}. */
  WAL log(RegionInfo region) throws IOException {
    if (wals == null) {
      wals = new WALFactory(conf, "region,1," + ++logs);
    }
    return brittle.over(wals.getWAL(region));
  }

  /** What can make the log fail. */
  BrittleLog brittle() {
    return brittle;
  }

  /** Closes the log and leaves its files, as a server that has died. */
  void dropLog() throws IOException {
    if (wals != null) {
      wals.shutdown();
      wals = null;
    }
  }

  /** The files of all logs that have not been put away, oldest first. */
  List<Path> logs() throws IOException {
    Path dir = new Path(root, "WALs");
    List<Path> files = new ArrayList<>();
    if (fs.exists(dir)) {
      for (FileStatus server : fs.listStatus(dir)) {
        for (FileStatus log : fs.listStatus(server.getPath())) {
          if (!log.getPath().getName().startsWith(".")) { // a checksum
            files.add(log.getPath());
          }
        }
      }
    }
    files.sort(Comparator.comparing(Path::getName));
    return files;
  }

  @Override
  public void close() throws IOException {
    dropLog();
    services.getBlockCache().ifPresent(BlockCache::shutdown);
    fs.delete(root, true);
  }
}
