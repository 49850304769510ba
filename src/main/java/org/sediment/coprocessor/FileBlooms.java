package org.sediment.coprocessor;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.util.BloomFilter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the keys and row bloom filters of a region's files, markers included, whether they may hold
 * a row. In doubt the answer is yes: a file without such a filter, one being closed, an HBase with
 * another inside. Thread-safe.
 *
 * <p>A scanner asks the same filters, but only after all of it is set up, which costs several times
 * as much. HBase has no public way to them: {@link HStoreFile} and {@link BloomFilter} are its own,
 * the same in 2.5 and 2.6, and this is the only class that touches them.
 */
final class FileBlooms {
  private static final Logger LOG = LoggerFactory.getLogger(FileBlooms.class);

  private final Region region;
  private final List<byte[]> families;
  private volatile boolean off;

  FileBlooms(Region region, List<byte[]> families) {
    this.region = region;
    this.families = List.copyOf(families);
  }

  /** Whether any file of these families may hold cells of the row. */
  boolean mayHold(byte[] row) {
    if (off) {
      return true;
    }
    try {
      for (byte[] family : families) {
        for (StoreFile file : region.getStore(family).getStorefiles()) {
          if (mayHold(file, row)) {
            return true;
          }
        }
      }
      return false;
    } catch (LinkageError otherHBase) {
      off = true;
      LOG.warn("Bloom filters cannot be asked in this HBase; new rows cost a read", otherHBase);
      return true;
    } catch (RuntimeException closing) {
      LOG.debug("A bloom filter gave no answer", closing);
      return true;
    }
  }

  private static boolean mayHold(StoreFile file, byte[] row) {
    if (isBeside(file, row)) {
      return false;
    }
    StoreFileReader reader = file instanceof HStoreFile own ? own.getReader() : null;
    if (reader == null || reader.getBloomFilterType() != BloomType.ROW) {
      return true;
    }
    BloomFilter filter = reader.getGeneralBloomFilter();
    return filter == null
        || !filter.supportsAutoLoading()
        || filter.contains(row, 0, row.length, null);
  }

  /** Whether the row is outside of what the file spans: keys that grow are, and it costs less. */
  private static boolean isBeside(StoreFile file, byte[] row) {
    Optional<Cell> first = file.getFirstKey();
    Optional<Cell> last = file.getLastKey();
    CellComparator order = CellComparator.getInstance();
    return first.isPresent()
        && last.isPresent()
        && (order.compareRows(first.get(), row, 0, row.length) > 0
            || order.compareRows(last.get(), row, 0, row.length) < 0);
  }
}
