package org.sediment.model;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Every setting of Sediment: key, place, type, default, unit and meaning. The settings page is
 * generated from this.
 *
 * <p>Table settings are properties of the coprocessor in the table descriptor's coprocessor
 * attribute; family settings are values of the family's descriptor ({@code METADATA} in the HBase
 * shell).
 */
public enum Setting {
  /** Where the sequence is written and kept. */
  SEQUENCE_COLUMN(
      "sediment.sequence.column",
      Place.TABLE,
      Type.COLUMN,
      "m:seq",
      "Column in which clients write an event's sequence and the guard keeps it."),
  /** How the guard judges. */
  GUARD(
      "sediment.guard",
      Place.TABLE,
      Type.CHOICE,
      "",
      "How writes are judged: row, cell or off. Without it: row if the sequence family exists, else off.",
      "row",
      "cell",
      "off"),
  /** Whether a Put is the whole row. */
  IMAGE(
      "sediment.image",
      Place.TABLE,
      Type.CHOICE,
      "partial",
      "full: every Put event is the whole row. The attribute sediment.image of a Put overrides it.",
      "partial",
      "full"),
  /** How far ahead a time may be. */
  FUTURE_SKEW(
      "sediment.future.skew",
      Place.TABLE,
      Type.DURATION,
      "1h",
      "A time further ahead of the server's clock than this is refused."),
  /** What to do with a Put that the TTL hides at once. */
  EXPIRED(
      "sediment.expired",
      Place.TABLE,
      Type.CHOICE,
      "reject",
      "A Put that the family's TTL would hide the moment it lands (an old backfill): reject or allow.",
      "reject",
      "allow"),
  /** How long deletes are remembered. */
  TOMBSTONE_RETENTION(
      "sediment.tombstone.retention",
      Place.TABLE,
      Type.DURATION,
      "10d",
      "How long a delete is remembered, from its arrival."),
  /** Size of the row cache. */
  CACHE_ROWS(
      "sediment.cache.rows",
      Place.TABLE,
      Type.COUNT,
      "20000",
      "Rows whose sequence a region keeps in memory."),
  /** Clock of the change extraction. */
  CLOCK(
      "sediment.clock",
      Place.TABLE,
      Type.CHOICE,
      "commit",
      "Clock of the change extraction.",
      "commit",
      "ingest"),
  /** Distance of the change extraction. */
  EXTRACT_LAG(
      "sediment.extract.lag",
      Place.TABLE,
      Type.DURATION,
      "1h",
      "How far behind the server's clock the change extraction by commit time stays."),
  /** What the cells of a family are. */
  KIND(
      "sediment.kind",
      Place.FAMILY,
      Type.CHOICE,
      "upsert",
      "What the family's cells are.",
      "upsert",
      "versioned",
      "delta",
      "sequence",
      "changes",
      "plain"),
  /** Aggregators of a delta family's counters. */
  FOLD(
      "sediment.fold",
      Place.FAMILY,
      Type.FOLD,
      "sum:int64",
      "Aggregator of the family's counters (sum, min, max, count, avg or last, of int64 or decimal),"
          + " or a list such as qty=sum:int64,paid=max:decimal,*=sum:int64."),
  /** Safety lag of the fold. */
  LAG(
      "sediment.lag",
      Place.FAMILY,
      Type.DURATION,
      "1h",
      "Safety lag: a delta younger than this is never folded."),
  /** What to do with late deltas. */
  LATE(
      "sediment.late",
      Place.FAMILY,
      Type.CHOICE,
      "quarantine",
      "A delta that comes after its time was folded: quarantine (listed, not counted) or reject.",
      "quarantine",
      "reject"),
  /** Pending deltas that make a region ask for a compaction. */
  FOLD_PENDING(
      "sediment.fold.pending",
      Place.FAMILY,
      Type.COUNT,
      "1000000",
      "Pending deltas of a region's store at which it asks for a compaction of all the family's files."),
  /** How often a region asks at most. */
  FOLD_EVERY(
      "sediment.fold.every",
      Place.FAMILY,
      Type.DURATION,
      "1h",
      "How often a region asks for such a compaction at most."),
  /** How long opaque event IDs are remembered. */
  REMEMBER(
      "sediment.remember",
      Place.FAMILY,
      Type.DURATION,
      "7d",
      "How long opaque event IDs are remembered after folding."),
  /** Width of the time buckets that keep a base each. */
  BUCKET(
      "sediment.bucket",
      Place.FAMILY,
      Type.WIDTH,
      "off",
      "Width of time buckets, such as 1h or 1d, counted from 1970 UTC: a counter keeps one base for"
          + " each, so that totals as of their bounds, and over windows between them, stay"
          + " answerable. off: one base in all."),
  /** How long each bucket keeps its own base. */
  BUCKET_KEEP(
      "sediment.bucket.keep",
      Place.FAMILY,
      Type.DURATION,
      "400d",
      "How long buckets are kept apart: older ones become one. At most 10000 buckets."),
  /** What plain reads show. */
  READ(
      "sediment.read",
      Place.FAMILY,
      Type.CHOICE,
      "raw",
      "What a plain Get or Scan shows of the family: cells as they are stored, or one total per"
          + " counter. The attribute sediment.read of a Get or Scan overrides it.",
      "raw",
      "total");

  /** Where a setting is written. */
  public enum Place {
    /** The coprocessor's properties in the table descriptor. */
    TABLE,
    /** The family descriptor's values. */
    FAMILY
  }

  /** How a value is written. */
  public enum Type {
    /** One of {@link Setting#choices()}. */
    CHOICE,
    /** A number with a unit: {@code ms s m h d}; a bare number is milliseconds. */
    DURATION,
    /** A duration of 1 ms or more, or {@code off}. */
    WIDTH,
    /** A whole number, 0 or more. */
    COUNT,
    /** {@code family:qualifier}. */
    COLUMN,
    /** {@code aggregator:type} or a list of {@code counter=aggregator:type}. */
    FOLD
  }

  private final String key;
  private final Place place;
  private final Type type;
  private final String defaultText;
  private final String meaning;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> choices;

  Setting(
      String key, Place place, Type type, String defaultText, String meaning, String... choices) {
    this.key = key;
    this.place = place;
    this.type = type;
    this.defaultText = defaultText;
    this.meaning = meaning;
    this.choices = List.of(choices);
  }

  /** The key, as written in a descriptor. */
  public String key() {
    return key;
  }

  /** Where it is written. */
  public Place place() {
    return place;
  }

  /** How its value is written. */
  public Type type() {
    return type;
  }

  /** Text of the default; empty where the default depends on the table. */
  public String defaultText() {
    return defaultText;
  }

  /** What it means, a sentence or two. */
  public String meaning() {
    return meaning;
  }

  /** The words allowed for a CHOICE, else empty. */
  public List<String> choices() {
    return choices;
  }

  /** The setting with a key; empty if there is none. */
  public static Optional<Setting> of(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }
}
