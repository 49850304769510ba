package org.sediment.coprocessor;

import java.util.OptionalLong;
import org.apache.hadoop.hbase.regionserver.StoreFile;

/**
 * The limit of a fold: no delta above it is folded, because something that the fold does not see
 * could still belong at or below it. Stateless.
 *
 * <p>{@code min(now - lag - 2 x clock skew, oldest in memory - 1, oldest in any file left out -
 * 1)}. A file that holds what an open reader may not see yet counts as left out.
 */
final class FoldLimit {
  /** The limit of a fold that folds nothing. */
  static final long NOTHING = -1;

  private FoldLimit() {}

  /** The highest the limit can be, before memory and files are looked at. */
  static long provisional(long now, long lagMillis, long clockSkewMillis) {
    return now - lagMillis - 2 * clockSkewMillis;
  }

  /** The limit that something not seen imposes, whose oldest time this is. */
  static long below(long oldest) {
    return oldest == MemoryPart.NONE ? Long.MAX_VALUE : oldest - 1;
  }

  /**
   * Whether a selected file counts as left out.
   *
   * @param readPoint smallest read point, taken before the compactor takes its own
   */
  static boolean isTooNew(StoreFile file, long readPoint) {
    return file.getMaxMemStoreTS() > readPoint
        || (file.isBulkLoadResult() && file.getMaxSequenceId() > readPoint);
  }

  /**
   * Oldest time in a file, 0 if it is not known: HBase reports 0 for a file with a family or column
   * marker.
   *
   * @param own what is known of a file that this region flushed itself
   */
  static long oldest(StoreFile file, OptionalLong own) {
    if (own.isPresent()) {
      return own.getAsLong();
    }
    try {
      return file.getMinimumTimestamp().orElse(0);
    } catch (NullPointerException closed) { // as HBase answers when its reader is gone
      return 0;
    }
  }
}
