package org.sediment.coprocessor;

import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.Durations;
import org.sediment.model.FamilyKind;
import org.sediment.model.FamilyName;
import org.sediment.model.Setting;

/**
 * What Sediment requires of a table's schema. Each miss is a problem with its remedy. Stateless.
 */
final class SchemaCheck {
  /** Settings that only a delta family has. */
  static final List<Setting> OF_DELTAS =
      List.of(
          Setting.FOLD,
          Setting.LAG,
          Setting.LATE,
          Setting.FOLD_PENDING,
          Setting.FOLD_EVERY,
          Setting.REMEMBER,
          Setting.BUCKET,
          Setting.BUCKET_KEEP,
          Setting.READ);

  private final TableDescriptor table;
  private final TableSettings settings;
  private final Problems problems;

  private SchemaCheck(TableDescriptor table, TableSettings settings, Problems problems) {
    this.table = table;
    this.settings = settings;
    this.problems = problems;
  }

  /** Notes everything that the descriptor must have and has not. */
  static void check(TableDescriptor table, TableSettings settings, Problems problems) {
    SchemaCheck check = new SchemaCheck(table, settings, problems);
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      check.family(family, settings.kind(FamilyName.text(family.getName())));
    }
  }

  private void family(ColumnFamilyDescriptor family, FamilyKind kind) {
    if (kind != FamilyKind.DELTA) {
      deltaSettingsElsewhere(family, kind);
    }
    switch (kind) {
      case DELTA -> delta(family);
      case SEQUENCE -> sequence(family);
      case UPSERT, VERSIONED -> {
        if (settings.guarded()) {
          guarded(family, kind);
        }
      }
      default -> {}
    }
  }

  /** Someone who wrote a lag, but no kind, believes that the family's cells are deltas. */
  private void deltaSettingsElsewhere(ColumnFamilyDescriptor family, FamilyKind kind) {
    for (Setting setting : OF_DELTAS) {
      String value = SettingValues.written(setting, family);
      if (value != null) {
        problems.setting(
            setting,
            family,
            value,
            "the family is of kind "
                + kind.text()
                + ", where it has no effect; remove it or set "
                + Setting.KIND.key()
                + " to delta");
      }
    }
  }

  private void delta(ColumnFamilyDescriptor family) {
    if (family.getMaxVersions() != Integer.MAX_VALUE) {
      problems.attribute(
          family,
          "VERSIONS",
          family.getMaxVersions(),
          "a delta family needs every version, or deltas are lost",
          "VERSIONS => " + Integer.MAX_VALUE);
    }
    foreverAndPlainDeletes(family, "a delta family");
    noMob(family, "a delta family");
    long lag = settings.family(FamilyName.text(family.getName())).lagMillis();
    long needed = lag + 2 * settings.clockSkewMillis();
    if (settings.retentionMillis() < needed) {
      problems.setting(
          Setting.TOMBSTONE_RETENTION,
          Durations.text(settings.retentionMillis()),
          "family '"
              + FamilyName.text(family.getName())
              + "' has "
              + Setting.LAG.key()
              + " = "
              + Durations.text(lag)
              + ", so that deletes must be remembered for "
              + Durations.text(needed)
              + " or longer (lag + 2 x hbase.master.maxclockskew); raise it or lower the lag");
    }
  }

  private void sequence(ColumnFamilyDescriptor family) {
    if (family.getMaxVersions() != 1) {
      problems.attribute(
          family,
          "VERSIONS",
          family.getMaxVersions(),
          "the sequence family keeps one",
          "VERSIONS => 1");
    }
    foreverAndPlainDeletes(family, "the sequence family");
    for (ColumnFamilyDescriptor other : table.getColumnFamilies()) {
      boolean guarded = settings.kind(FamilyName.text(other.getName())).isGuarded();
      if (guarded && other.getScope() != family.getScope()) {
        problems.attribute(
            family,
            "REPLICATION_SCOPE",
            family.getScope(),
            "the guarded family '"
                + FamilyName.text(other.getName())
                + "' has "
                + other.getScope()
                + ", and both must be the same, or a peer lacks the sequences",
            "REPLICATION_SCOPE => " + other.getScope());
      }
    }
  }

  private void guarded(ColumnFamilyDescriptor family, FamilyKind kind) {
    noNewVersionBehavior(family, "a guarded family");
    noMob(family, "a guarded family");
    if (kind == FamilyKind.VERSIONED && settings.guard() == TableSettings.Guard.CELL) {
      problems.setting(
          Setting.KIND,
          family,
          kind.text(),
          Setting.GUARD.key()
              + " is cell, which moves the times of late events, so that reads as of a time would"
              + " be wrong; use "
              + FamilyKind.UPSERT.text()
              + ", or set "
              + Setting.GUARD.key()
              + " to row");
    }
    if (kind == FamilyKind.VERSIONED && family.getMaxVersions() < 2) {
      problems.attribute(
          family,
          "VERSIONS",
          family.getMaxVersions(),
          "a versioned family keeps more than one",
          "VERSIONS => " + Integer.MAX_VALUE);
    }
  }

  private void foreverAndPlainDeletes(ColumnFamilyDescriptor family, String who) {
    if (family.getTimeToLive() != HConstants.FOREVER) {
      problems.attribute(
          family, "TTL", family.getTimeToLive(), who + " must not expire", "TTL => 'FOREVER'");
    }
    if (family.getMinVersions() != 0) {
      problems.attribute(
          family, "MIN_VERSIONS", family.getMinVersions(), who + " has 0", "MIN_VERSIONS => 0");
    }
    if (family.getKeepDeletedCells() != KeepDeletedCells.FALSE) {
      problems.attribute(
          family,
          "KEEP_DELETED_CELLS",
          family.getKeepDeletedCells(),
          who + " must let deleted cells go",
          "KEEP_DELETED_CELLS => 'FALSE'");
    }
    noNewVersionBehavior(family, who);
  }

  private void noNewVersionBehavior(ColumnFamilyDescriptor family, String who) {
    if (family.isNewVersionBehavior()) {
      problems.attribute(
          family,
          "NEW_VERSION_BEHAVIOR",
          true,
          who + " orders by timestamp",
          "NEW_VERSION_BEHAVIOR => 'false'");
    }
  }

  private void noMob(ColumnFamilyDescriptor family, String who) {
    if (family.isMobEnabled()) {
      problems.attribute(
          family, "IS_MOB", true, who + " keeps its values in its own files", "IS_MOB => 'false'");
    }
  }

  /** Whether a name is free for the sequence: the guard's own columns are not. */
  static boolean isSequenceQualifier(String qualifier) {
    return !qualifier.equals("img")
        && !qualifier.matches("(del|at|c|n):.*")
        && Bytes.toBytes(qualifier).length == qualifier.length();
  }
}
