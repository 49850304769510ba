package org.sediment.guard;

import org.sediment.model.Sequence;

/**
 * What the guard knows of a row before it judges an event. Immutable.
 *
 * @param highest highest accepted sequence over {@code m:seq}, {@code m:del} and {@code m:at}; null
 *     if none
 * @param lastEffective highest effective time in milliseconds; {@link #NONE} if none
 * @param live whether the row has an unmasked {@code m:seq}
 * @param sequenceTime time of that {@code m:seq} in milliseconds; {@link #NONE} if not live
 * @param image hash of the live image's columns, valid only while its time equals {@code
 *     sequenceTime}; else null
 * @param deletedEffective highest effective time over all remembered deletes; {@link #NONE} if none
 * @param deletedCommit highest commit time over all remembered deletes; {@link #NONE} if none
 */
public record RowState(
    Sequence highest,
    long lastEffective,
    boolean live,
    long sequenceTime,
    byte[] image,
    long deletedEffective,
    long deletedCommit) {
  /** No such time. */
  public static final long NONE = -1;

  /** A row of which nothing is known. */
  public static final RowState UNKNOWN = new RowState(null, NONE, false, NONE, null, NONE, NONE);

  /**
   * The same row, with nothing to be stored at or below a time: a failed write's, which a crash may
   * yet bring back. Its columns are unknown, so a stored image is void.
   */
  public RowState raisedTo(long time) {
    return time <= lastEffective
        ? this
        : new RowState(highest, time, live, sequenceTime, null, deletedEffective, deletedCommit);
  }
}
