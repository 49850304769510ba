package org.sediment.client;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.sediment.fold.TotalsSum;
import org.sediment.protocol.SedimentProtos.CounterTotal;
import org.sediment.protocol.SedimentProtos.ExplainRowRequest;
import org.sediment.protocol.SedimentProtos.GetStatusRequest;
import org.sediment.protocol.SedimentProtos.GetStatusResponse;
import org.sediment.protocol.SedimentProtos.ScanTotalsRequest;
import org.sediment.protocol.SedimentProtos.SumTotalsRequest;
import org.sediment.protocol.SedimentProtos.SumTotalsResponse;

/**
 * Reads totals of a table that Sediment is loaded on. Thread-safe; calls wait for the answer.
 *
 * <p>Answers about a range are complete or an error, while regions split, merge and move; each row
 * is one consistent view, the range as a whole is not. On a table without the coprocessor every
 * call fails at once with a {@link SedimentMissingException}. How long a call may take, and how
 * often it is tried, are HBase's own client settings.
 *
 * <pre>{@code
 * try (SedimentClient sediment = SedimentClient.connect(conf, TableName.valueOf("stock"))) {
 *   long units = sediment.getTotals(row, TotalsQuery.all()).get("x", "units").orElseThrow().longValue();
 * }
 * }</pre>
 */
public final class SedimentClient implements AutoCloseable {
  private final AsyncConnection connection;
  private final boolean owned;
  private final ServiceCalls calls;

  private SedimentClient(AsyncConnection connection, TableName table, boolean owned) {
    this.connection = connection;
    this.owned = owned;
    this.calls = new ServiceCalls(connection, table);
  }

  /** A client on a connection of its caller, who closes it. */
  public static SedimentClient of(AsyncConnection connection, TableName table) {
    return new SedimentClient(connection, table, false);
  }

  /** A client on a connection of its own, which {@link #close} closes. */
  public static SedimentClient connect(Configuration conf, TableName table) throws IOException {
    try {
      return new SedimentClient(ConnectionFactory.createAsyncConnection(conf).get(), table, true);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while connecting to HBase", interrupted);
    } catch (ExecutionException failed) {
      throw new IOException("cannot connect to HBase: " + failed.getCause(), failed.getCause());
    }
  }

  /** The totals of one row; none if the row has no deltas. */
  public RowTotals getTotals(byte[] row, TotalsQuery query) throws IOException {
    return getTotals(List.of(row), query).get(0);
  }

  /** The totals of some rows, one answer for each, in the order asked. */
  public List<RowTotals> getTotals(List<byte[]> rows, TotalsQuery query) throws IOException {
    return new RowsWalk(calls, query).read(rows);
  }

  /**
   * The totals of the rows of a range, in row order, those without a total left out. Fetched a page
   * at a time while it is iterated.
   *
   * @return rows, once for each call of {@code iterator()}; the iterator throws {@link
   *     java.io.UncheckedIOException}
   */
  public Iterable<RowTotals> scanTotals(RowRange range, TotalsQuery query) {
    return scanTotals(range, query, 0);
  }

  /** As {@link #scanTotals(RowRange, TotalsQuery)}, with pages of so many rows at most. */
  public Iterable<RowTotals> scanTotals(RowRange range, TotalsQuery query, int pageRows) {
    return () ->
        new ScannedTotals(
            calls,
            range,
            ScanTotalsRequest.newBuilder().setSelection(query.selection()).setMaxRows(pageRows));
  }

  /** The sum of each counter over the rows of a range. */
  public RangeSum sumTotals(RowRange range, TotalsQuery query) throws IOException {
    RangeWalk walk = new RangeWalk(range);
    Map<CounterKey, TotalsSum> sums = new LinkedHashMap<>();
    long rows = 0;
    while (!walk.isDone()) {
      SumTotalsRequest request =
          SumTotalsRequest.newBuilder()
              .setRange(walk.rest())
              .setSelection(query.selection())
              .build();
      SumTotalsResponse answer =
          calls.call(
              walk.cursor(), (stub, controller, done) -> stub.sumTotals(controller, request, done));
      walk.answered(answer.getCovered());
      for (CounterTotal part : answer.getSumList()) {
        sums.computeIfAbsent(Wire.key(part), key -> new TotalsSum())
            .add(Wire.total(part), () -> "");
      }
      rows += answer.getRows();
    }
    Map<CounterKey, Total> totals = new LinkedHashMap<>();
    sums.forEach((key, sum) -> totals.put(key, new Total(sum.total())));
    return new RangeSum(Collections.unmodifiableMap(totals), rows);
  }

  /**
   * Why a row is as it is, and what the guard would say to an event. Reads as its caller, changes
   * nothing.
   *
   * @param event the event asked about; empty for none
   */
  public RowExplanation explain(byte[] row, Optional<RowExplanation.Question> event)
      throws IOException {
    ExplainRowRequest request = ExplainWire.request(row, event);
    return ExplainWire.explanation(
        calls.call(row, (stub, controller, done) -> stub.explainRow(controller, request, done)));
  }

  /** What each region of the table says of itself, in row order. */
  public List<RegionStatus> status() throws IOException {
    RangeWalk walk = new RangeWalk(RowRange.all());
    List<RegionStatus> regions = new ArrayList<>();
    while (!walk.isDone()) {
      GetStatusResponse answer =
          calls.call(
              walk.cursor(),
              (stub, controller, done) ->
                  stub.getStatus(controller, GetStatusRequest.getDefaultInstance(), done));
      regions.add(StatusWire.status(answer));
      // a region that was split or merged meanwhile may begin before the cursor
      walk.answered(
          answer.getRange().toBuilder().setStart(ByteString.copyFrom(walk.cursor())).build());
    }
    return regions;
  }

  @Override
  public void close() throws IOException {
    if (owned) {
      connection.close();
    }
  }
}
