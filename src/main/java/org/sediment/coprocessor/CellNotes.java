package org.sediment.coprocessor;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.sediment.fold.Aggregator;
import org.sediment.model.Base;
import org.sediment.model.ColumnMark;
import org.sediment.model.ColumnName;
import org.sediment.model.DeltaColumn;
import org.sediment.model.FamilyKind;
import org.sediment.model.Late;
import org.sediment.model.RemovalName;

/** What stored cells of managed families mean, in words. Immutable. */
final class CellNotes {
  private final TableSettings settings;
  private final SequenceColumns columns;

  CellNotes(TableSettings settings) {
    this.settings = settings;
    this.columns = SequenceColumns.of(settings);
  }

  /** A note about a cell; empty if its name and value say all. */
  String of(Cell cell) {
    if (columns != null && CellUtil.matchingFamily(cell, columns.family())) {
      return sequenceFamily(cell);
    }
    FamilySettings family =
        settings.family(new String(CellUtil.cloneFamily(cell), StandardCharsets.UTF_8));
    boolean deltas = family != null && family.kind() == FamilyKind.DELTA;
    return deltas ? deltaFamily(cell, family) : "";
  }

  private String sequenceFamily(Cell cell) {
    byte[] array = cell.getQualifierArray();
    int offset = cell.getQualifierOffset();
    int length = cell.getQualifierLength();
    boolean put = cell.getType() == Cell.Type.Put;
    if (columns.isSequence(cell)) {
      return put ? "highest sequence of the row" : "hides the row's sequence";
    }
    if (columns.isImage(cell)) {
      return put ? "hash of the columns of the full image" : "voids the image";
    }
    Optional<RemovalName> removal = RemovalName.parse(array, offset, length);
    if (removal.isPresent()) {
      return removal(removal.get());
    }
    Optional<ColumnName> column = ColumnMark.parseValue(array, offset, length);
    if (column.isPresent()) {
      return put ? "sequence of " + column.get() : column.get() + " has no value from here back";
    }
    return ColumnMark.parseRemoval(array, offset, length)
        .map(
            nulled ->
                nulled.column()
                    + " set to null by "
                    + nulled.sequence()
                    + " at "
                    + time(nulled.time()))
        .orElse("");
  }

  private static String removal(RemovalName name) {
    String what = name.kind() == RemovalName.Kind.DELETE ? "row deleted" : "columns removed";
    String by = name.sequence() == null ? "" : " by " + name.sequence();
    String effective =
        name.effective() == 0 ? ", stale on arrival" : ", effective " + time(name.effective());
    String commit =
        name.commit() == RemovalName.NO_COMMIT ? "" : ", committed " + time(name.commit());
    return what + by + effective + commit;
  }

  private static String deltaFamily(Cell cell, FamilySettings family) {
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    byte[] value = CellUtil.cloneValue(cell);
    DeltaColumn column = DeltaColumn.parse(qualifier);
    if (cell.getType() != Cell.Type.Put) {
      return switch (cell.getType()) {
        case DeleteFamily -> "row deleted, for deltas up to this time";
        default -> column.kind() == DeltaColumn.Kind.DELTA ? "delta taken back" : "";
      };
    }
    return switch (column.kind()) {
      case DELTA -> {
        Aggregator aggregator = Selection.aggregator(family, column.counter());
        if (aggregator == null || !aggregator.isWellFormed(value, 0, value.length)) {
          yield "not understood";
        }
        yield "delta " + aggregator.decodeTotal(value).orElseThrow().toPlainString();
      }
      case BASE ->
          StoredFormats.decodeBase(value, cell.getTimestamp())
              .map(CellNotes::base)
              .orElse("base, not understood");
      case LATE_DELTA, LATE_RETRACTION, LATE_ROW_DELETE ->
          StoredFormats.decodeLate(value).map(CellNotes::late).orElse("late, not understood");
      default -> "";
    };
  }

  private static String base(Base base) {
    return "base: "
        + base.count()
        + " deltas folded, "
        + base.sum().toPlainString()
        + " ("
        + base.aggregator()
        + ":"
        + base.type()
        + "), oldest "
        + time(base.oldest());
  }

  private static String late(Late late) {
    return "late "
        + late.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + ", "
        + late.state().name().toLowerCase(Locale.ROOT)
        + ", came "
        + time(late.arrival());
  }

  /** A time as people read it. */
  static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  /** At most so many bytes of a value. */
  static byte[] head(Cell cell, int bytes) {
    return Arrays.copyOfRange(
        cell.getValueArray(),
        cell.getValueOffset(),
        cell.getValueOffset() + Math.min(bytes, cell.getValueLength()));
  }
}
