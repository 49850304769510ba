package org.sediment.testing;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.protocol.SedimentProtos.ApplyEventsRequest;
import org.sediment.protocol.SedimentProtos.ApplyEventsResponse;
import org.sediment.protocol.SedimentProtos.ChangeEvent;
import org.sediment.protocol.SedimentProtos.ColumnChange;
import org.sediment.protocol.SedimentProtos.DeltaChange;
import org.sediment.protocol.SedimentProtos.EventOutcome;

/** Sends events to a region's own endpoint object, within a call. */
public final class EndpointEvents {
  private EndpointEvents() {}

  /** Applies events; gives one outcome for each. */
  public static List<EventOutcome> apply(HRegion region, List<ChangeEvent> events)
      throws IOException {
    return apply(region, events, Long.MAX_VALUE);
  }

  /** As {@link #apply(HRegion, List)}, for a client that waits until a moment. */
  public static List<EventOutcome> apply(HRegion region, List<ChangeEvent> events, long deadline)
      throws IOException {
    ServerRpcController controller = new ServerRpcController();
    AtomicReference<ApplyEventsResponse> answer = new AtomicReference<>();
    ApplyEventsRequest request = ApplyEventsRequest.newBuilder().addAllEvent(events).build();
    try {
      RpcCalls.within(
          CoprocessorServiceRequest.getDefaultInstance(),
          deadline,
          () -> {
            EndpointTotals.service(region).applyEvents(controller, request, answer::set);
            return null;
          });
    } catch (Exception e) {
      throw new IOException(e);
    }
    if (controller.failedOnException()) {
      throw controller.getFailedOn();
    }
    return answer.get().getOutcomeList();
  }

  /** An event of a row, its parts to be added. */
  public static ChangeEvent.Builder event(String row, String sequence, long time) {
    return ChangeEvent.newBuilder().setRow(bytes(row)).setSequence(bytes(sequence)).setTime(time);
  }

  /** A column that is set; null for a null. */
  public static ColumnChange column(String family, String qualifier, String value) {
    ColumnChange.Builder column =
        ColumnChange.newBuilder().setFamily(bytes(family)).setQualifier(bytes(qualifier));
    if (value != null) {
      column.setValue(bytes(value));
    }
    return column.build();
  }

  /** A delta of an {@code int64} counter; null to take it back. */
  public static DeltaChange delta(String family, String counter, String id, long time, Long value) {
    DeltaChange.Builder delta =
        DeltaChange.newBuilder()
            .setFamily(bytes(family))
            .setCounter(bytes(counter))
            .setEventId(bytes(id))
            .setTime(time);
    if (value != null) {
      delta.setValue(ByteString.copyFrom(Bytes.toBytes((long) value)));
    }
    return delta.build();
  }

  private static ByteString bytes(String text) {
    return ByteString.copyFrom(Bytes.toBytes(text));
  }
}
