package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.RECENT;
import static org.sediment.counterexamples.Story.story;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Deltas that come again: before they were folded, and after. */
class ResentDeltasTest {
  /** A nudged event's delta is found again, since it was never nudged. */
  @Test
  void a12_theReplayOfANudgedEventAfterTheFoldIsListedOnce() throws IOException {
    long time = RECENT + 100;
    Story.Step event = r -> r.put(put("r", "5", time, "u:a=5", "x:qty:e1=+3"));
    story()
        .then(r -> r.put(put("r", "4", time, "u:a=4")))
        .then(event)
        .then(Steps::fold)
        .then(event)
        .then(event)
        .ends(
            r -> {
              assertThat(View.timed(r, "r")).isEqualTo("u:a=5@" + (time + 1));
              assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(3, 1));
            });
  }

  /** Without remembered event IDs a replay after the fold cannot be told from a late delta. */
  @Test
  void truth_deltasSentAgainAfterTheyWereFoldedAreNeverCountedTwice() throws IOException {
    for (long time : new long[] {RECENT, PAST}) {
      Story.Step deltas =
          r -> {
            for (int i = 0; i < 20; i++) {
              r.put(delta("r" + i % 2, time + i, "x:qty:e" + i + "=+" + i));
            }
          };
      story()
          .then(deltas)
          .then(deltas)
          .then(Steps::fold)
          .then(deltas)
          .then(Steps::fold)
          .then(deltas)
          .ends(
              r -> {
                assertThat(Counter.read(r, "r0", "qty")).isEqualTo(Counter.of(90, 10));
                assertThat(Counter.read(r, "r1", "qty")).isEqualTo(Counter.of(100, 10));
              });
    }
  }

  /** The last value of a delta wins while it is pending, in one batch and across batches. */
  @Test
  void soundK_aDeltaWrittenAgainWithAnotherValueIsCorrected() throws IOException {
    for (long time : new long[] {RECENT, PAST}) {
      story()
          .then(
              r ->
                  r.list(
                      delta("batch", time, "x:qty:e1=+1"),
                      delta("batch", time, "x:qty:e1=+2"),
                      delta("batch", time, "x:qty:e1=+2")))
          .then(r -> r.put(delta("calls", time, "x:qty:e1=+1")))
          .then(r -> r.put(delta("calls", time, "x:qty:e1=+5")))
          .ends(
              r -> {
                assertThat(Counter.read(r, "batch", "qty")).isEqualTo(Counter.of(2));
                assertThat(Counter.read(r, "calls", "qty")).isEqualTo(Counter.of(5));
              });
    }
  }
}
