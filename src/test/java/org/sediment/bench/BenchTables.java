package org.sediment.bench;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.coprocessor.SedimentCoprocessor;

/**
 * The tables that are compared: the same families with and without the coprocessor, one region
 * each. HBase's own compactions are kept out of the measured rounds.
 */
final class BenchTables {
  static final byte[] SEQUENCE_FAMILY = Bytes.toBytes("m");
  static final byte[] SEQUENCE = Bytes.toBytes("seq");
  static final byte[] UPSERT = Bytes.toBytes("u");
  static final byte[] DELTA = Bytes.toBytes("x");

  private static final String FILES_FOR_A_COMPACTION = "1000";

  private BenchTables() {}

  /** Rows with a sequence, guarded. */
  static TableDescriptor guarded(TableName name) throws Exception {
    return withSediment(rows(name));
  }

  /** The same, judged column by column. */
  static TableDescriptor guardedByCell(TableName name) throws Exception {
    return rows(name)
        .setCoprocessor(
            CoprocessorDescriptorBuilder.newBuilder(SedimentCoprocessor.class.getName())
                .setProperty("sediment.guard", "cell")
                .build())
        .build();
  }

  /** Rows with a sequence, which HBase stores as it stores anything. */
  static TableDescriptor plain(TableName name) {
    return rows(name).build();
  }

  /** Counters made of deltas. */
  static TableDescriptor deltas(TableName name) throws Exception {
    return withSediment(deltaCells(name));
  }

  /** The same cells, which HBase stores as it stores anything. */
  static TableDescriptor plainDeltas(TableName name) {
    return deltaCells(name).build();
  }

  /** The same cells, and somebody else's coprocessor. */
  static TableDescriptor deltasUnder(TableName name, String coprocessor) throws Exception {
    return deltaCells(name).setCoprocessor(coprocessor).build();
  }

  /** HBase's own counters. */
  static TableDescriptor counters(TableName name) {
    return table(name).setColumnFamily(ColumnFamilyDescriptorBuilder.of(DELTA)).build();
  }

  /** The table with Sediment loaded. */
  static TableDescriptor withSediment(TableDescriptorBuilder table) throws Exception {
    return table.setCoprocessor(SedimentCoprocessor.class.getName()).build();
  }

  private static TableDescriptorBuilder rows(TableName name) {
    return table(name)
        .setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(SEQUENCE_FAMILY)
                .setMaxVersions(1)
                // small cells, found one by one: as the guide advises, on both sides
                .setDataBlockEncoding(DataBlockEncoding.ROW_INDEX_V1)
                .setValue("sediment.kind", "sequence")
                .build())
        .setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(UPSERT)
                .setMaxVersions(1)
                .setValue("sediment.kind", "upsert")
                .build());
  }

  private static TableDescriptorBuilder deltaCells(TableName name) {
    return table(name)
        .setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(DELTA)
                .setMaxVersions(Integer.MAX_VALUE)
                .setValue("sediment.kind", "delta")
                .build());
  }

  private static TableDescriptorBuilder table(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setValue("hbase.hstore.compaction.min", FILES_FOR_A_COMPACTION)
        .setValue("hbase.hstore.compactionThreshold", FILES_FOR_A_COMPACTION)
        .setValue("hbase.hstore.blockingStoreFiles", FILES_FOR_A_COMPACTION);
  }
}
