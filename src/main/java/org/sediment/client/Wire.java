package org.sediment.client;

import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sediment.fold.CounterTotal;
import org.sediment.model.FamilyName;
import org.sediment.protocol.SedimentProtos;

/** Messages of the RPC as values of this package. Stateless. */
final class Wire {
  private Wire() {}

  static RowTotals row(SedimentProtos.RowTotals row) {
    return new RowTotals(row.getRow().toByteArray(), totals(row.getTotalList()));
  }

  static Map<CounterKey, Total> totals(List<SedimentProtos.CounterTotal> messages) {
    Map<CounterKey, Total> out = new LinkedHashMap<>();
    messages.forEach(message -> out.put(key(message), new Total(total(message))));
    return Collections.unmodifiableMap(out);
  }

  static CounterKey key(SedimentProtos.CounterTotal message) {
    return new CounterKey(
        FamilyName.text(message.getFamily().toByteArray()), message.getCounter().toByteArray());
  }

  static CounterTotal total(SedimentProtos.CounterTotal message) {
    if (message.getOutcome() == SedimentProtos.CounterTotal.Outcome.FAILED) {
      return CounterTotal.failed(message.getError(), message.getLate());
    }
    if (message.getOutcome() == SedimentProtos.CounterTotal.Outcome.ABSENT) {
      return CounterTotal.absent(message.getLate());
    }
    return new CounterTotal(
        CounterTotal.Outcome.valueOf(message.getOutcome().name()),
        message.getAggregator(),
        message.getType(),
        number(message.getExact()),
        message.getCount(),
        null,
        message.hasNewest() ? message.getNewest() : CounterTotal.NONE,
        message.hasThrough() ? message.getThrough() : CounterTotal.NONE,
        message.getPending(),
        message.getLate());
  }

  static SedimentProtos.KeyRange range(byte[] start, byte[] stop) {
    return SedimentProtos.KeyRange.newBuilder()
        .setStart(ByteString.copyFrom(start))
        .setStop(ByteString.copyFrom(stop))
        .build();
  }

  private static BigDecimal number(SedimentProtos.Number number) {
    return new BigDecimal(new BigInteger(number.getUnscaled().toByteArray()), number.getScale());
  }
}
