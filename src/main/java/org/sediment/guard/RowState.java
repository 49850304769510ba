package org.sediment.guard;

import java.util.Set;
import org.sediment.model.ColumnName;
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
 * @param columns what is known of single columns; never null in {@code cell} mode. In {@code row}
 *     mode, entries that {@code cell} mode left and that the next event removes; else null
 */
public record RowState(
    Sequence highest,
    long lastEffective,
    boolean live,
    long sequenceTime,
    byte[] image,
    long deletedEffective,
    long deletedCommit,
    ColumnStates columns) {
  /** No such time. */
  public static final long NONE = -1;

  /** A row of which nothing is known. */
  public static final RowState UNKNOWN = new RowState(null, NONE, false, NONE, null, NONE, NONE);

  /** A row of which nothing is known column by column. */
  public RowState(
      Sequence highest,
      long lastEffective,
      boolean live,
      long sequenceTime,
      byte[] image,
      long deletedEffective,
      long deletedCommit) {
    this(highest, lastEffective, live, sequenceTime, image, deletedEffective, deletedCommit, null);
  }

  /** The same row with what is known of its columns. */
  public RowState with(ColumnStates known) {
    return new RowState(
        highest, lastEffective, live, sequenceTime, image, deletedEffective, deletedCommit, known);
  }

  /** The same row for {@code cell} mode: of a row of which nothing is known, no column is. */
  public RowState byColumn() {
    return columns != null ? this : with(ColumnStates.none(lastEffective));
  }

  /**
   * The same row, with nothing to be stored at or below a time: a failed write's, which a crash may
   * yet bring back. Its columns are unknown, so a stored image is void.
   */
  public RowState raisedTo(long time) {
    ColumnStates raised = columns == null ? null : columns.raisedTo(time);
    if (time <= lastEffective) {
      return raised == null ? this : with(raised);
    }
    if (raised != null && image != null) {
      // the image was the row's newest replacement: that is no longer told by its hash
      raised =
          new ColumnStates(highest, time, false, raised.found(), raised.since(), raised.tried());
    }
    return new RowState(
        highest, time, live, sequenceTime, null, deletedEffective, deletedCommit, raised);
  }

  /**
   * As {@link #raisedTo}, after writes that failed and may come back.
   *
   * @param tried columns that they wrote; empty in row mode
   */
  public RowState afterFailure(long time, Set<ColumnName> tried) {
    RowState raised = raisedTo(time);
    if (tried.isEmpty()) {
      return raised;
    }
    RowState known = raised.byColumn();
    return known.with(known.columns().trying(tried));
  }

  /** What a cache may keep of it; null if the sequence family must be asked again. */
  public RowState cacheable() {
    if (columns == null) {
      return this;
    }
    return columns.recorded() ? with(columns.withoutColumns()) : null;
  }
}
