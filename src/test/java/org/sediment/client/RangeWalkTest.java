package org.sediment.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.sediment.protocol.SedimentProtos.KeyRange;

/** Answers must tile the range asked for. */
class RangeWalkTest {
  private static KeyRange keys(String start, String stop) {
    return Wire.range(
        start.getBytes(StandardCharsets.UTF_8), stop.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void endsWhenTheAnswersReachTheStop() throws IOException {
    RangeWalk walk = new RangeWalk(RowRange.of("b", "x"));
    assertThat(walk.rest()).isEqualTo(keys("b", "x"));
    walk.answered(keys("b", "m"));
    assertThat(walk.isDone()).isFalse();
    assertThat(walk.rest()).isEqualTo(keys("m", "x"));
    walk.answered(keys("m", "x"));
    assertThat(walk.isDone()).isTrue();
  }

  @Test
  void anOpenRangeEndsAtTheLastRegion() throws IOException {
    RangeWalk walk = new RangeWalk(RowRange.all());
    walk.answered(keys("", "m"));
    assertThat(walk.isDone()).isFalse();
    walk.answered(keys("m", ""));
    assertThat(walk.isDone()).isTrue();
  }

  @Test
  void gapsOverlapsStandstillAndOverrunAreErrors() {
    for (KeyRange wrong :
        new KeyRange[] {
          keys("c", "m"),
          keys("a", "m"),
          keys("b", "b"),
          keys("b", "a"),
          keys("b", "y"),
          keys("b", "")
        }) {
      RangeWalk walk = new RangeWalk(RowRange.of("b", "x"));
      assertThatThrownBy(() -> walk.answered(wrong))
          .as("%s", wrong)
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void anEmptyRangeIsRefused() {
    assertThatThrownBy(() -> new RangeWalk(RowRange.of("b", "b")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[b, b)");
  }

  @Test
  void aPrefixIsARangeAlsoAtItsLastByte() {
    assertThat(RowRange.prefix(new byte[] {1, 2}).stop()).containsExactly(1, 3);
    assertThat(RowRange.prefix(new byte[] {1, -1}).stop()).containsExactly(2);
    assertThat(RowRange.prefix(new byte[] {-1, -1}).stop()).isEmpty();
    assertThat(RowRange.prefix(new byte[] {127}).stop()).containsExactly(-128);
  }
}
