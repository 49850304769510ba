package org.sediment.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.Reference;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/**
 * Splits and merges as HBase's master does them: it lists the directories of the closed parents,
 * and gives the daughters a reference to every file that lies there, also to one that was compacted
 * away but is still held by an open scanner.
 */
final class RegionSplits {
  private RegionSplits() {}

  /** Closes a region and opens its two daughters; it must not refer to other regions' files. */
  static List<RegionLife> split(
      RegionGround ground, TableDescriptor table, RegionLife parent, byte[] row)
      throws IOException {
    RegionInfo info = parent.region().getRegionInfo();
    parent.region().close();
    RegionInfo bottom = daughter(info, info.getStartKey(), row, info.getRegionId() + 1);
    RegionInfo top = daughter(info, row, info.getEndKey(), info.getRegionId() + 1);
    refer(ground, table, info, bottom, Reference.createBottomReference(row));
    refer(ground, table, info, top, Reference.createTopReference(row));
    return List.of(RegionLife.create(ground, table, bottom), RegionLife.create(ground, table, top));
  }

  /** Closes two neighbours and opens the region that takes their place. */
  static RegionLife merge(
      RegionGround ground, TableDescriptor table, RegionLife first, RegionLife second)
      throws IOException {
    List<RegionInfo> parents = new ArrayList<>();
    for (RegionLife parent : List.of(first, second)) {
      parents.add(parent.region().getRegionInfo());
      parent.region().close();
    }
    long id = Math.max(parents.get(0).getRegionId(), parents.get(1).getRegionId()) + 1;
    RegionInfo merged =
        daughter(parents.get(0), parents.get(0).getStartKey(), parents.get(1).getEndKey(), id);
    for (RegionInfo parent : parents) {
      refer(ground, table, parent, merged, Reference.createTopReference(parent.getStartKey()));
    }
    return RegionLife.create(ground, table, merged);
  }

  private static RegionInfo daughter(RegionInfo of, byte[] start, byte[] stop, long id) {
    return RegionInfoBuilder.newBuilder(of.getTable())
        .setStartKey(start)
        .setEndKey(stop)
        .setRegionId(id)
        .build();
  }

  private static void refer(
      RegionGround ground, TableDescriptor table, RegionInfo from, RegionInfo to, Reference how)
      throws IOException {
    Path tableDir = CommonFSUtils.getTableDir(ground.root(), from.getTable());
    HRegionFileSystem target = RegionLife.directory(ground, to);
    for (String family : families(table)) {
      Path store = new Path(new Path(tableDir, from.getEncodedName()), family);
      Path into = new Path(target.getRegionDir(), family);
      ground.fs().mkdirs(into);
      if (ground.fs().exists(store)) {
        for (FileStatus file : ground.fs().listStatus(store)) {
          String name = file.getPath().getName();
          if (file.isFile() && name.indexOf('.') < 0) { // no reference that is left over
            how.write(ground.fs(), new Path(into, name + "." + from.getEncodedName()));
          }
        }
      }
    }
  }

  private static List<String> families(TableDescriptor table) {
    List<String> names = new ArrayList<>();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      names.add(family.getNameAsString());
    }
    return names;
  }
}
