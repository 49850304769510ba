package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Story.RECENT;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;

/** Cases from the field about many writers at once. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class CasesOfThreadsTest {
  private static final int WRITERS = 16;

  private static void all(List<Callable<Void>> tasks) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(tasks.size());
    try {
      List<Future<Void>> futures = new ArrayList<>();
      tasks.forEach(task -> futures.add(pool.submit(task)));
      for (Future<Void> future : futures) {
        future.get(); // an error of a writer is an error of the test
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void r15_equalDeltasOfParallelWritersAreToldApartByTheirIds() throws Exception {
    try (TestRegion region = Story.ordinary().open()) {
      region.clock().set(Story.NOW);
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        String source = "w" + writer + "-";
        boolean lists = writer % 2 == 0;
        tasks.add(
            () -> {
              for (int part = 0; part < 125; part++) {
                List<Mutation> list = new ArrayList<>();
                for (int i = 0; i < 5; i++) {
                  list.add(delta("r", RECENT, "x:qty:" + source + (part * 5 + i) + "=+2"));
                  list.add(delta("r", RECENT, "x:same:" + (part * 5 + i) + "=+2"));
                }
                send(region, list, lists);
              }
              return null;
            });
      }
      AtomicInteger rounds = new AtomicInteger();
      tasks.add(
          () -> {
            while (rounds.incrementAndGet() < 8) {
              region.flush();
              region.majorCompact("x");
            }
            return null;
          });
      all(tasks);
      Story.everywhere(
          region,
          r -> {
            assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(WRITERS * 625 * 2L));
            assertThat(Counter.read(r, "r", "same")).isEqualTo(Counter.of(625 * 2L));
          });
    }
  }

  private static void send(TestRegion region, List<Mutation> mutations, boolean asList)
      throws IOException {
    if (asList) {
      assertThat(region.list(mutations))
          .extracting(OperationStatus::getOperationStatusCode)
          .containsOnly(OperationStatusCode.SUCCESS);
    } else {
      for (Mutation mutation : mutations) {
        region.put((org.apache.hadoop.hbase.client.Put) mutation);
      }
    }
  }

  @Test
  void r34_batchesOverTheSameRowsInOppositeOrdersEndWell() throws Exception {
    Random random = Seeds.random("r34");
    int rows = 50;
    int rounds = 12;
    AtomicInteger sequence = new AtomicInteger();
    try (TestRegion region =
        Interference.on(Story.ordinary()).conf("hbase.rowlock.wait.duration", "1000").open()) {
      region.clock().set(Story.NOW);
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        long seed = random.nextLong();
        tasks.add(
            () -> {
              Random own = new Random(seed);
              for (int round = 0; round < rounds; round++) {
                int event = sequence.incrementAndGet();
                List<Mutation> list = new ArrayList<>();
                for (int row = 0; row < rows; row++) {
                  list.add(put("r" + row, "" + event, RECENT, "u:a=" + event));
                }
                Collections.shuffle(list, own);
                if (own.nextInt(6) == 0) {
                  // the next batch, this one or another's, breaks off behind the guard's back
                  Interference.after(region)
                      .once(
                          Interference.At.POST_INDISPENSABLY,
                          () -> {
                            throw new IOException("breaks off");
                          });
                }
                untilAccepted(region, list);
              }
              return null;
            });
      }
      all(tasks);
      int last = sequence.get();
      for (int row = 0; row < rows; row++) {
        region.put(put("r" + row, "" + (last + 1), RECENT, "u:b=1"));
      }
      Story.everywhere(
          region,
          r -> {
            for (int row = 0; row < rows; row++) {
              assertThat(View.row(r, "r" + row)).isEqualTo("u:a=" + last + " u:b=1");
            }
          });
    }
  }

  /** What a client does: it sends again what was not accepted, until it is. */
  private static void untilAccepted(TestRegion region, List<Mutation> given) throws IOException {
    List<Mutation> left = new ArrayList<>(given);
    IOException last = null;
    for (int attempt = 0; attempt < 20 && !left.isEmpty(); attempt++) {
      List<Mutation> copies = new ArrayList<>();
      for (Mutation mutation : left) {
        copies.add(
            new org.apache.hadoop.hbase.client.Put((org.apache.hadoop.hbase.client.Put) mutation));
      }
      try {
        OperationStatus[] answers = region.list(copies);
        for (int i = answers.length - 1; i >= 0; i--) {
          if (answers[i].getOperationStatusCode() == OperationStatusCode.SUCCESS) {
            left.remove(i);
          }
        }
      } catch (IOException e) {
        last = e;
      }
    }
    if (!left.isEmpty()) {
      throw new IOException(left.size() + " mutations were never accepted", last);
    }
  }
}
