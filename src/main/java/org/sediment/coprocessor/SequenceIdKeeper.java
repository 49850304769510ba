package org.sediment.coprocessor;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;

/**
 * Lets the cells that a compaction writes keep their sequence IDs. Used by the compaction's thread
 * only.
 *
 * <p>Why: a compaction of all files zeroes them, in the cells that it is given, if one of the files
 * is older than {@code hbase.hstore.compaction.keep.seqId.period}, which is 5 days or more. But by
 * its sequence ID a delta below its base is proven to be late and not a copy. One that a fold had
 * to leave in place, since something in memory bound the limit, or there was more than it may hold,
 * or its base was not understood, would be dropped by the next as a copy. So the cells given here
 * do not let it be set to 0; each is a copy that owns its bytes.
 */
final class SequenceIdKeeper implements InternalScanner, Shipper {
  /** The shortest period that HBase allows, in milliseconds. */
  private static final long SHORTEST_PERIOD = 5L * 24 * 60 * 60 * 1000;

  private final InternalScanner in;

  private SequenceIdKeeper(InternalScanner in) {
    this.in = in;
  }

  /** Wraps the scanner of a compaction that may zero sequence IDs; returns any other as it is. */
  static InternalScanner around(InternalScanner scanner, CompactionRequest request, long now) {
    return mayZero(request, now) ? new SequenceIdKeeper(scanner) : scanner;
  }

  private static boolean mayZero(CompactionRequest request, long now) {
    if (!request.isAllFiles()) {
      return false;
    }
    for (StoreFile file : request.getFiles()) {
      try {
        if (file.getModificationTimestamp() < now - SHORTEST_PERIOD) {
          return true;
        }
      } catch (IOException unknown) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean next(List<Cell> out, ScannerContext context) throws IOException {
    boolean more = in.next(out, context);
    out.replaceAll(SequenceIdKeeper::keeping);
    return more;
  }

  private static Cell keeping(Cell cell) {
    long sequenceId = CellSequence.of(cell);
    return sequenceId == 0 ? cell : new Keeping(KeyValueUtil.copyToNewKeyValue(cell), sequenceId);
  }

  @Override
  public void shipped() throws IOException {
    if (in instanceof Shipper shipper) {
      shipper.shipped();
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** A cell whose sequence ID stays. */
  private static final class Keeping extends KeyValue {
    Keeping(KeyValue cell, long sequenceId) {
      super(cell.getBuffer(), cell.getOffset(), cell.getLength());
      super.setSequenceId(sequenceId);
    }

    @Override
    public void setSequenceId(long sequenceId) {
      // the compactor would set it to 0
    }
  }
}
