package org.sediment.model;

import java.util.Locale;

/** What the cells of a column family are: the value of {@code sediment.kind}. */
public enum FamilyKind {
  /** The latest value of each column. */
  UPSERT,
  /** Like {@link #UPSERT}, with older versions readable as of a commit time. */
  VERSIONED,
  /** Changes to counters, and their bases. */
  DELTA,
  /** Bookkeeping of the guard. */
  SEQUENCE,
  /** Index of ingest times, written by the coprocessor only. */
  CHANGES,
  /** Anything: HBase as it is. */
  PLAIN;

  /** The word used in a table descriptor. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the guard orders writes to a family of this kind. */
  public boolean isGuarded() {
    return this == UPSERT || this == VERSIONED;
  }

  /** Whether Sediment has rules for a family of this kind. */
  public boolean isManaged() {
    return this != PLAIN;
  }
}
