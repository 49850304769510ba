package org.sediment.testing;

import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/** Family descriptors with the schema that each kind requires. */
public final class Families {
  private Families() {}

  /** A family of a kind, as a user would create it. */
  public static ColumnFamilyDescriptorBuilder of(String name, String kind) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
            .setValue("sediment.kind", kind)
            .setBloomFilterType(BloomType.ROW);
    return switch (kind) {
      case "delta" ->
          family
              .setMaxVersions(Integer.MAX_VALUE)
              .setMinVersions(0)
              .setTimeToLive(HConstants.FOREVER);
      case "versioned" -> family.setMaxVersions(10);
      default -> family.setMaxVersions(1);
    };
  }
}
