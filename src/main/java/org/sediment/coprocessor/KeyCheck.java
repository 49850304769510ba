package org.sediment.coprocessor;

import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.FamilyName;
import org.sediment.model.Setting;
import org.sediment.model.Setting.Place;
import org.sediment.model.Spelling;

/**
 * Finds {@code sediment.*} keys in a descriptor that no setting has, and settings written where
 * they have no effect: a setting that is misspelt would otherwise be silently at its default.
 * Stateless.
 */
final class KeyCheck {
  private static final String PREFIX = "sediment.";

  private KeyCheck() {}

  static void check(TableDescriptor table, Problems problems) {
    TreeSet<String> ofTable = new TreeSet<>();
    for (CoprocessorDescriptor coprocessor : table.getCoprocessorDescriptors()) {
      if (coprocessor.getClassName().equals(SedimentCoprocessor.class.getName())) {
        ofTable.addAll(coprocessor.getProperties().keySet());
      }
    }
    table.getValues().keySet().forEach(key -> ofTable.add(Bytes.toString(key.get())));
    for (String key : ofTable) {
      check(key, Place.TABLE, "of table '" + table.getTableName() + "'", problems);
    }
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      TreeSet<String> ofFamily = new TreeSet<>(family.getConfiguration().keySet());
      family.getValues().keySet().forEach(key -> ofFamily.add(Bytes.toString(key.get())));
      for (String key : ofFamily) {
        check(key, Place.FAMILY, "of family '" + FamilyName.text(family.getName()) + "'", problems);
      }
    }
  }

  private static void check(String key, Place place, String where, Problems problems) {
    if (!key.startsWith(PREFIX)) {
      return;
    }
    Optional<Setting> setting = Setting.of(key);
    if (setting.isEmpty()) {
      problems.other(
          "setting "
              + key
              + " "
              + where
              + ": there is no such setting; remove it, or did you mean "
              + Spelling.nearest(key).key()
              + "?");
    } else if (setting.get().place() != place) {
      problems.other(
          "setting "
              + key
              + " "
              + where
              + ": it has no effect there; "
              + PLACES.get(setting.get().place()));
    }
  }

  private static final Map<Place, String> PLACES =
      Map.of(
          Place.TABLE, "write it into the properties of the coprocessor",
          Place.FAMILY, "write it into the METADATA of a family");
}
