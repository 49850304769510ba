package org.sediment.coprocessor;

import java.util.Collection;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reads in a region in which Sediment could not start: those that want totals are refused, since
 * HBase alone would show deltas and bases in their place; all others go on. Leans on HBase alone,
 * for it may be a class of Sediment that is missing. Thread-safe.
 */
final class UnstartedReads {
  private static final String READ = "sediment.read";
  private static final String KIND = "sediment.kind";
  private static final String TOTAL = "total";

  private final String cause;

  /**
   * Reads of a region.
   *
   * @param cause why Sediment is not there, and the remedy
   */
  UnstartedReads(String cause) {
    this.cause = cause;
  }

  /** Refuses a Get that wants totals. */
  void check(TableDescriptor table, Get get) throws DoNotRetryIOException {
    check(table, get, get.getFamilyMap().keySet());
  }

  /** Refuses a Scan that wants totals. */
  void check(TableDescriptor table, Scan scan) throws DoNotRetryIOException {
    if (!scan.isRaw()) {
      check(table, scan, scan.getFamilyMap().keySet());
    }
  }

  private void check(TableDescriptor table, Query query, Collection<byte[]> families)
      throws DoNotRetryIOException {
    byte[] asked = query.getAttribute(READ);
    for (byte[] name : families.isEmpty() ? table.getColumnFamilyNames() : families) {
      ColumnFamilyDescriptor family = table.getColumnFamily(name);
      if (family != null && wantsTotals(family, asked)) {
        throw new DoNotRetryIOException(
            cause
                + "; until then family '"
                + Bytes.toStringBinary(name)
                + "' cannot be read as totals: leave it out, or read its cells as they are stored"
                + " with the attribute "
                + READ
                + " = raw");
      }
    }
  }

  private static boolean wantsTotals(ColumnFamilyDescriptor family, byte[] asked) {
    String mode = asked == null ? written(family, READ) : Bytes.toString(asked);
    return TOTAL.equals(mode) && "delta".equals(written(family, KIND));
  }

  private static String written(ColumnFamilyDescriptor family, String key) {
    byte[] value = family.getValue(Bytes.toBytes(key));
    return value == null ? family.getConfigurationValue(key) : Bytes.toString(value).trim();
  }
}
