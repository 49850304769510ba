package org.sediment.counterexamples;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.sediment.testing.TestRegion;

/** Data that reaches a store past every hook: loaded files, and files that come alive again. */
final class HFiles {
  private HFiles() {}

  /** Loads cells of one family, as a bulk load does, without asking the coprocessors. */
  static void load(TestRegion region, String family, KeyValue... cells) throws IOException {
    Configuration conf = region.region().getReadOnlyConfiguration();
    FileSystem fs = region.region().getFilesystem();
    Path file = new Path(region.directory().getParent(), "load-" + UUID.randomUUID());
    List<KeyValue> sorted = new ArrayList<>(Arrays.asList(cells));
    sorted.sort(CellComparator.getInstance());
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, new CacheConfig(conf))
            .withPath(fs, file)
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      for (KeyValue cell : sorted) {
        writer.append(cell);
      }
    }
    region
        .region()
        .bulkLoadHFiles(List.of(new Pair<>(Bytes.toBytes(family), file.toString())), true, null);
  }

  static KeyValue cell(String row, String family, String qualifier, long time, byte[] value) {
    return new KeyValue(
        Bytes.toBytes(row), Bytes.toBytes(family), Bytes.toBytes(qualifier), time, value);
  }

  /** Copies of a family's files, to be brought back to life by {@link #revive}. */
  static List<Path> copies(TestRegion region, String family) throws IOException {
    FileSystem fs = region.region().getFilesystem();
    Path folder = new Path(region.directory().getParent(), "copies-" + UUID.randomUUID());
    fs.mkdirs(folder);
    List<Path> copies = new ArrayList<>();
    for (HStoreFile file : region.files(family)) {
      Path copy = new Path(folder, UUID.randomUUID().toString().replace("-", ""));
      FileUtil.copy(
          fs, file.getPath(), fs, copy, false, region.region().getReadOnlyConfiguration());
      copies.add(copy);
    }
    return copies;
  }

  /**
   * Puts copies back beside the family's files, under other names, and opens the region again: as
   * after a split whose daughters refer to inputs and output of a compaction together.
   */
  static void revive(TestRegion region, String family, List<Path> copies) throws IOException {
    FileSystem fs = region.region().getFilesystem();
    region.flush();
    for (Path copy : copies) {
      fs.rename(copy, new Path(new Path(region.directory(), family), copy.getName()));
    }
    region.reopen();
  }
}
