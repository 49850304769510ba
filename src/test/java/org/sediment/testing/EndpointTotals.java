package org.sediment.testing;

import com.google.protobuf.ByteString;
import com.google.protobuf.Service;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
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

/** Asks a region's own endpoint object for totals. */
public final class EndpointTotals {
  private EndpointTotals() {}

  /** The service that the coprocessor of a region offers. */
  public static SedimentProtos.SedimentService service(HRegion region) {
    RegionCoprocessor coprocessor =
        region.getCoprocessorHost().findCoprocessor(TestRegionBuilder.SEDIMENT);
    for (Service service : coprocessor.getServices()) {
      if (service instanceof SedimentProtos.SedimentService sediment) {
        return sediment;
      }
    }
    throw new IllegalStateException("the coprocessor offers no SedimentService");
  }

  /** The totals of a row by family and counter; fails if one of them has no answer. */
  public static Map<String, BigDecimal> of(HRegion region, String row) throws IOException {
    List<CounterTotal> totals = ask(region, row);
    for (CounterTotal total : totals) {
      if (total.getOutcome() == CounterTotal.Outcome.FAILED) {
        throw new IOException(total.getError());
      }
    }
    return exact(totals);
  }

  /** The totals of those of a row's counters that have an answer. */
  public static Map<String, BigDecimal> exact(HRegion region, String row) throws IOException {
    return exact(ask(region, row));
  }

  private static Map<String, BigDecimal> exact(List<CounterTotal> answer) {
    Map<String, BigDecimal> totals = new TreeMap<>();
    for (CounterTotal total : answer) {
      if (total.hasExact()) {
        totals.put(
            key(total),
            new BigDecimal(
                new BigInteger(total.getExact().getUnscaled().toByteArray()),
                total.getExact().getScale()));
      }
    }
    return totals;
  }

  /** The errors of those of a row's counters that have no answer. */
  public static Map<String, String> failures(HRegion region, String row) throws IOException {
    Map<String, String> failures = new TreeMap<>();
    for (CounterTotal total : ask(region, row)) {
      if (total.getOutcome() == CounterTotal.Outcome.FAILED) {
        failures.put(key(total), total.getError());
      }
    }
    return failures;
  }

  /** Open late entries of a row, as the endpoint counts them, by family and counter. */
  public static Map<String, Long> late(HRegion region, String row) throws IOException {
    Map<String, Long> late = new TreeMap<>();
    for (CounterTotal total : ask(region, row)) {
      if (total.getLate() > 0) {
        late.put(key(total), total.getLate());
      }
    }
    return late;
  }

  /** How many deltas are in the totals of a row, by family and counter. */
  public static Map<String, Long> counts(HRegion region, String row) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    for (CounterTotal total : ask(region, row)) {
      if (total.hasCount()) {
        counts.put(key(total), total.getCount());
      }
    }
    return counts;
  }

  private static String key(CounterTotal total) {
    return total.getFamily().toStringUtf8() + ":" + total.getCounter().toStringUtf8();
  }

  private static List<CounterTotal> ask(HRegion region, String row) throws IOException {
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
    List<CounterTotal> totals = new ArrayList<>();
    answer.get().getRowList().forEach(each -> totals.addAll(each.getTotalList()));
    return totals;
  }
}
