/**
 * The Java client: totals by row, range and sum; change events applied with an outcome for each;
 * rows read over all salts of their keys. Needs hbase-client only. Read {@link
 * org.sediment.client.SedimentClient} and {@link org.sediment.client.EventApplier} first.
 *
 * <p>Imports {@code model}, {@code fold}, {@code rowkey}, {@code protocol} and HBase's client API.
 */
package org.sediment.client;
