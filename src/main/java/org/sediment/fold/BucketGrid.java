package org.sediment.fold;

/**
 * The buckets of one fold: those of one width, and one for everything before a time. Immutable.
 *
 * @param widthMillis width of a bucket; 0 if there is one bucket only, for all times
 * @param apartFrom start of the first bucket that is kept apart, in milliseconds
 */
public record BucketGrid(long widthMillis, long apartFrom) {
  /** No buckets, and nothing to become one. */
  public static final BucketGrid NONE = new BucketGrid(0, Long.MIN_VALUE);

  /** Whether there is more than one bucket. */
  public boolean isDivided() {
    return widthMillis > 0;
  }

  /** Start of the bucket that a time lies in, in milliseconds. */
  public long start(long time) {
    if (!isDivided() || time < apartFrom) {
      return Long.MIN_VALUE;
    }
    return TimeBuckets.floor(time, widthMillis);
  }

  /** End, exclusive, of the bucket that a time lies in, in milliseconds. */
  public long end(long time) {
    if (!isDivided()) {
      return time + 1; // it ends with what is in it, so that others can begin after it
    }
    return time < apartFrom ? apartFrom : start(time) + widthMillis;
  }

  /** Whether a base of this time is so old that its bucket is not kept apart. */
  public boolean isSettled(long through) {
    return through < apartFrom;
  }
}
