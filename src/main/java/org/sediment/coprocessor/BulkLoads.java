package org.sediment.coprocessor;

import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.BulkLoadHFileRequest;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Who may load files into a managed table: they come past the guard, so only while its managed
 * stores hold nothing but loaded files (a load may take several calls), and the replication sink.
 * Immutable.
 */
final class BulkLoads {
  private final RegionContext region;
  private final Families families;
  private final Replication replication;

  BulkLoads(RegionContext region, Families families, Replication replication) {
    this.region = region;
    this.families = families;
    this.replication = replication;
  }

  /** Refuses the load that is about to start, unless it is harmless. */
  void check() throws IOException {
    if (isFromReplication()) {
      return;
    }
    TableSettings settings = region.settings();
    if (!settings.problems().isEmpty()) {
      throw new DoNotRetryIOException(
          "table takes no bulk load until its settings are mended: "
              + String.join("; ", settings.problems()));
    }
    for (int i = 0; i < families.size(); i++) {
      if (settings.isManaged(families.kind(i)) && !isEmpty(families.name(i))) {
        throw new DoNotRetryIOException(
            "bulk load into table "
                + region.env().getRegionInfo().getTable()
                + ": its family '"
                + Bytes.toStringBinary(families.name(i))
                + "' has data written through the guard, which loaded cells would pass; load into"
                + " an empty table, or write the events");
      }
    }
  }

  /** The sink names the clusters that the load comes from, as it does in mutations. */
  private boolean isFromReplication() throws IOException {
    return replication.isTrusted()
        && RpcServer.getCurrentCall().isPresent()
        && (replication.isSecured() || namesClusters());
  }

  private static boolean namesClusters() {
    return RpcServer.getCurrentCall()
        .map(call -> call.getParam())
        .filter(BulkLoadHFileRequest.class::isInstance)
        .map(BulkLoadHFileRequest.class::cast)
        .map(request -> request.getClusterIdsCount() > 0)
        .orElse(false);
  }

  private boolean isEmpty(byte[] family) {
    for (Store store : region.region().getStores()) {
      if (Bytes.equals(store.getColumnFamilyDescriptor().getName(), family)) {
        return store.getMemStoreSize().getDataSize() == 0
            && store.getStorefiles().stream().allMatch(StoreFile::isBulkLoadResult);
      }
    }
    return true;
  }
}
