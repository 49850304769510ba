package org.sediment.client;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import org.sediment.model.FamilyName;
import org.sediment.protocol.SedimentProtos.CounterSelection;

/** Which counters of a row, and as of when. Immutable: each method gives a narrower query. */
public final class TotalsQuery {
  private static final TotalsQuery ALL = new TotalsQuery(CounterSelection.getDefaultInstance());

  private final CounterSelection selection;

  private TotalsQuery(CounterSelection selection) {
    this.selection = selection;
  }

  /** Every counter of every delta family, as of now. */
  public static TotalsQuery all() {
    return ALL;
  }

  /** This family only; together with others if called again. */
  public TotalsQuery family(String family) {
    return new TotalsQuery(
        selection.toBuilder().addFamily(ByteString.copyFrom(FamilyName.bytes(family))).build());
  }

  /** This counter only; together with others if called again. */
  public TotalsQuery counter(String counter) {
    return counter(counter.getBytes(StandardCharsets.UTF_8));
  }

  /** As {@link #counter(String)}, for names that are no text. */
  public TotalsQuery counter(byte[] counter) {
    return new TotalsQuery(selection.toBuilder().addCounter(ByteString.copyFrom(counter)).build());
  }

  /**
   * Without the deltas later than this time. A counter that is folded beyond it, or whose row was
   * deleted later, fails with an error that names the earliest time that can be answered.
   *
   * @param millis milliseconds since 1970, included
   */
  public TotalsQuery asOf(long millis) {
    return new TotalsQuery(selection.toBuilder().setAsOf(millis).build());
  }

  CounterSelection selection() {
    return selection;
  }
}
