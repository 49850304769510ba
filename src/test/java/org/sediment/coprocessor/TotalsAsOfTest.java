package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.coprocessor.TotalsGround.asOf;
import static org.sediment.coprocessor.TotalsGround.bytes;
import static org.sediment.coprocessor.TotalsGround.text;

import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.junit.jupiter.api.Test;
import org.sediment.protocol.SedimentProtos.ScanTotalsRequest;
import org.sediment.protocol.SedimentProtos.ScanTotalsResponse;

/** Totals as of an earlier time: exact, or an error that names the earliest answerable time. */
class TotalsAsOfTest {
  @Test
  void laterDeltasAreLeftOut() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      ground.delta("r", "x", "c", "1", 100, 1);
      ground.delta("r", "x", "c", "2", 200, 2);
      assertThat(text(ground.row("r", asOf(99)))).isEmpty();
      assertThat(text(ground.row("r", asOf(100)))).containsExactly("x:c=1");
      assertThat(text(ground.row("r", asOf(200)))).containsExactly("x:c=3");
    }
  }

  @Test
  void belowTheBaseIsAnErrorThatNamesTheEarliestTime() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      ground.base("r", "x", "c", 200, 5);
      ground.delta("r", "x", "d", "1", 100, 1);
      assertThat(text(ground.row("r", asOf(200)))).containsExactly("x:c=5", "x:d=1");
      assertThat(text(ground.row("r", asOf(199)))).containsExactly("x:c=FAILED", "x:d=1");
      assertThat(ground.row("r", asOf(199)).counters().get(0).total().error())
          .contains("'x:c;'", "199", "earliest answerable time is 200");
    }
  }

  @Test
  void belowARowDeleteIsAnErrorAlsoWhenNothingOfTheRowIsLeft() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      ground.delta("r", "x", "c", "1", 100, 1);
      ground.delta("r", "y", "c", "1", 100, 7);
      ground.delta("s", "x", "c", "1", 100, 9);
      ground.region().delete(new Delete(bytes("r")).addFamily(bytes("x"), 150));
      assertThat(text(ground.row("r", asOf(120)))).containsExactly("y:c=7", "x:=FAILED");
      assertThat(ground.row("r", asOf(120)).counters().get(1).total().error())
          .contains("earliest answerable time is 150");
      ScanTotalsResponse all =
          ground.scan(
              ScanTotalsRequest.newBuilder()
                  .setRange(TotalsGround.keys("", ""))
                  .setSelection(asOf(120))
                  .build());
      assertThat(all.getRowCount()).isEqualTo(2);
      assertThat(all.getRow(0).getTotalCount()).isEqualTo(2);
      ground.delta("r", "x", "c", "2", 160, 3);
      assertThat(text(ground.row("r", asOf(155)))).containsExactly("y:c=7");
      assertThat(text(ground.row("r", asOf(149)))).containsExactly("y:c=7", "x:=FAILED");
      assertThat(text(ground.row("r", asOf(160)))).containsExactly("x:c=3", "y:c=7");
    }
  }

  @Test
  void aNegativeTimeIsRefused() throws IOException {
    try (TotalsGround ground = TotalsGround.open()) {
      assertThatThrownBy(() -> ground.row("r", asOf(-1)))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("milliseconds");
    }
  }
}
