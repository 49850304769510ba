package org.sediment.coprocessor;

import java.util.List;
import java.util.Map;
import org.sediment.model.FamilyKind;

/**
 * Settings of a region in force, read once when it opens. Immutable.
 *
 * @param guard how writes are judged
 * @param sequenceFamily name of the sequence family, null if the table has none
 * @param sequenceQualifier qualifier of the sequence column
 * @param fullImage whether every Put event is the whole row
 * @param futureSkewMillis how far ahead a time may be
 * @param rejectExpired whether a Put that the TTL hides at once is refused
 * @param retentionMillis how long deletes are remembered
 * @param cacheRows rows in the cache of row states
 * @param clockSkewMillis {@code hbase.master.maxclockskew}
 * @param families by name, in the table's order
 * @param problems wrong settings and schema, each with its remedy: while there is one, every write
 *     is refused
 */
public record TableSettings(
    Guard guard,
    String sequenceFamily,
    String sequenceQualifier,
    boolean fullImage,
    long futureSkewMillis,
    boolean rejectExpired,
    long retentionMillis,
    int cacheRows,
    long clockSkewMillis,
    Map<String, FamilySettings> families,
    List<String> problems) {
  /** How writes are judged. */
  public enum Guard {
    /** Row by row. */
    ROW,
    /** Column by column. */
    CELL,
    /** Not at all. */
    OFF
  }

  /** These settings, with problems. */
  TableSettings with(List<String> found) {
    return new TableSettings(
        guard,
        sequenceFamily,
        sequenceQualifier,
        fullImage,
        futureSkewMillis,
        rejectExpired,
        retentionMillis,
        cacheRows,
        clockSkewMillis,
        families,
        found);
  }

  /** Settings of a family; null if the table has no such family. */
  public FamilySettings family(String name) {
    return families.get(name);
  }

  /** Kind of a family; PLAIN if the table has no such family. */
  public FamilyKind kind(String name) {
    FamilySettings family = families.get(name);
    return family == null ? FamilyKind.PLAIN : family.kind();
  }

  /** Whether the guard is on. */
  public boolean guarded() {
    return guard != Guard.OFF;
  }

  /** Whether Sediment has rules for families of a kind in this table. */
  public boolean isManaged(FamilyKind kind) {
    return kind.isGuarded() ? guarded() : kind.isManaged();
  }
}
