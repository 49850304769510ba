package org.sediment.coprocessor;

import org.apache.hadoop.hbase.Cell;

/** The HBase sequence ID (mvcc number) of a cell. Stateless. */
final class CellSequence {
  private CellSequence() {}

  /** Sequence ID of a cell that a region scanner gave; 0 if a compaction zeroed it. */
  @SuppressWarnings("deprecation") // its successor, ExtendedCell, is private to HBase
  static long of(Cell cell) {
    return cell.getSequenceId();
  }
}
