package org.sediment.testing.history;

import com.google.protobuf.ByteString;
import com.google.protobuf.Service;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.protocol.SedimentProtos;
import org.sediment.protocol.SedimentProtos.CounterTotal;
import org.sediment.protocol.SedimentProtos.GetTotalsRequest;
import org.sediment.protocol.SedimentProtos.GetTotalsResponse;
import org.sediment.testing.TestRegionBuilder;

/** Asks a region's own endpoint object for totals. */
final class EndpointTotals {
  private EndpointTotals() {}

  /** The service that the coprocessor of a region offers. */
  static SedimentProtos.SedimentService service(HRegion region) {
    RegionCoprocessor coprocessor =
        region.getCoprocessorHost().findCoprocessor(TestRegionBuilder.SEDIMENT);
    for (Service service : coprocessor.getServices()) {
      if (service instanceof SedimentProtos.SedimentService sediment) {
        return sediment;
      }
    }
    throw new IllegalStateException("the coprocessor offers no SedimentService");
  }

  /** The totals of a row by family and counter; fails if one of them is not exact. */
  static Map<String, BigDecimal> of(HRegion region, String row) throws IOException {
    ServerRpcController controller = new ServerRpcController();
    AtomicReference<GetTotalsResponse> answer = new AtomicReference<>();
    service(region)
        .getTotals(
            controller,
            GetTotalsRequest.newBuilder().addRow(ByteString.copyFrom(Bytes.toBytes(row))).build(),
            answer::set);
    if (controller.failedOnException()) {
      throw controller.getFailedOn();
    }
    Map<String, BigDecimal> totals = new TreeMap<>();
    for (SedimentProtos.RowTotals of : answer.get().getRowList()) {
      for (CounterTotal total : of.getTotalList()) {
        if (total.getOutcome() == CounterTotal.Outcome.FAILED) {
          throw new IOException(total.getError());
        }
        if (total.hasExact()) {
          totals.put(
              total.getFamily().toStringUtf8() + ":" + total.getCounter().toStringUtf8(),
              new BigDecimal(
                  new BigInteger(total.getExact().getUnscaled().toByteArray()),
                  total.getExact().getScale()));
        }
      }
    }
    return totals;
  }
}
