package org.sediment.coprocessor;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.Durations;
import org.sediment.model.Setting;

/**
 * Values of settings by type. A value that is not of its type is noted as a problem and read as the
 * default. Never throws.
 */
final class SettingValues {
  private final Configuration conf;
  private final Problems problems;
  private final Map<String, String> properties = new HashMap<>();

  /**
   * Values of one table.
   *
   * @param conf the coprocessor's configuration
   */
  SettingValues(TableDescriptor table, Configuration conf, Problems problems) {
    this.conf = conf;
    this.problems = problems;
    // not in conf if the servers' configuration loaded this instance
    for (CoprocessorDescriptor coprocessor : table.getCoprocessorDescriptors()) {
      if (coprocessor.getClassName().equals(SedimentCoprocessor.class.getName())) {
        properties.putAll(coprocessor.getProperties());
      }
    }
  }

  /** Text of a table's setting as written; null if it is not written. */
  String written(Setting setting) {
    return written(setting.key());
  }

  private String written(String key) {
    // raw, because expanding a variable may throw
    String text = properties.getOrDefault(key, conf.getRaw(key));
    return text == null ? null : text.trim();
  }

  /** Text of a family's setting as written; null if it is not written. */
  static String written(Setting setting, ColumnFamilyDescriptor family) {
    byte[] value = family.getValue(Bytes.toBytes(setting.key()));
    String text =
        value != null ? Bytes.toString(value) : family.getConfigurationValue(setting.key());
    return text == null ? null : text.trim();
  }

  String text(Setting setting) {
    String written = written(setting);
    return written == null ? setting.defaultText() : written;
  }

  static String text(Setting setting, ColumnFamilyDescriptor family) {
    String written = written(setting, family);
    return written == null ? setting.defaultText() : written;
  }

  String choice(Setting setting) {
    String text = text(setting);
    if (text.equals(setting.defaultText()) || setting.choices().contains(text)) {
      return text;
    }
    problems.setting(setting, text, "use one of " + setting.choices());
    return setting.defaultText();
  }

  String choice(Setting setting, ColumnFamilyDescriptor family) {
    String text = text(setting, family);
    if (setting.choices().contains(text)) {
      return text;
    }
    problems.setting(setting, family, text, "use one of " + setting.choices());
    return setting.defaultText();
  }

  /** Milliseconds. */
  long duration(Setting setting) {
    try {
      return Durations.parse(text(setting));
    } catch (IllegalArgumentException wrong) {
      problems.setting(setting, text(setting), wrong.getMessage());
      return Durations.parse(setting.defaultText());
    }
  }

  /** Milliseconds. */
  long duration(Setting setting, ColumnFamilyDescriptor family) {
    try {
      return Durations.parse(text(setting, family));
    } catch (IllegalArgumentException wrong) {
      problems.setting(setting, family, text(setting, family), wrong.getMessage());
      return Durations.parse(setting.defaultText());
    }
  }

  /** Milliseconds; 0 for {@code off}. */
  long width(Setting setting, ColumnFamilyDescriptor family) {
    String text = text(setting, family);
    if (text.equals("off")) {
      return 0;
    }
    try {
      long width = Durations.parse(text);
      if (width > 0) {
        return width;
      }
      problems.setting(setting, family, text, "write 1ms or more, such as 1h, or off");
    } catch (IllegalArgumentException wrong) {
      problems.setting(setting, family, text, wrong.getMessage() + ", or off");
    }
    return 0;
  }

  long count(Setting setting) {
    String text = text(setting);
    if (isCount(text)) {
      return Long.parseLong(text);
    }
    problems.setting(setting, text, COUNT_REMEDY);
    return Long.parseLong(setting.defaultText());
  }

  long count(Setting setting, ColumnFamilyDescriptor family) {
    String text = text(setting, family);
    if (isCount(text)) {
      return Long.parseLong(text);
    }
    problems.setting(setting, family, text, COUNT_REMEDY);
    return Long.parseLong(setting.defaultText());
  }

  private static final String COUNT_REMEDY = "write a whole number, 0 or more";

  private static boolean isCount(String text) {
    return text.matches("\\d{1,18}");
  }

  /** HBase's own setting of the clock skew it allows, in milliseconds. */
  long clockSkew() {
    String text = written(CLOCK_SKEW);
    if (text == null) {
      return DEFAULT_CLOCK_SKEW;
    }
    if (isCount(text) && Long.parseLong(text) <= Durations.LONGEST) {
      return Long.parseLong(text);
    }
    problems.other(
        "setting "
            + CLOCK_SKEW
            + " = '"
            + text
            + "': write milliseconds in the servers' hbase-site.xml, such as "
            + DEFAULT_CLOCK_SKEW);
    return DEFAULT_CLOCK_SKEW;
  }

  private static final String CLOCK_SKEW = "hbase.master.maxclockskew";
  private static final long DEFAULT_CLOCK_SKEW = 30_000;
}
