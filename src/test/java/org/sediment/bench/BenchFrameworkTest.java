package org.sediment.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The arithmetic behind the figures. */
class BenchFrameworkTest {
  @Test
  void medianAndQuartilesComeFromSortedRounds() {
    Ratio ratio = Ratio.of(new double[] {5, 1, 3, 2, 4});

    assertThat(ratio).isEqualTo(new Ratio(3, 2, 4, 1, 5));
    assertThat(Ratio.median(new double[] {1, 2})).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void ratioIsOfRoundsThatRanSideBySideAndOrderAlternates() throws Exception {
    List<String> order = new ArrayList<>();
    long[] slow = {100, 200, 400};
    SideBySide both =
        SideBySide.run(
            1,
            2,
            List.of(
                round -> {
                  order.add("a" + round);
                  return new Sample(10, slow[round]);
                },
                round -> {
                  order.add("b" + round);
                  return new Sample(10, slow[round] * 2);
                }));

    assertThat(order).containsExactly("a0", "b0", "b1", "a1", "a2", "b2");
    assertThat(both.rounds()).isEqualTo(2);
    assertThat(both.ratio(0, 1).median()).isCloseTo(2, within(1e-9));
  }

  @Test
  void figureMissesItsBarWhenAnyRatioDoes() {
    Ratio good = Ratio.of(new double[] {1.0});
    Ratio bad = Ratio.of(new double[] {0.8});

    assertThat(new Figure("f", "a / b", 0.9).ratio(good, 1).met()).isTrue();
    assertThat(new Figure("f", "a / b", 0.9).ratio(good, 1).also("replays_10", bad).met())
        .isFalse();
  }

  @Test
  void lineOfAFigureIsJson() {
    Figure figure =
        new Figure("f", "\"a\" / b", 0.9)
            .ratio(Ratio.of(new double[] {0.97}), 9)
            .with("replays", 0)
            .with("rate", 12345.6);

    assertThat(figure.json())
        .isEqualTo(
            "{\"bench\": \"f\", \"ratio\": 0.9700, \"of\": \"\\\"a\\\" / b\", \"bar\": 0.9000,"
                + " \"met\": true, \"rounds\": 9, \"spread\": [0.9700, 0.9700],"
                + " \"range\": [0.9700, 0.9700], \"replays\": 0, \"rate\": 12346,"
                + " \"end_state\": \"right\"}");
    assertThat(Figure.voided("f", "wrong").json())
        .isEqualTo("{\"bench\": \"f\", \"ratio\": null, \"void\": \"wrong\"}");
  }

  @Test
  void failureOfAThreadIsTheLoadsFailure() {
    assertThatThrownBy(
            () ->
                Load.time(
                    2,
                    thread -> {
                      throw new WrongEndState("thread " + thread);
                    }))
        .isInstanceOf(WrongEndState.class);
  }
}
