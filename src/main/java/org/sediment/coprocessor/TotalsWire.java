package org.sediment.coprocessor;

import com.google.protobuf.ByteString;
import org.sediment.fold.CounterTotal;
import org.sediment.model.FamilyName;
import org.sediment.protocol.SedimentProtos;

/** Totals as messages of the RPC. Stateless. */
final class TotalsWire {
  private TotalsWire() {}

  static SedimentProtos.RowTotals row(RowTotal row) {
    SedimentProtos.RowTotals.Builder out =
        SedimentProtos.RowTotals.newBuilder().setRow(ByteString.copyFrom(row.row()));
    for (RowTotal.OfCounter counter : row.counters()) {
      out.addTotal(counter(counter));
    }
    return out.build();
  }

  static SedimentProtos.CounterTotal counter(RowTotal.OfCounter of) {
    CounterTotal total = of.total();
    SedimentProtos.CounterTotal.Builder out =
        SedimentProtos.CounterTotal.newBuilder()
            .setFamily(ByteString.copyFrom(FamilyName.bytes(of.family().name())))
            .setCounter(ByteString.copyFrom(of.counter()))
            .setOutcome(SedimentProtos.CounterTotal.Outcome.valueOf(total.outcome().name()))
            .setLate(total.late());
    if (total.outcome() == CounterTotal.Outcome.FAILED) {
      return out.setError(total.error()).build();
    }
    if (total.outcome() == CounterTotal.Outcome.ABSENT) {
      return out.build();
    }
    out.setAggregator(total.aggregator())
        .setType(total.type())
        .setExact(StoredFormats.number(total.value()))
        .setCount(total.count())
        .setPending(total.pending());
    if (total.outcome() == CounterTotal.Outcome.EXACT && total.type().equals("int64")) {
      out.setValue(total.value().longValueExact());
    }
    if (total.newest() != CounterTotal.NONE) {
      out.setNewest(total.newest());
    }
    if (total.through() != CounterTotal.NONE) {
      out.setThrough(total.through());
    }
    return out.build();
  }
}
