package org.sediment.coprocessor;

import com.google.protobuf.ByteString;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.sediment.model.Printable;
import org.sediment.protocol.SedimentProtos.ApplyEventsRequest;
import org.sediment.protocol.SedimentProtos.ApplyEventsResponse;
import org.sediment.protocol.SedimentProtos.CounterSelection;
import org.sediment.protocol.SedimentProtos.ExplainRowRequest;
import org.sediment.protocol.SedimentProtos.ExplainRowResponse;
import org.sediment.protocol.SedimentProtos.GetStatusRequest;
import org.sediment.protocol.SedimentProtos.GetStatusResponse;
import org.sediment.protocol.SedimentProtos.GetTotalsRequest;
import org.sediment.protocol.SedimentProtos.GetTotalsResponse;
import org.sediment.protocol.SedimentProtos.ScanTotalsRequest;
import org.sediment.protocol.SedimentProtos.ScanTotalsResponse;
import org.sediment.protocol.SedimentProtos.SedimentService;
import org.sediment.protocol.SedimentProtos.SumTotalsRequest;
import org.sediment.protocol.SedimentProtos.SumTotalsResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The remote procedures of one region. Each is a shell: it checks the request and hands on to the
 * readers. Thread-safe. HBase registers it before it starts the coprocessor, so the region comes
 * later, with {@link #serve}.
 *
 * <p>Wrong requests fail with a {@link DoNotRetryIOException}; a region that is closing, or does
 * not hold what is asked for, with an exception upon which HBase's client looks for the region
 * again. Wrong settings do not stop reading.
 */
final class SedimentEndpoint extends SedimentService {
  private static final Logger LOG = LoggerFactory.getLogger(SedimentEndpoint.class);
  private static final int MAX_ROWS = 10_000;
  private static final long MAX_BYTES = 16L << 20;

  private volatile RegionContext context;
  private volatile String failure;

  /** Gives the region to serve. */
  void serve(RegionContext region) {
    context = region;
  }

  /** Says that there is no region to serve, since Sediment could not start in it. */
  void failed(String why) {
    failure = why;
  }

  @Override
  public void getTotals(
      RpcController controller, GetTotalsRequest request, RpcCallback<GetTotalsResponse> done) {
    answer("GetTotals", controller, done, region -> getTotals(region, request));
  }

  @Override
  public void scanTotals(
      RpcController controller, ScanTotalsRequest request, RpcCallback<ScanTotalsResponse> done) {
    answer(
        "ScanTotals",
        controller,
        done,
        region ->
            rangeReader(region, request.getSelection(), request.getMaxMillis()).scan(request));
  }

  @Override
  public void sumTotals(
      RpcController controller, SumTotalsRequest request, RpcCallback<SumTotalsResponse> done) {
    answer(
        "SumTotals",
        controller,
        done,
        region -> rangeReader(region, request.getSelection(), request.getMaxMillis()).sum(request));
  }

  @Override
  public void applyEvents(
      RpcController controller, ApplyEventsRequest request, RpcCallback<ApplyEventsResponse> done) {
    answer("ApplyEvents", controller, done, region -> new EventPage(region).apply(request));
  }

  @Override
  public void explainRow(
      RpcController controller, ExplainRowRequest request, RpcCallback<ExplainRowResponse> done) {
    answer("ExplainRow", controller, done, region -> new RowExplainer(region).explain(request));
  }

  @Override
  public void getStatus(
      RpcController controller, GetStatusRequest request, RpcCallback<GetStatusResponse> done) {
    answer("GetStatus", controller, done, StatusAnswer::of);
  }

  private static GetTotalsResponse getTotals(RegionContext context, GetTotalsRequest request)
      throws IOException {
    if (request.getRowCount() > MAX_ROWS) {
      throw new DoNotRetryIOException(
          request.getRowCount() + " rows in one request: ask for at most " + MAX_ROWS);
    }
    Selection selection = Selection.of(request.getSelection(), context.settings());
    ReadBudget budget = new ReadBudget(0);
    TotalsReader reader = new TotalsReader(context.region(), selection, budget);
    RegionInfo region = context.region().getRegionInfo();
    GetTotalsResponse.Builder out = GetTotalsResponse.newBuilder();
    int answered = 0;
    long bytes = 0;
    for (ByteString asked : request.getRowList()) {
      byte[] row = asked.toByteArray();
      if (row.length == 0) {
        throw new DoNotRetryIOException("row " + answered + " of the request is empty");
      }
      if (!region.containsRow(row)) {
        if (answered == 0) {
          throw new NotServingRegionException(
              "row '" + Printable.of(row) + "' is not in region " + region.getRegionNameAsString());
        }
        break;
      }
      RowTotal total = reader.row(row);
      answered++;
      if (!total.counters().isEmpty()) {
        out.addRow(TotalsWire.row(total));
        bytes += total.bytes();
      }
      if (bytes >= MAX_BYTES || budget.isSpent()) {
        break;
      }
    }
    return out.setAnswered(answered).build();
  }

  private static RangeReader rangeReader(
      RegionContext context, CounterSelection request, long maxMillis) throws IOException {
    Selection selection = Selection.of(request, context.settings());
    ReadBudget budget = new ReadBudget(maxMillis);
    TotalsReader reader = new TotalsReader(context.region(), selection, budget);
    return new RangeReader(context.region().getRegionInfo(), reader, budget);
  }

  /** Body of a procedure. */
  private interface Body<T> {
    T run(RegionContext region) throws IOException;
  }

  private <T> void answer(
      String procedure, RpcController controller, RpcCallback<T> done, Body<T> body) {
    T response;
    try {
      RegionContext region = context;
      if (failure != null) {
        throw new DoNotRetryIOException(failure);
      }
      if (region == null) {
        throw new NotServingRegionException("the region is not open yet");
      }
      response = body.run(region);
    } catch (IOException expected) {
      CoprocessorRpcUtils.setControllerException(controller, expected);
      return;
    } catch (RuntimeException unexpected) {
      LOG.error("{} failed", procedure, unexpected);
      CoprocessorRpcUtils.setControllerException(
          controller,
          new DoNotRetryIOException(
              "Sediment's " + procedure + " failed on this request: " + unexpected, unexpected));
      return;
    }
    done.run(response);
  }
}
