package org.sediment.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.ServiceCaller;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.sediment.protocol.SedimentProtos.SedimentService;

/**
 * Calls to the service of the region that holds a row. HBase's client finds the region, and finds
 * it again if it has moved, split or merged. Thread-safe.
 */
final class ServiceCalls {
  private final AsyncConnection connection;
  private final TableName table;
  private final AsyncTableRegionLocator locator;
  private volatile HRegionLocation last;

  ServiceCalls(AsyncConnection connection, TableName table) {
    this.connection = connection;
    this.table = table;
    this.locator = connection.getRegionLocator(table);
  }

  /** Calls and waits. */
  <T> T call(byte[] row, ServiceCaller<SedimentService.Stub, T> caller) throws IOException {
    return await(start(row, caller));
  }

  /** Calls and does not wait. What the future fails with is to be {@link #translated}. */
  <T> CompletableFuture<T> start(byte[] row, ServiceCaller<SedimentService.Stub, T> caller) {
    return connection.getTable(table).coprocessorService(SedimentService::newStub, caller, row);
  }

  /** Where a row is thought to be. */
  HRegionLocation locate(byte[] row) throws IOException {
    return await(locator.getRegionLocation(row, false));
  }

  /**
   * As {@link #locate}, without waiting. The region that was found last is asked first, as HBase's
   * client takes longer to say the same.
   *
   * @param reload whether what is remembered does not count
   */
  CompletableFuture<HRegionLocation> find(byte[] row, boolean reload) {
    HRegionLocation near = last;
    return !reload && near != null && near.getRegion().containsRow(row)
        ? CompletableFuture.completedFuture(near)
        : locator
            .getRegionLocation(row, reload)
            .whenComplete((found, failed) -> last = failed == null ? found : null);
  }

  /** What was found last may be elsewhere now: HBase's client is asked next time. */
  void forget() {
    last = null;
  }

  private <T> T await(CompletableFuture<T> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw (IOException)
          new InterruptedIOException("interrupted while table " + table + " was asked")
              .initCause(interrupted);
    } catch (ExecutionException failed) {
      throw translated(failed.getCause());
    }
  }

  /** What a call failed with, as an exception that tells the user what to do. */
  IOException translated(Throwable failed) {
    Throwable cause =
        failed instanceof CompletionException && failed.getCause() != null
            ? failed.getCause()
            : failed;
    if (cause instanceof UnknownProtocolException) {
      return new SedimentMissingException(
          "table "
              + table
              + " has no service "
              + SedimentService.getDescriptor().getFullName()
              + ": load org.sediment.coprocessor.SedimentCoprocessor through the table's"
              + " coprocessor attribute",
          cause);
    }
    // the stack of the thread that waited is the one that helps
    return cause instanceof IOException known
        ? known
        : new IOException("table " + table + ": " + cause, cause);
  }
}
