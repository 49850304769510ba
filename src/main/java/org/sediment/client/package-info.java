/**
 * The Java client: totals by row, range and sum. Needs hbase-client only.
 *
 * <p>Imports {@code model}, {@code fold}, {@code protocol} and HBase's client API.
 */
package org.sediment.client;
