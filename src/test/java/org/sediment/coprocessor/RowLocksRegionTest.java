package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.coprocessor.Changes.set;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.testing.TestRegion;

/** Own row locks on a real region: held long enough, and never left behind. */
class RowLocksRegionTest {
  private static final long T = 1_000_000;
  private static final int BEFORE_US = 1;
  private static final int AFTER_US = Integer.MAX_VALUE;

  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private TestRegion region;

  @BeforeEach
  void open() throws IOException {
    region =
        TestRegion.builder().sequence().upsert("u").coprocessor(Trouble.class, AFTER_US).open();
  }

  @AfterEach
  void close() throws IOException {
    other.shutdownNow();
    region.close();
  }

  private void reopenWithTroubleFirst() throws IOException {
    region.close();
    region =
        TestRegion.builder().sequence().upsert("u").coprocessor(Trouble.class, BEFORE_US).open();
  }

  /** Writes from another thread, which owns no lock of this one's. */
  private void putElsewhere(Put put) throws Exception {
    other
        .submit(
            () -> {
              region.put(put);
              return null;
            })
        .get(20, TimeUnit.SECONDS);
  }

  /** HBase shares its row lock among plain Puts; the guard must not judge both by one state. */
  @Test
  void twoPlainPutsInTheHookTogether() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Put first =
        Trouble.at(
            Trouble.PRE_BATCH,
            set("r", "2", T, "a", "two"),
            "wait",
            env -> {
              inside.countDown();
              await(go);
            });
    Future<?> slow =
        other.submit(
            () -> {
              region.put(first);
              return null;
            });
    await(inside);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread second =
        new Thread(
            () -> {
              try {
                region.put(set("r", "1", T + 1, "a", "one"));
              } catch (IOException | RuntimeException e) {
                failure.set(e);
              }
            });
    second.start();
    second.join(300);
    assertThat(second.isAlive()).as("waits for the first").isTrue();
    go.countDown();
    slow.get(10, TimeUnit.SECONDS);
    second.join(10_000);
    assertThat(failure.get()).isNull();
    assertThat(region.value("r", "u", "a")).isEqualTo("two");
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(20, TimeUnit.SECONDS)) {
        throw new IOException("nobody came");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {Trouble.PRE_BATCH, Trouble.POST_BATCH, Trouble.POST_PUT, Trouble.LAST})
  void troubleOfAnotherCoprocessorLeavesNoLockBehind(String point) throws Exception {
    for (int round = 0; round < 2; round++) {
      if (round == 1) {
        reopenWithTroubleFirst();
      }
      Put failing = Trouble.failAt(point, set("r", "1", T, "a", "one"));
      assertThatThrownBy(() -> region.put(failing)).isInstanceOf(IOException.class);
      putElsewhere(set("r", "3", T, "a", "three"));
      region.put(set("r", "2", T + 9, "a", "two"));
      assertThat(region.value("r", "u", "a")).isEqualTo("three");
      putElsewhere(set("r", "4", T, "a", "four"));
      assertThat(region.value("r", "u", "a")).isEqualTo("four");
      assertThat(heldLocks()).isZero();
    }
  }

  private int heldLocks() {
    SedimentCoprocessor sediment =
        (SedimentCoprocessor)
            region
                .region()
                .getCoprocessorHost()
                .findCoprocessor(SedimentCoprocessor.class.getName());
    return ((SedimentObserver) sediment.getRegionObserver().orElseThrow()).writes().lockedRows();
  }

  /** The event after a failed one goes above it: its WAL entry may yet be replayed. */
  @Test
  void eventAfterAFailedOneGoesAboveItsTime() throws Exception {
    Put failing = Trouble.failAt(Trouble.PRE_BATCH, set("r", "5", T + 50, "a", "failed"));
    assertThatThrownBy(() -> region.put(failing)).isInstanceOf(IOException.class);
    assertThat(region.value("r", "u", "a")).isNull();
    region.put(set("r", "6", T, "a", "six"));
    assertThat(region.get("r").rawCells()[0].getTimestamp()).isEqualTo(T + 51);
    region.clock().advance(10);
    region.flush();
    Put retried = set("r", "5", T + 50, "a", "failed");
    region.put(retried);
    assertThat(region.value("r", "u", "a")).isEqualTo("six");
  }

  @Test
  void failedEventCanBeSentAgain() throws Exception {
    region.put(set("r", "4", T, "a", "four"));
    Put failing = Trouble.failAt(Trouble.PRE_BATCH, set("r", "5", T + 50, "a", "five"));
    assertThatThrownBy(() -> region.put(failing)).isInstanceOf(IOException.class);
    region.put(set("r", "5", T + 50, "a", "five"));
    assertThat(region.value("r", "u", "a")).isEqualTo("five");
  }

  /** What another coprocessor takes out of the batch was never accepted. */
  @Test
  void eventSkippedByAnotherCoprocessorIsNotRemembered() throws Exception {
    Put skipped = set("r", "5", T, "a", "five");
    skipped.setAttribute(Trouble.SKIP, new byte[] {1});
    region.put(skipped);
    region.put(set("r", "4", T, "a", "four"));
    assertThat(region.value("r", "u", "a")).isEqualTo("four");
  }

  /** HBase itself keeps silent about the failure of a single put that is answered by a status. */
  @Test
  void refusalOfANestedPutReachesTheCoprocessorThatMadeItAlsoInsideAList() throws Exception {
    AtomicReference<IOException> refusal = new AtomicReference<>();
    Put outer =
        Trouble.at(
            Trouble.PRE_BATCH,
            set("r", "5", T, "a", "five"),
            "nested-refused",
            env -> {
              try {
                env.getRegion().put(set("q", "no sequence", T, "b", "six"));
              } catch (IOException refused) {
                refusal.set(refused);
              }
            });
    region.list(outer, set("s", "1", T, "a", "one"));
    assertThat(refusal.get()).hasMessageContaining("row 'q'");
    assertThat(region.value("r", "u", "a")).isEqualTo("five");
    assertThat(region.value("s", "u", "a")).isEqualTo("one");
    assertThat(heldLocks()).isZero();
  }

  /**
   * A write of another coprocessor inside the hooks of a write to the same row. Not in
   * postBatchMutate: HBase itself would wait there for the outer write for ever.
   */
  @ParameterizedTest
  @ValueSource(strings = {Trouble.PRE_BATCH, Trouble.POST_PUT, Trouble.LAST})
  void nestedWriteOfTheSameRowIsJudgedAfterTheOuterOne(String point) throws Exception {
    Put outer =
        Trouble.at(
            point,
            set("r", "5", T, "a", "five"),
            "nested",
            env -> {
              env.getRegion().put(set("r", "6", T, "b", "six"));
              env.getRegion().put(set("r", "4", T + 9, "c", "four"));
            });
    region.put(outer);
    assertThat(region.value("r", "u", "a")).isEqualTo("five");
    assertThat(region.value("r", "u", "b")).isEqualTo("six");
    assertThat(region.value("r", "u", "c")).isNull();
    putElsewhere(set("r", "5.5", T + 20, "a", "late"));
    assertThat(region.value("r", "u", "a")).isEqualTo("five");
    putElsewhere(set("r", "7", T, "a", "seven"));
    assertThat(region.value("r", "u", "a")).isEqualTo("seven");
    assertThat(heldLocks()).isZero();
  }

  /** R34: batches over the same rows in opposite orders. */
  @Test
  void batchesInOppositeOrdersDoNotBlockEachOther() throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(8);
    List<Future<?>> done = new ArrayList<>();
    for (int w = 0; w < 8; w++) {
      int writer = w;
      done.add(
          writers.submit(
              () -> {
                for (int round = 0; round < 20; round++) {
                  List<Mutation> batch = new ArrayList<>();
                  for (int i = 0; i < 10; i++) {
                    int row = writer % 2 == 0 ? i : 9 - i;
                    String sequence = round + "." + writer;
                    batch.add(set("r" + row, sequence, T, "a", sequence));
                  }
                  region.list(batch);
                }
                return null;
              }));
    }
    for (Future<?> one : done) {
      one.get(60, TimeUnit.SECONDS);
    }
    writers.shutdown();
    for (int i = 0; i < 10; i++) {
      assertThat(region.value("r" + i, "u", "a")).isEqualTo("19.7");
    }
    assertThat(heldLocks()).isZero();
  }
}
