package org.sediment.coprocessor;

import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScanOptions;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;

/**
 * Routes a compaction by the kind of its family: delta families fold, the sequence family forgets,
 * others pass.
 */
final class CompactionPath {
  private final SequenceCompaction sequences;

  CompactionPath(RegionContext region) {
    this.sequences = new SequenceCompaction(region);
  }

  /** Files are selected; the compactor has not taken its read point yet. */
  void selected(Store store, CompactionRequest request) {}

  /** The compactor is about to open its scanner. */
  void open(Store store, ScanOptions options, CompactionRequest request) {
    sequences.open(store, options);
  }

  /** Wraps the compactor's scanner, or returns it as it is. */
  InternalScanner wrap(Store store, InternalScanner scanner, CompactionRequest request) {
    return scanner;
  }
}
