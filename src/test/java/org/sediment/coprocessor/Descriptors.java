package org.sediment.coprocessor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Table descriptors that are right, to be spoilt by tests, and what the reader makes of them. */
final class Descriptors {
  private Descriptors() {}

  static ColumnFamilyDescriptorBuilder family(String name) {
    return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name));
  }

  static ColumnFamilyDescriptorBuilder delta(String name) {
    return family(name).setValue("sediment.kind", "delta").setMaxVersions(Integer.MAX_VALUE);
  }

  /** Families u (upsert), x (delta), m (sequence), one of them changed. */
  static TableDescriptor table(
      Map<String, String> properties,
      String changed,
      UnaryOperator<ColumnFamilyDescriptorBuilder> change) {
    ColumnFamilyDescriptorBuilder[] families = {family("u"), delta("x"), family("m")};
    TableDescriptorBuilder table = builder(properties);
    for (ColumnFamilyDescriptorBuilder family : families) {
      boolean isChanged = family.getNameAsString().equals(changed);
      table.setColumnFamily((isChanged ? change.apply(family) : family).build());
    }
    return table.build();
  }

  static TableDescriptor table(
      Map<String, String> properties, ColumnFamilyDescriptorBuilder... families) {
    TableDescriptorBuilder table = builder(properties);
    for (ColumnFamilyDescriptorBuilder family : families) {
      ColumnFamilyDescriptor built = family.build();
      table.setColumnFamily(built);
    }
    return table.build();
  }

  private static TableDescriptorBuilder builder(Map<String, String> properties) {
    try {
      return TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
          .setCoprocessor(
              CoprocessorDescriptorBuilder.newBuilder(SedimentCoprocessor.class.getName())
                  .setProperties(properties)
                  .build());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** What a region with this descriptor goes by. */
  static TableSettings read(TableDescriptor table) {
    Configuration conf = new Configuration(false);
    table
        .getCoprocessorDescriptors()
        .forEach(coprocessor -> coprocessor.getProperties().forEach(conf::set));
    return SettingsReader.read(table, conf);
  }
}
