package org.sediment.coprocessor;

import java.io.IOException;
import org.apache.hadoop.hbase.ByteBufferExtendedCell;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * Lets go, in time, of the blocks that a wrapper of a compaction's scanner has read. HBase does so
 * only when it has <em>written</em> enough: a wrapper that swallows most cells would keep a buffer
 * of the server for every block it reads. Not thread-safe.
 *
 * <p>What the wrapper hands out of shared memory is a copy. So nobody above it, HBase's file writer
 * included, has a cell in a block, and the wrapper may let the blocks go whenever it has none
 * itself.
 */
final class ReadBlocks {
  /** Bytes of cells, about four blocks. */
  private static final long LIMIT = 256 << 10;

  /** Null if the scanner keeps no blocks. */
  private final Shipper shipper;

  private long taken;

  ReadBlocks(InternalScanner source) {
    shipper = source instanceof Shipper ships ? ships : null;
  }

  /** A cell was taken from the scanner. */
  void took(Cell cell) {
    taken += cell.getSerializedSize();
  }

  /** The cell, or a copy that owns its bytes if they are in shared memory. */
  static Cell own(Cell cell) {
    return cell instanceof ByteBufferExtendedCell ? KeyValueUtil.copyToNewKeyValue(cell) : cell;
  }

  /** The wrapper holds no cell in a block: lets them go if they have become many. */
  void rest() throws IOException {
    if (taken > LIMIT) {
      letGo();
    }
  }

  /** Lets all blocks go. */
  void letGo() throws IOException {
    taken = 0;
    if (shipper != null) {
      shipper.shipped();
    }
  }
}
