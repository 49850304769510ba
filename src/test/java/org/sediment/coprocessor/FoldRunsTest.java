package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** When writers must heed a fold, and when it is over. */
final class FoldRunsTest {
  private final FoldRuns runs = new FoldRuns();
  private final FoldRun run = new FoldRun(100, Set.of("f1", "f2"), 2);

  private static byte[] row(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aRunBindsFromItsBeginningToTheSwapOfItsFiles() {
    assertThat(runs.highestLimit()).isEqualTo(Long.MIN_VALUE);
    runs.begin(run);
    assertThat(runs.highestLimit()).isEqualTo(100);
    assertThat(runs.scanning()).isEqualTo(1);
    run.lower(80);
    run.lower(90);
    assertThat(runs.highestLimit()).isEqualTo(80);
    run.enter(row("b"));
    run.wroteBase();
    run.leave();
    run.finish();
    assertThat(runs.scanning()).isZero();
    runs.settle(Set.of("f2", "f3"));
    assertThat(runs.passed(row("b"), 80)).as("its inputs are still listed").isTrue();
    runs.settle(Set.of("f3", "out"));
    assertThat(runs.passed(row("b"), 80)).as("now the base can be read").isFalse();
    assertThat(runs.highestLimit()).as("but such a time is not in time for ever").isEqualTo(80);
  }

  /** A store lists its files by copying them: not for each of a backfill's deltas. */
  @Test
  void filesAreListedOnlyForALateWriteOfAFinishedRun() {
    AtomicInteger listings = new AtomicInteger();
    Set<String> files = new HashSet<>(Set.of("f1", "f2"));
    Supplier<Set<String>> listed =
        () -> {
          listings.incrementAndGet();
          return files;
        };
    runs.begin(run);
    run.enter(row("b"));
    run.wroteBase();
    run.leave();
    assertThat(runs.passed(row("a"), 80, listed)).isFalse();
    assertThat(runs.passed(row("b"), 80, listed)).as("it may not be ended yet").isTrue();
    run.finish();
    assertThat(runs.passed(row("a"), 80, listed)).isFalse();
    assertThat(runs.passed(row("b"), 101, listed)).isFalse();
    assertThat(listings).hasValue(0);
    assertThat(runs.passed(row("b"), 80, listed)).as("its inputs are listed").isTrue();
    assertThat(listings).hasValue(1);
    files.removeAll(Set.of("f1", "f2"));
    assertThat(runs.passed(row("b"), 80, listed)).as("its base can be read").isFalse();
    assertThat(listings).hasValue(2);
    assertThat(runs.passed(row("b"), 80, listed)).isFalse();
    assertThat(listings).as("nothing is in force any more").hasValue(2);
    assertThat(runs.highestLimit()).isEqualTo(100);
  }

  @Test
  void aRunClosedBeforeItsLastCellLeavesNothing() {
    runs.begin(run);
    runs.abandon(run);
    assertThat(runs.isEmpty()).isTrue();
    assertThat(runs.highestLimit()).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void aRunThatFinishedAndIsClosedStaysInForce() {
    runs.begin(run);
    run.finish();
    runs.abandon(run);
    assertThat(runs.isEmpty()).isFalse();
  }

  @Test
  void aRunPassesTheRowItIsInAndRowsItWroteABaseFor() {
    runs.begin(run);
    assertThat(runs.passed(row("a"), 1)).isFalse();
    run.enter(row("a"));
    assertThat(runs.passed(row("a"), 100)).isTrue();
    assertThat(runs.passed(row("a"), 101)).as("above its limit").isFalse();
    run.leave();
    assertThat(runs.passed(row("a"), 100)).as("nothing was folded there").isFalse();
    run.enter(row("b"));
    run.wroteBase();
    run.leave();
    run.enter(row("c"));
    assertThat(runs.passed(row("b"), 100)).isTrue();
    assertThat(runs.passed(row("bb"), 100)).isFalse();
    assertThat(runs.passed(row("d"), 100)).as("ahead").isFalse();
  }

  @Test
  void whenTooManyRowsGotABaseEveryRowBehindIsPassed() {
    runs.begin(run);
    for (String text : new String[] {"b", "c", "d"}) {
      run.enter(row(text));
      run.wroteBase();
      run.leave();
    }
    assertThat(runs.passed(row("a"), 100)).isTrue();
    assertThat(runs.passed(row("d"), 100)).isTrue();
    assertThat(runs.passed(row("e"), 100)).isFalse();
  }
}
