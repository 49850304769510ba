package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.coprocessor.TotalsGround.all;
import static org.sediment.coprocessor.TotalsGround.bytes;
import static org.sediment.coprocessor.TotalsGround.counters;
import static org.sediment.coprocessor.TotalsGround.keys;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.junit.jupiter.api.Test;
import org.sediment.model.DeltaColumn;
import org.sediment.model.Late;
import org.sediment.protocol.SedimentProtos.CounterSelection;
import org.sediment.protocol.SedimentProtos.CounterTotal;
import org.sediment.protocol.SedimentProtos.ScanTotalsRequest;
import org.sediment.protocol.SedimentProtos.ScanTotalsResponse;
import org.sediment.protocol.SedimentProtos.SumTotalsResponse;

/** Answers over a range of rows: pages that tile it, and sums. */
class RangeReaderTest {
  private static String name(int row) {
    return String.format("r%03d", row);
  }

  private static void fill(TotalsGround ground, int rows) throws IOException {
    for (int i = 0; i < rows; i++) {
      ground.delta(name(i), "x", "c", "1", 100, i);
      ground.delta(name(i), "x", "c", "2", 100, 1);
      ground.delta(name(i), "y", "d", "1", 100, 1);
    }
  }

  /** Walks a range as the client does. */
  private static List<String> walk(TotalsGround ground, ScanTotalsRequest request)
      throws IOException {
    List<String> rows = new ArrayList<>();
    ByteString stop = request.getRange().getStop();
    ScanTotalsRequest next = request;
    while (true) {
      ScanTotalsResponse page = ground.scan(next);
      assertThat(page.getCovered().getStart()).isEqualTo(next.getRange().getStart());
      page.getRowList().forEach(row -> rows.add(row.getRow().toStringUtf8()));
      if (page.getCovered().getStop().equals(stop)) {
        return rows;
      }
      next =
          next.toBuilder()
              .setRange(next.getRange().toBuilder().setStart(page.getCovered().getStop()))
              .build();
    }
  }

  @Test
  void tinyPagesTileTheRange() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      fill(ground, 50);
      List<String> expected = new ArrayList<>();
      for (int i = 10; i < 40; i++) {
        expected.add(name(i));
      }
      ScanTotalsRequest request =
          ScanTotalsRequest.newBuilder().setRange(keys(name(10), name(40))).build();
      assertThat(walk(ground, request)).isEqualTo(expected);
      for (int rows = 1; rows < 35; rows += 3) {
        assertThat(walk(ground, request.toBuilder().setMaxRows(rows).build())).isEqualTo(expected);
      }
      assertThat(walk(ground, request.toBuilder().setMaxBytes(1).build())).isEqualTo(expected);
      assertThat(walk(ground, request.toBuilder().setMaxBytes(300).build())).isEqualTo(expected);
      assertThat(ground.scan(request.toBuilder().setMaxRows(7).build()).getRowCount()).isEqualTo(7);
    }
  }

  @Test
  void aRowIsNeverCutBetweenPages() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      fill(ground, 3);
      ScanTotalsResponse page =
          ground.scan(ScanTotalsRequest.newBuilder().setRange(keys("", "")).setMaxBytes(1).build());
      assertThat(page.getRowCount()).isEqualTo(1);
      assertThat(page.getRow(0).getTotalCount()).isEqualTo(2);
      assertThat(page.getCovered()).isEqualTo(keys("", name(0) + "\0"));
    }
  }

  @Test
  void rowsWithoutTheCountersAskedForAreCoveredButNotListed() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      fill(ground, 20);
      ground.delta(name(7), "y", "rare", "1", 100, 5);
      ScanTotalsResponse page =
          ground.scan(
              ScanTotalsRequest.newBuilder()
                  .setRange(keys("", ""))
                  .setSelection(counters("rare"))
                  .build());
      assertThat(page.getRowCount()).isEqualTo(1);
      assertThat(page.getRow(0).getRow().toStringUtf8()).isEqualTo(name(7));
      assertThat(page.getCovered()).isEqualTo(keys("", ""));
    }
  }

  /** An answer covers no row that the region does not hold: the client asks the next region. */
  @Test
  void r31_aRangeIsClippedToItsRegion() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      fill(ground, 10);
      ground.region().split(name(5));
      for (String stop : List.of(name(8), "")) {
        SumTotalsResponse sum = ground.sum(name(2), stop, all());
        assertThat(sum.getCovered()).isEqualTo(keys(name(2), name(5)));
        assertThat(sum.getRows()).isEqualTo(3);
        ScanTotalsResponse page =
            ground.scan(ScanTotalsRequest.newBuilder().setRange(keys(name(2), stop)).build());
        assertThat(page.getCovered()).isEqualTo(keys(name(2), name(5)));
        assertThat(page.getRowCount()).isEqualTo(3);
      }
      assertThat(ground.sum(name(2), name(4), all()).getCovered())
          .isEqualTo(keys(name(2), name(4)));
      assertThatThrownBy(() -> ground.sum(name(5), name(8), all()))
          .as("HBase's client looks for the region again")
          .isInstanceOf(NotServingRegionException.class);
    }
  }

  @Test
  void sumsAreOnePerFamilyAndCounter() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      fill(ground, 10);
      ground.base(name(3), "x", "c", 200, 1000);
      ground.delta(name(3), "x", "c", "3", 300, 5);
      SumTotalsResponse sum = ground.sum(name(2), name(5), all());
      assertThat(sum.getRows()).isEqualTo(3);
      assertThat(sum.getCovered()).isEqualTo(keys(name(2), name(5)));
      assertThat(sum.getSumList()).extracting(CounterTotal::getValue).containsExactly(1013L, 3L);
      assertThat(sum.getSum(0).getNewest()).isEqualTo(300);
      assertThat(sum.getSum(0).hasThrough()).isFalse();
    }
  }

  /** Absent, not 0: a sum over such rows is none, and no row is counted; but the entries are. */
  @Test
  void lateEntriesOfACounterThatHasNoTotalAreToldWithoutOne() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      byte[] open = StoredFormats.encode(Late.arrived(Late.Kind.DELTA, new byte[8], 1));
      ground.cell("a", "x", DeltaColumn.lateDelta(bytes("c"), bytes("1")), 100, open);
      ground.cell("b", "x", DeltaColumn.lateDelta(bytes("c"), bytes("1")), 100, open);
      SumTotalsResponse sum = ground.sum("", "", all());
      assertThat(sum.getRows()).isZero();
      assertThat(sum.getSumList()).hasSize(1);
      assertThat(sum.getSum(0).getOutcome()).isEqualTo(CounterTotal.Outcome.ABSENT);
      assertThat(sum.getSum(0).hasExact() || sum.getSum(0).hasValue()).isFalse();
      assertThat(sum.getSum(0).getLate()).isEqualTo(2);
      ScanTotalsResponse page =
          ground.scan(ScanTotalsRequest.newBuilder().setRange(keys("", "b")).build());
      assertThat(page.getRow(0).getTotal(0).getOutcome()).isEqualTo(CounterTotal.Outcome.ABSENT);
      assertThat(page.getRow(0).getTotal(0).getLate()).isEqualTo(1);
      ground.delta("c", "x", "c", "1", 100, 7);
      assertThat(ground.sum("", "", all()).getSum(0).getValue()).isEqualTo(7);
      assertThat(ground.sum("", "", all()).getSum(0).getLate()).isEqualTo(2);
      assertThat(ground.sum("", "", all()).getRows()).isEqualTo(1);
    }
  }

  @Test
  void aSumOverAPoisonedRowIsAnErrorThatNamesTheRow() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      fill(ground, 5);
      ground.cell(name(3), "x", bytes("c:bad"), 100, bytes("abc"));
      SumTotalsResponse sum = ground.sum("", "", all());
      assertThat(sum.getSum(0).getOutcome()).isEqualTo(CounterTotal.Outcome.FAILED);
      assertThat(sum.getSum(0).getError()).contains("row '" + name(3) + "'", "x:c:bad");
      assertThat(sum.getSum(1).getValue()).isEqualTo(5);
    }
  }

  @Test
  void aSumMayOverflow() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      ground.delta("a", "x", "c", "1", 100, Long.MAX_VALUE);
      ground.delta("b", "x", "c", "1", 100, 1);
      CounterTotal sum = ground.sum("", "", all()).getSum(0);
      assertThat(sum.getOutcome()).isEqualTo(CounterTotal.Outcome.OVERFLOW);
      assertThat(sum.hasValue()).isFalse();
      assertThat(StoredFormats.decimal(sum.getExact())).isEqualByComparingTo("9223372036854775808");
    }
  }

  @Test
  void wrongRequestsAreRefusedForGood() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      assertThatThrownBy(() -> ground.sum("b", "a", all()))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'b'");
      assertThatThrownBy(() -> ground.sum("b", "b", all()))
          .isInstanceOf(DoNotRetryIOException.class);
      assertThatThrownBy(() -> ground.sum("", "", counters("a:b")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'a:b'");
      CounterSelection none =
          CounterSelection.newBuilder().addFamily(ByteString.copyFromUtf8("nope")).build();
      assertThatThrownBy(() -> ground.sum("", "", none))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'nope'")
          .hasMessageContaining("[x, y]");
    }
  }
}
