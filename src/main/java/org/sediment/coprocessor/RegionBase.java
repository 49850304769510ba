package org.sediment.coprocessor;

import java.io.IOException;
import java.util.Optional;
import org.sediment.fold.Aggregator;
import org.sediment.model.Base;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The base that governs one counter in the region as a whole, for a fold that cannot wait for it or
 * may not be shown it. Used by the compaction's thread only.
 */
final class RegionBase {
  private static final Logger LOG = LoggerFactory.getLogger(RegionBase.class);

  private final FoldJob job;
  private final FoldTally tally;
  private final RowFold row;
  private final byte[] counter;
  private final Aggregator aggregator;

  RegionBase(FoldJob job, FoldTally tally, RowFold row, byte[] counter, Aggregator aggregator) {
    this.job = job;
    this.tally = tally;
    this.row = row;
    this.counter = counter;
    this.aggregator = aggregator;
  }

  /**
   * What a look-up said.
   *
   * @param certain whether the counter may be folded
   * @param base its base, null if it has none
   */
  record Found(boolean certain, Base base) {
    private static final Found NOT_CERTAIN = new Found(false, null);
  }

  /**
   * Looks the base up. One that this compaction does not read, or one with more late deltas than
   * can be held, is not certain.
   */
  Found find() {
    try {
      BaseReview any = review(true);
      if (any.isEmpty()) {
        return new Found(true, null);
      }
      Optional<Base> found = governing(any);
      if (found.isPresent()
          && row.isInFold(found.get().through())
          && job.lookup()
              .fewLate(row.row(), counter, found.get(), job.maxHeldCells(), job.maxHeldBytes())) {
        return new Found(true, found.get());
      }
    } catch (IOException | RuntimeException failed) {
      failed(failed);
    }
    return Found.NOT_CERTAIN;
  }

  /**
   * Whether a base met governs its counter. One in a file left out would govern what is folded into
   * this one, or contradict it, and a delta that it does not hold would be gone without a trace.
   *
   * @param met time of the base met
   */
  boolean isAt(long met) {
    try {
      BaseReview any = review(true);
      return !any.isEmpty() && any.newest() == met && governing(any).isPresent();
    } catch (IOException | RuntimeException failed) {
      failed(failed);
      return false;
    }
  }

  /**
   * The base that governs; empty if that is not certain. One that a marker hides or one not
   * understood: what this fold will be shown is not certain either.
   *
   * @param any the base's column with what is hidden
   */
  private Optional<Base> governing(BaseReview any) throws IOException {
    if (any.hasMarker()) {
      return Optional.empty();
    }
    BaseReview visible = review(false);
    return visible.isEmpty() || visible.newest() != any.newest()
        ? Optional.empty()
        : visible.governing();
  }

  private BaseReview review(boolean raw) throws IOException {
    BaseReview review = new BaseReview(aggregator, time -> false, tally);
    job.lookup().column(row.row(), counter, raw, review::add);
    return review;
  }

  private static void failed(Exception why) {
    LOG.warn("Cannot look the base of a counter up; the counter is not folded now", why);
  }
}
