package org.sediment.testing.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sediment.testing.ClusterTest;
import org.sediment.testing.MiniCluster;

/**
 * The histories of {@link HistoryTest}, fewer of them, on a cluster: through the clients, with
 * regions that move, split and merge, and servers that die.
 *
 * <p>{@code -Dsediment.seed=N} sets the first seed, {@code -Dsediment.histories.cluster=N}, {@code
 * -Dsediment.histories.cluster.cells=N} and {@code -Dsediment.histories.cluster.switched=N} their
 * numbers. What is not bound to the cluster is better shrunk in one region.
 */
@ClusterTest
class ClusterHistoryTest {
  private static final int LENGTH = 20;
  private static final long DAY = 86_400_000;

  @Test
  void everyHistoryAnswersAsItsReplay(MiniCluster cluster) throws IOException {
    play(cluster, Integer.getInteger("sediment.histories.cluster", 12), Mode.ROW);
  }

  @Test
  void everyHistoryOfPartialEventsInAnyOrderAnswersAsItsReplay(MiniCluster cluster)
      throws IOException {
    play(cluster, Integer.getInteger("sediment.histories.cluster.cells", 4), Mode.CELL);
  }

  @Test
  void everyHistoryOfATableWhoseModeIsSwitchedAnswersAsTheGuideSays(MiniCluster cluster)
      throws IOException {
    play(cluster, Integer.getInteger("sediment.histories.cluster.switched", 2), Mode.SWITCHED);
  }

  private static void play(MiniCluster cluster, int number, Mode mode) throws IOException {
    long first = Long.getLong("sediment.seed", 1);
    System.out.printf(
        "histories on a cluster in mode %s: seeds from %d, %d of them%n", mode, first, number);
    AtomicInteger kills = new AtomicInteger();
    int played = 0;
    for (long seed = first; played < number; seed++) {
      History history = dated(seed, mode);
      if (history.timely() || ticks(history) > 8 * DAY || ticks(history) < 0) {
        continue; // of deltas that come in time, none would ever be folded under the real clock
      }
      played++;
      try (Stage stage = new ClusterStage(cluster, history, kills)) {
        HistoryPlayer.play(history, stage);
      } catch (HistoryPlayer.StepFailed e) {
        throw new AssertionError("sediment.seed=" + seed + "\n" + history + e.getMessage(), e);
      }
    }
    System.out.println("histories on a cluster: " + kills + " servers killed");
    if (number >= 12) {
      assertThat(kills).as("servers killed, their logs replayed").hasPositiveValue();
    }
  }

  /** A history that ends now. */
  private static History dated(long seed, Mode mode) {
    long ticks = ticks(HistoryGenerator.make(seed, System.currentTimeMillis(), LENGTH, mode));
    return HistoryGenerator.make(seed, System.currentTimeMillis() - ticks - 10_000, LENGTH, mode);
  }

  private static long ticks(History history) {
    long highest = 0;
    long now = 0;
    for (Step step : history.steps()) {
      if (step instanceof Step.Tick tick) {
        now += tick.millis();
        highest = Math.max(highest, now);
      }
    }
    return highest;
  }
}
