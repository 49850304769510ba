package org.sediment.coprocessor;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;

/**
 * The walk of a write: events of a batch, own row locks, row states, verdicts, cells kept, stamped
 * or dropped.
 */
final class WritePath {
  WritePath(RegionContext region) {}

  /** Notes what only the client's own form shows: LATEST_TIMESTAMP, before HBase stamps it. */
  void note(Put put) {}

  /** Notes a delete of the whole row, before HBase expands it to all families. */
  void note(Delete delete) {}

  /** Judges a batch and takes its row locks. */
  void before(MiniBatchOperationInProgress<Mutation> batch) throws IOException {}

  /** The batch is in WAL and memstore, but not yet visible. */
  void stored(MiniBatchOperationInProgress<Mutation> batch) {}

  /** The batch is over: caches what was stored, lets the row locks go. */
  void after(MiniBatchOperationInProgress<Mutation> batch, boolean success) {}

  /** A bulk load is about to start. */
  void beforeBulkLoad() throws IOException {}

  /** A flush of the region has ended well. */
  void flushed() {}
}
