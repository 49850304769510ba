package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writers and a fold that begin at the same moment: one of them always sees the other. */
final class FoldHandshakeTest {
  private static final int ROUNDS = 3000;
  private static final byte[] ROW = "r".getBytes(StandardCharsets.UTF_8);

  private final ExecutorService threads = Executors.newFixedThreadPool(2);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void aWriteThatIsInTimeIsAboveTheLimitOfEveryFold() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      MemoryParts memory = new MemoryParts(10);
      FoldRuns runs = new FoldRuns();
      CyclicBarrier start = new CyclicBarrier(2);
      long time = 50L + i % 100;
      Future<Boolean> inTime =
          threads.submit(
              () -> {
                start.await();
                if (time <= runs.highestLimit()) {
                  return false;
                }
                memory.register(time);
                return time > runs.highestLimit();
              });
      Future<Long> limit =
          threads.submit(
              () -> {
                start.await();
                FoldRun run = new FoldRun(100, Set.of(), 10);
                runs.begin(run);
                run.lower(FoldLimit.below(memory.common()));
                return run.limit();
              });
      long folded = limit.get(10, TimeUnit.SECONDS);
      if (inTime.get(10, TimeUnit.SECONDS)) {
        assertThat(folded).isLessThan(time);
      }
    }
  }

  @Test
  void aHeldWriteIsPassedByOrSpared() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      MemoryParts memory = new MemoryParts(i % 2);
      FoldRuns runs = new FoldRuns();
      FoldRun run = new FoldRun(100, Set.of(), i % 2);
      runs.begin(run);
      OpenFold fold = new OpenFold(run, runs, memory);
      CyclicBarrier start = new CyclicBarrier(2);
      Future<Boolean> passed =
          threads.submit(
              () -> {
                start.await();
                memory.hold(ROW, 50);
                return runs.passed(ROW, 50);
              });
      Future<Long> limit =
          threads.submit(
              () -> {
                start.await();
                long row = fold.enter(ROW);
                fold.wroteBase();
                fold.leave();
                return row;
              });
      long folded = limit.get(10, TimeUnit.SECONDS);
      if (!passed.get(10, TimeUnit.SECONDS)) {
        assertThat(folded)
            .as("else the write would be at or below the base, unseen")
            .isLessThan(50);
      }
    }
  }
}
