package org.sediment.coprocessor;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * What Sediment requires of a table's schema. Each miss is a problem with its remedy. Stateless.
 */
final class SchemaCheck {
  private SchemaCheck() {}

  /** Adds a line to {@code problems} for everything that the descriptor must have and has not. */
  static void check(
      TableDescriptor table, TableSettings settings, Configuration conf, List<String> problems) {}
}
