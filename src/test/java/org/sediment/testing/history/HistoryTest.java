package org.sediment.testing.history;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestClock;

/**
 * Promises 1 to 4 on random histories of one region.
 *
 * <p>{@code -Dsediment.seed=N} sets the first seed, {@code -Dsediment.histories=N}, {@code
 * -Dsediment.histories.cells=N} and {@code -Dsediment.histories.switched=N} their numbers. A
 * failure prints its seed and the shortest history found that still fails.
 */
class HistoryTest {
  private static final int LENGTH = 24;

  @Test
  void everyHistoryAnswersAsItsReplay() {
    play(Integer.getInteger("sediment.histories", 2000), Mode.ROW);
  }

  @Test
  void everyHistoryOfPartialEventsInAnyOrderAnswersAsItsReplay() {
    play(Integer.getInteger("sediment.histories.cells", 600), Mode.CELL);
  }

  @Test
  void everyHistoryOfATableWhoseModeIsSwitchedAnswersAsTheGuideSays() {
    play(Integer.getInteger("sediment.histories.switched", 120), Mode.SWITCHED);
  }

  private static void play(int number, Mode mode) {
    long first = Long.getLong("sediment.seed", 1);
    System.out.println(
        "histories in mode " + mode + ": seeds " + first + " to " + (first + number - 1));
    long began = System.nanoTime();
    for (long seed = first; seed < first + number; seed++) {
      History history = HistoryGenerator.make(seed, TestClock.START, LENGTH, mode);
      AssertionError failure = failure(history);
      if (failure != null) {
        throw Shrinker.shrunk(history, failure, HistoryTest::failure);
      }
    }
    System.out.println(
        "histories: " + number + " in " + (System.nanoTime() - began) / 1_000_000 + " ms");
  }

  private static AssertionError failure(History history) {
    try (Stage stage = new RegionStage(history)) {
      HistoryPlayer.play(history, stage);
      return null;
    } catch (HistoryPlayer.StepFailed e) {
      return e;
    } catch (IOException e) {
      return new AssertionError("the region did not open or close", e);
    }
  }
}
