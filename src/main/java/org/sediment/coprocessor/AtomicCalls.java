package org.sediment.coprocessor;

import java.util.Arrays;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;

/**
 * Whether a batch is all or nothing. The hook is not told; the client's call says it. Immutable.
 */
final class AtomicCalls {
  /** What is known of a batch. */
  enum Kind {
    /** A list: each mutation has its own answer. */
    LIST,
    /** All or nothing. */
    ATOMIC,
    /** Not known, so a refusal must refuse the whole. */
    UNKNOWN
  }

  private final byte[] regionName;
  private final byte[] encodedName;

  AtomicCalls(RegionInfo region) {
    this.regionName = region.getRegionName();
    this.encodedName = region.getEncodedNameAsBytes();
  }

  /** What the current call says of this batch. */
  Kind kind(MiniBatchOperationInProgress<Mutation> batch) {
    if (Answered.of(batch.getOperation(0)) != null) {
      return Kind.LIST;
    }
    RpcCall call = RpcServer.getCurrentCall().orElse(null);
    if (call == null) {
      return Kind.UNKNOWN;
    }
    if (call.getParam() instanceof ClientProtos.MutateRequest) {
      return Kind.ATOMIC;
    }
    return call.getParam() instanceof ClientProtos.MultiRequest multi
        ? kind(multi, batch)
        : Kind.UNKNOWN;
  }

  @SuppressWarnings("deprecation") // older clients put the condition there
  private Kind kind(ClientProtos.MultiRequest multi, MiniBatchOperationInProgress<Mutation> batch) {
    int lists = 0;
    int atomic = 0;
    for (ClientProtos.RegionAction action : multi.getRegionActionList()) {
      if (!isHere(action.getRegion())) {
        continue;
      }
      if (action.getAtomic() || action.hasCondition()) {
        atomic++;
      } else if (isPlainList(action)) {
        lists++;
      } else {
        return Kind.UNKNOWN;
      }
    }
    if (lists == 0 || multi.hasCondition()) {
      return atomic > 0 ? Kind.ATOMIC : Kind.UNKNOWN;
    }
    // an atomic action concerns one row
    return atomic == 0 || hasSeveralRows(batch) ? Kind.LIST : Kind.UNKNOWN;
  }

  /** Whether the current call has more mutations of this region than HBase took up to here. */
  boolean hasMore(MiniBatchOperationInProgress<Mutation> batch) {
    RpcCall call = RpcServer.getCurrentCall().orElse(null);
    if (call == null || !(call.getParam() instanceof ClientProtos.MultiRequest multi)) {
      return false;
    }
    int mutations = 0;
    for (ClientProtos.RegionAction action : multi.getRegionActionList()) {
      if (isHere(action.getRegion())) {
        for (int i = 0; i < action.getActionCount(); i++) {
          mutations += action.getAction(i).hasMutation() ? 1 : 0;
        }
      }
    }
    return mutations > batch.getLastIndexExclusive();
  }

  /** A call of an endpoint in the list may write what it likes, in a batch of its own. */
  private static boolean isPlainList(ClientProtos.RegionAction action) {
    for (int i = 0; i < action.getActionCount(); i++) {
      if (action.getAction(i).hasServiceCall()) {
        return false;
      }
    }
    // a single one is refused by an exception: it reaches the client on every path
    return action.getActionCount() > 1;
  }

  private static boolean hasSeveralRows(MiniBatchOperationInProgress<Mutation> batch) {
    byte[] first = batch.getOperation(0).getRow();
    for (int i = 1; i < batch.size(); i++) {
      if (!Arrays.equals(first, batch.getOperation(i).getRow())) {
        return true;
      }
    }
    return false;
  }

  private boolean isHere(RegionSpecifier region) {
    byte[] name =
        region.getType() == RegionSpecifier.RegionSpecifierType.REGION_NAME
            ? regionName
            : encodedName;
    return Arrays.equals(name, region.getValue().toByteArray());
  }
}
