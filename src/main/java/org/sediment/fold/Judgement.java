package org.sediment.fold;

import org.sediment.model.Base;

/**
 * What a delta is, seen beside its counter's base. The one rule that fold, endpoint and write path
 * share.
 */
public enum Judgement {
  /** Not in the base: to be added. */
  PENDING,
  /** A copy of what the base already holds: to be ignored. */
  COPY,
  /** At or below the base's time but not in it: never added silently, never dropped. */
  LATE;

  /**
   * Judges a delta.
   *
   * @param time the delta's time in milliseconds
   * @param sequenceId HBase sequence ID of its cell, 0 if it was zeroed by a compaction
   * @param base the counter's newest base, null if there is none
   */
  public static Judgement of(long time, long sequenceId, Base base) {
    if (base == null || time > base.through()) {
      return PENDING;
    }
    return sequenceId > base.foldedSequenceId() ? LATE : COPY;
  }
}
