package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.fold.Aggregator;
import org.sediment.fold.Aggregators;
import org.sediment.model.Durations;
import org.sediment.model.FamilyKind;
import org.sediment.model.Setting;

/**
 * Reads a region's settings from its table descriptor. Never throws for a wrong one: it is noted as
 * a problem, and a region with a problem refuses every write, because a coprocessor that fails to
 * start would either stop the server or leave the table unguarded.
 */
final class SettingsReader {
  private final TableDescriptor table;
  private final Configuration conf;
  private final List<String> problems = new ArrayList<>();

  private SettingsReader(TableDescriptor table, Configuration conf) {
    this.table = table;
    this.conf = conf;
  }

  /**
   * Reads the settings.
   *
   * @param conf the coprocessor's configuration, which holds its properties
   */
  static TableSettings read(TableDescriptor table, Configuration conf) {
    return new SettingsReader(table, conf).read();
  }

  private TableSettings read() {
    String column = text(Setting.SEQUENCE_COLUMN);
    int colon = column.indexOf(':');
    if (colon <= 0 || colon == column.length() - 1) {
      problem(Setting.SEQUENCE_COLUMN, column, "write it as family:qualifier, such as m:seq");
      column = Setting.SEQUENCE_COLUMN.defaultText();
      colon = column.indexOf(':');
    }
    String sequenceFamily = column.substring(0, colon);
    boolean hasSequence = table.hasColumnFamily(Bytes.toBytes(sequenceFamily));
    Map<String, FamilySettings> families = new LinkedHashMap<>();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      FamilySettings read = family(family, hasSequence ? sequenceFamily : null);
      families.put(read.name(), read);
    }
    TableSettings.Guard guard = guard(hasSequence, sequenceFamily);
    TableSettings settings =
        new TableSettings(
            guard,
            hasSequence ? sequenceFamily : null,
            column.substring(colon + 1),
            choice(Setting.IMAGE).equals("full"),
            duration(Setting.FUTURE_SKEW),
            choice(Setting.EXPIRED).equals("reject"),
            duration(Setting.TOMBSTONE_RETENTION),
            (int) Math.min(Integer.MAX_VALUE, count(Setting.CACHE_ROWS)),
            conf.getLong("hbase.master.maxclockskew", 30_000),
            Map.copyOf(families),
            problems);
    SchemaCheck.check(table, settings, conf, problems);
    return withFrozen(settings);
  }

  private TableSettings withFrozen(TableSettings s) {
    return new TableSettings(
        s.guard(),
        s.sequenceFamily(),
        s.sequenceQualifier(),
        s.fullImage(),
        s.futureSkewMillis(),
        s.rejectExpired(),
        s.retentionMillis(),
        s.cacheRows(),
        s.clockSkewMillis(),
        s.families(),
        List.copyOf(problems));
  }

  private TableSettings.Guard guard(boolean hasSequence, String sequenceFamily) {
    String text = choice(Setting.GUARD);
    if (text.isEmpty()) {
      if (!hasSequence && conf.get(Setting.SEQUENCE_COLUMN.key()) != null) {
        problem(
            Setting.SEQUENCE_COLUMN,
            conf.get(Setting.SEQUENCE_COLUMN.key()),
            "the table has no family '" + sequenceFamily + "': add it or remove the setting");
      }
      return hasSequence ? TableSettings.Guard.ROW : TableSettings.Guard.OFF;
    }
    TableSettings.Guard guard = TableSettings.Guard.valueOf(text.toUpperCase(Locale.ROOT));
    if (guard == TableSettings.Guard.CELL) {
      problem(Setting.GUARD, text, "this version judges by row only: use row");
    }
    if (guard != TableSettings.Guard.OFF && !hasSequence) {
      problem(Setting.GUARD, text, "add the sequence family '" + sequenceFamily + "' or use off");
    }
    return guard;
  }

  private FamilySettings family(ColumnFamilyDescriptor family, String sequenceFamily) {
    String name = family.getNameAsString();
    FamilyKind kind =
        name.equals(sequenceFamily)
            ? FamilyKind.SEQUENCE
            : FamilyKind.valueOf(choice(Setting.KIND, family).toUpperCase(Locale.ROOT));
    Map<String, Aggregator> aggregators;
    String fold = text(Setting.FOLD, family);
    try {
      aggregators = Aggregators.parse(fold);
    } catch (IllegalArgumentException wrong) {
      problem(Setting.FOLD, family, fold, wrong.getMessage());
      aggregators = Map.of();
    }
    if (choice(Setting.READ, family).equals("total")) {
      problem(Setting.READ, family, "total", "this version shows raw cells only: use raw");
    }
    int ttl = family.getTimeToLive();
    return new FamilySettings(
        name,
        kind,
        aggregators,
        duration(Setting.LAG, family),
        choice(Setting.LATE, family).equals("reject"),
        count(Setting.FOLD_PENDING, family),
        duration(Setting.FOLD_EVERY, family),
        ttl == HConstants.FOREVER ? Long.MAX_VALUE : ttl * 1000L);
  }

  private String text(Setting setting) {
    return conf.get(setting.key(), setting.defaultText()).trim();
  }

  private static String text(Setting setting, ColumnFamilyDescriptor family) {
    byte[] value = family.getValue(Bytes.toBytes(setting.key()));
    String text =
        value != null ? Bytes.toString(value) : family.getConfigurationValue(setting.key());
    return text == null ? setting.defaultText() : text.trim();
  }

  private String choice(Setting setting) {
    String text = text(setting);
    if (text.equals(setting.defaultText()) || setting.choices().contains(text)) {
      return text;
    }
    problem(setting, text, "use one of " + setting.choices());
    return setting.defaultText();
  }

  private String choice(Setting setting, ColumnFamilyDescriptor family) {
    String text = text(setting, family);
    if (setting.choices().contains(text)) {
      return text;
    }
    problem(setting, family, text, "use one of " + setting.choices());
    return setting.defaultText();
  }

  private long duration(Setting setting) {
    try {
      return Durations.parse(text(setting));
    } catch (IllegalArgumentException wrong) {
      problem(setting, text(setting), wrong.getMessage());
      return Durations.parse(setting.defaultText());
    }
  }

  private long duration(Setting setting, ColumnFamilyDescriptor family) {
    try {
      return Durations.parse(text(setting, family));
    } catch (IllegalArgumentException wrong) {
      problem(setting, family, text(setting, family), wrong.getMessage());
      return Durations.parse(setting.defaultText());
    }
  }

  private long count(Setting setting) {
    return count(setting, text(setting), null);
  }

  private long count(Setting setting, ColumnFamilyDescriptor family) {
    return count(setting, text(setting, family), family);
  }

  private long count(Setting setting, String text, ColumnFamilyDescriptor family) {
    if (text.matches("\\d{1,18}")) {
      return Long.parseLong(text);
    }
    if (family == null) {
      problem(setting, text, "write a whole number, 0 or more");
    } else {
      problem(setting, family, text, "write a whole number, 0 or more");
    }
    return Long.parseLong(setting.defaultText());
  }

  private void problem(Setting setting, String value, String remedy) {
    problems.add("setting " + setting.key() + " = '" + value + "': " + remedy);
  }

  private void problem(
      Setting setting, ColumnFamilyDescriptor family, String value, String remedy) {
    problems.add(
        "setting "
            + setting.key()
            + " = '"
            + value
            + "' of family '"
            + family.getNameAsString()
            + "': "
            + remedy);
  }
}
