package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.sediment.model.FamilyKind;
import org.sediment.model.FamilyName;
import org.sediment.model.Setting;
import org.sediment.model.Setting.Place;

/**
 * A setting as a region goes by it, for status answers.
 *
 * @param name the key, with {@code family:} before a family's
 * @param value its text
 * @param isDefault whether nobody wrote it
 */
record SettingInForce(String name, String value, boolean isDefault) {
  /** Every setting of a table that has a meaning there. */
  static List<SettingInForce> of(
      TableDescriptor table, Configuration conf, TableSettings settings) {
    List<SettingInForce> out = new ArrayList<>();
    SettingValues values = new SettingValues(table, conf, new Problems(table));
    for (Setting setting : Setting.values()) {
      if (setting.place() == Place.TABLE) {
        String written = values.written(setting);
        out.add(of(setting.key(), written, defaultText(setting, settings)));
      }
    }
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      String name = FamilyName.text(family.getName());
      FamilyKind kind = settings.kind(name);
      out.add(
          of(
              name + ":" + Setting.KIND.key(),
              SettingValues.written(Setting.KIND, family),
              kind.text()));
      for (Setting setting :
          kind == FamilyKind.DELTA ? SchemaCheck.OF_DELTAS : List.<Setting>of()) {
        String written = SettingValues.written(setting, family);
        out.add(of(name + ":" + setting.key(), written, setting.defaultText()));
      }
    }
    return out;
  }

  private static SettingInForce of(String name, String written, String defaultText) {
    return new SettingInForce(name, written == null ? defaultText : written, written == null);
  }

  private static String defaultText(Setting setting, TableSettings settings) {
    return setting == Setting.GUARD
        ? settings.guard().name().toLowerCase(Locale.ROOT)
        : setting.defaultText();
  }
}
