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
 * <p>{@code -Dsediment.seed=N} sets the first seed, {@code -Dsediment.histories.cluster=N} their
 * number. What is not bound to the cluster is better shrunk in one region.
 */
@ClusterTest
class ClusterHistoryTest {
  private static final int LENGTH = 20;
  private static final long DAY = 86_400_000;

  @Test
  void everyHistoryAnswersAsItsReplay(MiniCluster cluster) throws IOException {
    long first = Long.getLong("sediment.seed", 1);
    int number = Integer.getInteger("sediment.histories.cluster", 12);
    System.out.println("histories on a cluster: seeds from " + first + ", " + number + " of them");
    AtomicInteger kills = new AtomicInteger();
    int played = 0;
    for (long seed = first; played < number; seed++) {
      History history = dated(seed);
      if (history.timely() || ticks(history) > 8 * DAY || ticks(history) < 0) {
        continue; // of deltas that come in time, none would ever be folded under the real clock
      }
      played++;
      try (Stage stage = new ClusterStage(cluster, history.images(), kills)) {
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
  private static History dated(long seed) {
    long ticks = ticks(HistoryGenerator.make(seed, System.currentTimeMillis(), LENGTH));
    return HistoryGenerator.make(seed, System.currentTimeMillis() - ticks - 10_000, LENGTH);
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
