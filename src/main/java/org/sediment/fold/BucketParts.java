package org.sediment.fold;

import org.sediment.model.Base;

/**
 * The algebra of bases by bucket. Each base of a counter is cumulative, and beside that holds the
 * part of its own span; spans do not overlap, and the parts up to a base come to that base. Parts
 * merge with no inverse, so this holds for every aggregator. Stateless.
 */
public final class BucketParts {
  private BucketParts() {}

  /**
   * The base after some deltas of one bucket.
   *
   * <p>Its part is that of the base so far, too, if all of that lies in the bucket: then the new
   * base takes its place. Else it begins at the bucket's start, or right after that base.
   *
   * @param old the base so far, null if there is none
   * @param deltas what is folded, as a base that stands alone, of one bucket and above {@code old}
   */
  public static Base next(Aggregator aggregator, BucketGrid grid, Base old, Base deltas) {
    Base.Bucket bucket = null;
    if (grid.isDivided() || (old != null && old.bucket() != null)) {
      long start = grid.start(deltas.through());
      boolean joined = old != null && old.from() >= start;
      Base part = joined ? sum(aggregator, old.part(), deltas) : deltas;
      long end = grid.end(deltas.through());
      bucket = new Base.Bucket(from(grid, start, old, deltas), end, part.sum(), part.count());
    }
    return (old == null ? deltas : sum(aggregator, old, deltas)).with(bucket);
  }

  /** Nothing was folded below a base that stands alone, so a new one may begin below it, too. */
  private static long from(BucketGrid grid, long start, Base old, Base deltas) {
    if (old == null || (old.bucket() == null && old.from() >= start)) {
      long first = old == null ? deltas.oldest() : old.oldest();
      return start == Long.MIN_VALUE ? TimeBuckets.floor(first, grid.widthMillis()) : start;
    }
    return old.from() >= start ? old.from() : Math.max(start, old.through() + 1);
  }

  /**
   * A base whose part is that of the next older one, too.
   *
   * @param older one that {@link Base#follows} says is next
   */
  public static Base.Bucket joined(Aggregator aggregator, Base newer, Base older) {
    Base part = sum(aggregator, older.part(), newer.part());
    return new Base.Bucket(older.from(), newer.to(), part.sum(), part.count());
  }

  /** Both in one, as a base that stands alone; {@code newer} has the higher {@code through}. */
  private static Base sum(Aggregator aggregator, Base older, Base newer) {
    Aggregator.Accumulator sum = aggregator.accumulator();
    sum.add(older);
    sum.add(newer);
    return new Base(
        aggregator.name(),
        aggregator.type(),
        newer.through(),
        sum.value(),
        sum.count(),
        Math.min(older.oldest(), newer.oldest()),
        Math.max(older.foldedSequenceId(), newer.foldedSequenceId()));
  }
}
