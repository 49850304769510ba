package org.sediment.testing.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sediment.model.Sequence;

/** Compares what a row shows with what the model says. Stateless but for the model. */
final class RowChecks {
  private static final BigInteger FOUR = BigInteger.valueOf(4);

  private final Model model;
  private final boolean timely;

  RowChecks(Model model, boolean timely) {
    this.model = model;
    this.timely = timely;
  }

  void check(String row, RowView view) {
    Map<String, String> columns = new TreeMap<>(view.columns());
    String sequence = columns.remove("m:seq");
    String image = columns.remove("m:img");
    Map<String, String> expected = model.row(row);
    boolean cells = model.isByCell(row);
    Set<String> entries = new TreeSet<>();
    columns.keySet().stream()
        .filter(column -> column.startsWith("m:c:"))
        .forEach(column -> entries.add(column.substring(4)));
    columns.keySet().removeIf(column -> column.startsWith("m:c:"));
    assertThat(entries)
        .as("columns of row %s by their entries", row)
        .isEqualTo(cells ? expected.keySet() : Set.of());
    assertThat(columns).as("columns of row %s", row).isEqualTo(expected);
    Event highest = model.highest(row);
    if (!expected.isEmpty()) {
      assertThat(Sequence.parse(sequence))
          .as("m:seq of row %s", row)
          .isEqualTo(Sequence.parse(highest.sequence()));
    } else if (cells || highest == null || highest.rowDelete()) {
      assertThat(sequence).as("m:seq of row %s, which is not there", row).isNull();
      assertThat(image).as("m:img of row %s, which is not there", row).isNull();
    }
    assertThat(view.endpoint())
        .as("totals of row %s by the endpoint and by its bytes", row)
        .isEqualTo(RowView.plain(view.stored().totals()));
    if (timely) {
      assertThat(view.endpoint())
          .as("totals of row %s", row)
          .isEqualTo(RowView.plain(model.totals(row)));
    } else {
      Map<String, List<Model.Delta>> deltas = model.deltas(row);
      assertThat(deltas.keySet()).as("counters").containsAll(view.endpoint().keySet());
      deltas.forEach((counter, list) -> each(row, counter, list, view.stored()));
    }
  }

  /** Every delta is in the total once, or listed; what must not be in it is not, or is listed. */
  private static void each(
      String row, String counter, List<Model.Delta> deltas, StoredTotals stored) {
    BigInteger left =
        stored
            .totals()
            .getOrDefault(counter, BigDecimal.ZERO)
            .scaleByPowerOfTen(counter.startsWith("y") ? 2 : 0)
            .toBigIntegerExact();
    for (Model.Delta delta : deltas) {
      BigInteger unit = delta.change().value().unscaledValue();
      int times = left.divide(unit).mod(FOUR).intValueExact();
      left = left.subtract(unit.multiply(BigInteger.valueOf(times)));
      String id = delta.change().id();
      long time = delta.change().time();
      String what = "row " + row + ", delta " + delta + ", counted " + times + " times";
      if (delta.counts()) {
        if (times == 0) {
          assertThat(stored.hasOpen(counter, "DELTA", id, time))
              .as("%s, listed as late: %s", what, stored.entries())
              .isTrue();
        } else {
          assertThat(times).as(what).isEqualTo(1);
        }
      } else if (times != 0) {
        assertThat(times).as(what).isEqualTo(1);
        boolean listed =
            (delta.retracted() && stored.hasOpen(counter, "RETRACTION", id, time))
                || (delta.deleted()
                    && stored.entries().stream()
                        .anyMatch(
                            entry ->
                                entry.open()
                                    && entry.key().equals(counter)
                                    && entry.kind().equals("ROW_DELETE")
                                    && entry.time() > time));
        if (!listed) {
          fail(what + ", taken back or deleted, and not listed: " + stored.entries());
        }
      }
    }
    assertThat(left).as("rest of the total of %s in row %s", counter, row).isZero();
  }
}
