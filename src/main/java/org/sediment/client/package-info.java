/**
 * The Java client: totals by row, range and sum; change events applied with an outcome for each.
 * Needs hbase-client only. Read {@link org.sediment.client.SedimentClient} and {@link
 * org.sediment.client.EventApplier} first.
 *
 * <p>Imports {@code model}, {@code fold}, {@code protocol} and HBase's client API.
 */
package org.sediment.client;
