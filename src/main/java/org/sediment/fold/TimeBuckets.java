package org.sediment.fold;

/**
 * How a family divides the time of its counters: into buckets of one width, counted from 1970, for
 * each of which a counter keeps a base. Buckets older than {@code keepMillis} become one.
 * Immutable.
 *
 * @param widthMillis width of a bucket, 0 for no buckets
 * @param keepMillis how long buckets are kept apart
 */
public record TimeBuckets(long widthMillis, long keepMillis) {
  /** The most buckets that are kept apart: a fold may need as many sums of one counter at once. */
  public static final long MOST = 10_000;

  /** No buckets; those that there were are left as they are for 100 years. */
  public static final TimeBuckets OFF = new TimeBuckets(0, 36_500L * 86_400_000);

  /** Whether there are buckets. */
  public boolean isOn() {
    return widthMillis > 0;
  }

  /** Whether more than {@link #MOST} would be kept apart. */
  public boolean areTooMany() {
    return isOn() && keepMillis / widthMillis > MOST;
  }

  /** The buckets as a fold at this time finds them. */
  public BucketGrid at(long now) {
    long apart = now - keepMillis;
    return new BucketGrid(widthMillis, isOn() ? floor(apart, widthMillis) : apart);
  }

  static long floor(long time, long width) {
    return Math.floorDiv(time, width) * width;
  }
}
