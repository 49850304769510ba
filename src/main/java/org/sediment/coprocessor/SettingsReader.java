package org.sediment.coprocessor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.sediment.fold.Aggregator;
import org.sediment.fold.Aggregators;
import org.sediment.fold.TimeBuckets;
import org.sediment.model.FamilyKind;
import org.sediment.model.FamilyName;
import org.sediment.model.Setting;

/**
 * Reads a region's settings from its table descriptor. Never throws for a wrong one: it is noted as
 * a problem, and a region with a problem refuses every write, because a coprocessor that fails to
 * start would either stop the server or leave the table unguarded.
 */
final class SettingsReader {
  private final TableDescriptor table;
  private final Problems problems;
  private final SettingValues values;

  private SettingsReader(TableDescriptor table, Configuration conf) {
    this.table = table;
    this.problems = new Problems(table);
    this.values = new SettingValues(table, conf, problems);
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
    String column = sequenceColumn();
    int colon = column.indexOf(':');
    String sequenceFamily = column.substring(0, colon);
    boolean hasSequence = table.hasColumnFamily(FamilyName.bytes(sequenceFamily));
    Map<String, FamilySettings> families = new LinkedHashMap<>();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      FamilySettings read = family(family, sequenceFamily);
      families.put(read.name(), read);
    }
    TableSettings settings =
        new TableSettings(
            guard(hasSequence, sequenceFamily),
            hasSequence ? sequenceFamily : null,
            column.substring(colon + 1),
            values.choice(Setting.IMAGE).equals("full"),
            values.duration(Setting.FUTURE_SKEW),
            values.choice(Setting.EXPIRED).equals("reject"),
            values.duration(Setting.TOMBSTONE_RETENTION),
            (int) Math.min(Integer.MAX_VALUE, values.count(Setting.CACHE_ROWS)),
            values.clockSkew(),
            Collections.unmodifiableMap(families),
            List.of());
    if (values.choice(Setting.CLOCK).equals("ingest")) {
      problems.setting(
          Setting.CLOCK, "ingest", "this version has no index of ingest times: use commit");
    }
    values.duration(Setting.EXTRACT_LAG);
    SchemaCheck.check(table, settings, problems);
    KeyCheck.check(table, problems);
    return settings.with(problems.lines());
  }

  private String sequenceColumn() {
    String column = values.text(Setting.SEQUENCE_COLUMN);
    int colon = column.indexOf(':');
    if (colon <= 0 || colon == column.length() - 1) {
      problems.setting(
          Setting.SEQUENCE_COLUMN, column, "write it as family:qualifier, such as m:seq");
      return Setting.SEQUENCE_COLUMN.defaultText();
    }
    if (!SchemaCheck.isSequenceQualifier(column.substring(colon + 1))) {
      problems.setting(
          Setting.SEQUENCE_COLUMN,
          column,
          "the guard uses such names itself; take another one in ASCII, such as m:seq");
      return Setting.SEQUENCE_COLUMN.defaultText();
    }
    return column;
  }

  private TableSettings.Guard guard(boolean hasSequence, String sequenceFamily) {
    String text = values.choice(Setting.GUARD);
    if (text.isEmpty()) {
      if (!hasSequence) {
        guardMeant(sequenceFamily);
      }
      return hasSequence ? TableSettings.Guard.ROW : TableSettings.Guard.OFF;
    }
    TableSettings.Guard guard = TableSettings.Guard.valueOf(text.toUpperCase(Locale.ROOT));
    if (guard != TableSettings.Guard.OFF && !hasSequence) {
      problems.setting(Setting.GUARD, text, addFamily(sequenceFamily) + ", or use off");
    }
    return guard;
  }

  /** A sequence column or a guarded kind that is written out means a guard, not "off". */
  private void guardMeant(String sequenceFamily) {
    String written = values.written(Setting.SEQUENCE_COLUMN);
    if (written != null) {
      problems.setting(
          Setting.SEQUENCE_COLUMN, written, addFamily(sequenceFamily) + ", or remove the setting");
    }
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      String kind = SettingValues.written(Setting.KIND, family);
      if (FamilyKind.UPSERT.text().equals(kind) || FamilyKind.VERSIONED.text().equals(kind)) {
        problems.setting(
            Setting.KIND,
            family,
            kind,
            "only a guard can keep that promise, and the table has no sequence family: "
                + addFamily(sequenceFamily)
                + ", or set "
                + Setting.GUARD.key()
                + " to off");
      }
    }
  }

  private String addFamily(String sequenceFamily) {
    return "add the sequence family: alter '"
        + table.getTableName()
        + "', {NAME => '"
        + sequenceFamily
        + "', VERSIONS => 1}";
  }

  private FamilySettings family(ColumnFamilyDescriptor family, String sequenceFamily) {
    String name = FamilyName.text(family.getName());
    FamilyKind kind = kind(family, name.equals(sequenceFamily), sequenceFamily);
    Map<String, Aggregator> aggregators;
    String fold = SettingValues.text(Setting.FOLD, family);
    try {
      aggregators = Aggregators.parse(fold);
    } catch (IllegalArgumentException wrong) {
      problems.setting(Setting.FOLD, family, fold, wrong.getMessage());
      aggregators = Map.of();
    }
    values.duration(Setting.REMEMBER, family);
    int ttl = family.getTimeToLive();
    return new FamilySettings(
        name,
        kind,
        aggregators,
        values.duration(Setting.LAG, family),
        values.choice(Setting.LATE, family).equals("reject"),
        values.count(Setting.FOLD_PENDING, family),
        values.duration(Setting.FOLD_EVERY, family),
        ttl == HConstants.FOREVER ? Long.MAX_VALUE : ttl * 1000L,
        values.choice(Setting.READ, family).equals("total"),
        buckets(family));
  }

  private TimeBuckets buckets(ColumnFamilyDescriptor family) {
    TimeBuckets buckets =
        new TimeBuckets(
            values.width(Setting.BUCKET, family), values.duration(Setting.BUCKET_KEEP, family));
    if (!buckets.areTooMany()) {
      return buckets;
    }
    problems.setting(
        Setting.BUCKET,
        family,
        SettingValues.text(Setting.BUCKET, family),
        Setting.BUCKET_KEEP.key()
            + " = "
            + SettingValues.text(Setting.BUCKET_KEEP, family)
            + " would keep "
            + buckets.keepMillis() / buckets.widthMillis()
            + " buckets apart, and "
            + TimeBuckets.MOST
            + " is the most: make buckets wider or keep them for less long");
    return TimeBuckets.OFF;
  }

  private FamilyKind kind(
      ColumnFamilyDescriptor family, boolean isSequence, String sequenceFamily) {
    FamilyKind kind =
        FamilyKind.valueOf(values.choice(Setting.KIND, family).toUpperCase(Locale.ROOT));
    String written = SettingValues.written(Setting.KIND, family);
    if (isSequence) {
      if (written != null && kind != FamilyKind.SEQUENCE) {
        problems.setting(
            Setting.KIND,
            family,
            written,
            Setting.SEQUENCE_COLUMN.key() + " says that it is the sequence family",
            FamilyKind.SEQUENCE.text());
      }
      return FamilyKind.SEQUENCE;
    }
    if (kind == FamilyKind.SEQUENCE) {
      problems.setting(
          Setting.KIND,
          family,
          written,
          "a table has one sequence family, and "
              + Setting.SEQUENCE_COLUMN.key()
              + " says that it is '"
              + sequenceFamily
              + "'; set that to "
              + FamilyName.text(family.getName())
              + ":seq, or use another kind");
    }
    if (kind == FamilyKind.CHANGES) {
      problems.setting(
          Setting.KIND, family, written, "this version keeps no index of changes", "plain");
    }
    return kind;
  }
}
