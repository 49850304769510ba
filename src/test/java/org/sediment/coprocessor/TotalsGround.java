package org.sediment.coprocessor;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.fold.CounterTotal;
import org.sediment.model.Base;
import org.sediment.model.DeltaColumn;
import org.sediment.protocol.SedimentProtos.CounterSelection;
import org.sediment.protocol.SedimentProtos.KeyRange;
import org.sediment.protocol.SedimentProtos.ScanTotalsRequest;
import org.sediment.protocol.SedimentProtos.ScanTotalsResponse;
import org.sediment.protocol.SedimentProtos.SumTotalsRequest;
import org.sediment.protocol.SedimentProtos.SumTotalsResponse;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/**
 * A region with delta families whose cells a test plants as it likes, and the readers of totals
 * upon it. Sediment's write path is not there, so nothing is refused or folded.
 */
final class TotalsGround implements AutoCloseable {
  private final TestRegion region;

  TotalsGround(TestRegionBuilder builder) throws IOException {
    region = builder.withoutSediment().open();
  }

  static TotalsGround open() throws IOException {
    return new TotalsGround(TestRegion.builder().delta("x").delta("y"));
  }

  TestRegion region() {
    return region;
  }

  // ---- cells

  void cell(String row, String family, byte[] qualifier, long time, byte[] value)
      throws IOException {
    region.put(new Put(bytes(row)).addColumn(bytes(family), qualifier, time, value));
  }

  void delta(String row, String family, String counter, String id, long time, long amount)
      throws IOException {
    cell(row, family, DeltaColumn.delta(bytes(counter), bytes(id)), time, Bytes.toBytes(amount));
  }

  /** A base with a folded sequence ID above everything planted so far. */
  void base(String row, String family, String counter, long through, long sum) throws IOException {
    base(row, family, counter, through, sum, "int64", Long.MAX_VALUE);
  }

  void base(
      String row,
      String family,
      String counter,
      long through,
      long sum,
      String type,
      long foldedSequenceId)
      throws IOException {
    Base base = new Base("sum", type, through, BigDecimal.valueOf(sum), 1, 1, foldedSequenceId);
    cell(row, family, DeltaColumn.base(bytes(counter)), through, StoredFormats.encode(base));
  }

  // ---- reads

  TableSettings settings() {
    return SettingsReader.read(region.table(), new Configuration(false));
  }

  Selection select(CounterSelection request) throws IOException {
    return Selection.of(request, settings());
  }

  static CounterSelection all() {
    return CounterSelection.getDefaultInstance();
  }

  static CounterSelection counters(String... names) {
    CounterSelection.Builder out = CounterSelection.newBuilder();
    for (String name : names) {
      out.addCounter(ByteString.copyFromUtf8(name));
    }
    return out.build();
  }

  static CounterSelection asOf(long time) {
    return CounterSelection.newBuilder().setAsOf(time).build();
  }

  TotalsReader reader(CounterSelection request) throws IOException {
    return new TotalsReader(region.region(), select(request), new ReadBudget(0));
  }

  RowTotal row(String row, CounterSelection request) throws IOException {
    return reader(request).row(bytes(row));
  }

  /** The one total of a row that has only one. */
  CounterTotal only(String row) throws IOException {
    return only(row(row, all()));
  }

  static CounterTotal only(RowTotal row) {
    if (row.counters().size() != 1) {
      throw new AssertionError("not one counter but " + text(row));
    }
    return row.counters().get(0).total();
  }

  /** The row's totals as text: {@code x:qty=3, x:other=FAILED}. */
  static List<String> text(RowTotal row) {
    List<String> out = new ArrayList<>();
    for (RowTotal.OfCounter counter : row.counters()) {
      CounterTotal total = counter.total();
      out.add(
          counter.family().name()
              + ":"
              + Bytes.toStringBinary(counter.counter())
              + "="
              + (total.outcome() == CounterTotal.Outcome.EXACT ? total.value() : total.outcome()));
    }
    return out;
  }

  ScanTotalsResponse scan(ScanTotalsRequest request) throws IOException {
    return range(request.getSelection(), request.getMaxMillis()).scan(request);
  }

  SumTotalsResponse sum(String start, String stop, CounterSelection selection) throws IOException {
    return range(selection, 0)
        .sum(
            SumTotalsRequest.newBuilder()
                .setRange(keys(start, stop))
                .setSelection(selection)
                .build());
  }

  private RangeReader range(CounterSelection selection, long millis) throws IOException {
    ReadBudget budget = new ReadBudget(millis);
    return new RangeReader(
        region.region().getRegionInfo(),
        new TotalsReader(region.region(), select(selection), budget),
        budget);
  }

  static KeyRange keys(String start, String stop) {
    return KeyRange.newBuilder()
        .setStart(ByteString.copyFromUtf8(start))
        .setStop(ByteString.copyFromUtf8(stop))
        .build();
  }

  static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }

  @Override
  public void close() throws IOException {
    region.close();
  }
}
