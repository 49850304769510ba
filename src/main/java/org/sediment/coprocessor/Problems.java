package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.sediment.model.FamilyName;
import org.sediment.model.Setting;

/**
 * Collects what is wrong with a table's settings and schema: each line names the setting or
 * attribute, its value and the remedy. Not thread-safe.
 */
final class Problems {
  private final String table;
  private final List<String> lines = new ArrayList<>();

  Problems(TableDescriptor table) {
    this.table = table.getTableName().getNameAsString();
  }

  /** A table's setting is wrong. */
  void setting(Setting setting, String value, String remedy) {
    lines.add("setting " + setting.key() + " = '" + value + "': " + remedy);
  }

  /** A family's setting is wrong. */
  void setting(Setting setting, ColumnFamilyDescriptor family, String value, String remedy) {
    lines.add(
        "setting "
            + setting.key()
            + " = '"
            + value
            + "' of family '"
            + name(family)
            + "': "
            + remedy);
  }

  /** A family's setting is wrong, and one value is right. */
  void setting(
      Setting setting, ColumnFamilyDescriptor family, String value, String why, String right) {
    setting(
        setting,
        family,
        value,
        why + ": " + alter(family, "METADATA => {'" + setting.key() + "' => '" + right + "'}"));
  }

  /**
   * A family's attribute is not what its kind needs.
   *
   * @param right the attribute and its right value, as the shell wants them
   */
  void attribute(
      ColumnFamilyDescriptor family, String attribute, Object value, String why, String right) {
    lines.add(
        attribute
            + " = "
            + value
            + " of family '"
            + name(family)
            + "': "
            + why
            + ": "
            + alter(family, right));
  }

  /** Something else is wrong. */
  void other(String line) {
    lines.add(line);
  }

  /** What was noted, in that order. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  private String alter(ColumnFamilyDescriptor family, String change) {
    return "alter '" + table + "', {NAME => '" + name(family) + "', " + change + "}";
  }

  private static String name(ColumnFamilyDescriptor family) {
    return FamilyName.text(family.getName());
  }
}
