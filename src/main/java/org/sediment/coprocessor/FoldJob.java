package org.sediment.coprocessor;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.sediment.fold.Aggregator;
import org.sediment.fold.BucketGrid;
import org.sediment.model.Late;

/**
 * What a fold needs to know, the same for all rows of one compaction.
 *
 * @param family settings of the family
 * @param familyName its name, as stored
 * @param lookup finds bases that come too late
 * @param now the server's clock at the start, in ms
 * @param retentionMillis how long resolved late entries stay
 * @param allFiles whether the compaction reads every file of the store
 * @param maxHeldCells cells of a counter held back at most
 * @param maxHeldBases bases of a counter held back at most
 * @param maxHeldBytes bytes of a counter held back at most
 */
record FoldJob(
    FamilySettings family,
    byte[] familyName,
    BaseLookup lookup,
    long now,
    long retentionMillis,
    boolean allFiles,
    int maxHeldCells,
    int maxHeldBases,
    long maxHeldBytes) {
  /** Cells of a counter held back at most, by the design. */
  static final int HELD_CELLS = 1000;

  /** Bases of a counter held back at most: one is usual, or one for each bucket. */
  static final int HELD_BASES = 1000;

  /** Bytes of a counter held back at most, and of its bases. */
  static final long HELD_BYTES = 4L << 20;

  /** Aggregator of a counter; null if the settings name none. */
  Aggregator aggregator(byte[] counter) {
    return family.aggregator(new String(counter, StandardCharsets.UTF_8));
  }

  /** The time buckets of the family, as this fold finds them. */
  BucketGrid grid() {
    return family.buckets().at(now);
  }

  /** Whether a late entry was resolved so long ago that it may go. */
  boolean isSpent(Cell entry) {
    return allFiles
        && entry.getType() == Cell.Type.Put
        && StoredFormats.decodeLate(CellUtil.cloneValue(entry))
            .filter(late -> late.state() != Late.State.OPEN)
            .filter(late -> late.resolved() < now - retentionMillis)
            .isPresent();
  }
}
