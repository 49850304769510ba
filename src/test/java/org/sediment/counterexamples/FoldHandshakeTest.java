package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Interference.At.COMPACTION_CELLS;
import static org.sediment.counterexamples.Interference.At.COMPACTION_END;
import static org.sediment.counterexamples.Interference.At.NOTHING_READ;
import static org.sediment.counterexamples.Interference.At.POST_COMPACT;
import static org.sediment.counterexamples.Interference.At.PRE_COMPACT;
import static org.sediment.counterexamples.Story.HOUR;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.RECENT;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;

/** Writers beside running folds: nothing is lost in the gap, and little is called late. */
class FoldHandshakeTest {
  private static final int MOST_ROWS_REMEMBERED = 65_536;

  private TestRegion region;

  @BeforeEach
  void open() throws IOException {
    region = Interference.on(Story.ordinary()).open();
    region.clock().set(NOW);
    write(RECENT + 10, "x:qty:e1=+3");
    write(RECENT + 20, "x:qty:e2=+4");
  }

  @AfterEach
  void close() throws IOException {
    region.close();
  }

  private void write(long time, String cell) throws IOException {
    region.put(delta("r", time, cell));
    region.flush();
  }

  private void ends(String row, Counter counter) throws IOException {
    Story.everywhere(region, r -> assertThat(Counter.read(r, row, "qty")).isEqualTo(counter));
  }

  private void foldWith(Interference.At point, Interference.Deed deed) throws IOException {
    Interference.after(region).once(point, deed);
    Steps.foldFiles(region);
    assertThat(Interference.after(region).done(point)).isTrue();
  }

  /** Broke a T that goes at postCompact: there is no hook after the swap. */
  @Test
  void h05_ii_aDeltaBetweenTheRenameAndTheSwapIsListed() throws IOException {
    foldWith(POST_COMPACT, () -> region.put(delta("r", RECENT + 5, "x:qty:e0=+100")));
    ends("r", Counter.of(7, 1));
  }

  /**
   * Broke a writer that reads the base first and looks at the runs then: the swap came between, and
   * it saw neither.
   */
  @Test
  void h05_iii_aSwapWhileTheWriterReadsIsSeen() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch swapped = new CountDownLatch(1);
    ExecutorService other = Executors.newSingleThreadExecutor();
    List<Future<?>> writer = new ArrayList<>();
    try {
      foldWith(
          POST_COMPACT, // the output is renamed, not yet swapped in
          () -> {
            Interference.after(region)
                .once(
                    NOTHING_READ, // of what the late delta's writer looks for
                    () -> {
                      reading.countDown();
                      await(swapped);
                    });
            writer.add(
                other.submit(
                    () -> {
                      region.put(delta("r", RECENT + 5, "x:qty:e0=+100"));
                      return null;
                    }));
            await(reading);
          });
      assertThat(Counter.through(region, "r", "qty")).isEqualTo(RECENT + 20);
      swapped.countDown();
      writer.get(0).get(30, TimeUnit.SECONDS);
      assertThat(Counter.open(region, "r", "qty"))
          .as("the writer itself listed it; nothing is left to the next fold to find")
          .containsExactly("qty<d:e0@" + (RECENT + 5));
    } finally {
      other.shutdownNow();
    }
    ends("r", Counter.of(7, 1));
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** The commit of a compaction fails after the rename: its output comes alive at the next open. */
  @Test
  void h05_iv_aFailedCommitStaysInForceUntilTheRegionCloses() throws IOException {
    failACommit();
    region.put(delta("r", RECENT + 15, "x:qty:e3=+100"));
    region.delete(Events.retract("r", RECENT + 20, "x:qty:e2"));
    assertThat(Counter.read(region, "r", "qty")).isEqualTo(Counter.of(7, 2));
    region.reopen();
    ends("r", Counter.of(7, 2));
  }

  /** Two outputs of the same inputs, both alive after the next open. */
  @Test
  void h05_iv_outputsOfTwoFailedCommitsCountOnce() throws IOException {
    failACommit();
    write(PAST, "x:qty:early=+1");
    failACommit();
    region.reopen();
    Counter counter = Counter.read(region, "r", "qty");
    assertThat(counter.late()).isLessThanOrEqualTo(1);
    assertThat(counter.total()).isEqualTo(counter.late() == 1 ? 7 : 8);
    ends("r", counter);
  }

  /** A crash instead of a close; what was acknowledged in between is in the log. */
  @Test
  void h05_iv_aFailedCommitIsHeededThroughACrash() throws IOException {
    failACommit();
    region.put(delta("r", RECENT + 15, "x:qty:e3=+100"));
    region.crash();
    ends("r", Counter.of(7, 1));
  }

  private void failACommit() {
    Interference.after(region)
        .once(
            POST_COMPACT,
            () -> {
              throw new IOException("another coprocessor fails after the rename");
            });
    assertThatThrownBy(() -> Steps.foldFiles(region)).hasMessageContaining("after the rename");
  }

  /** Broke runs that only their scanner's closing ends: memory was never forgotten again. */
  @Test
  void aFoldWhoseScannerNobodyTookHoldsBackNoLaterOne() throws IOException {
    Interference.after(region)
        .once(
            PRE_COMPACT,
            () -> {
              throw new IOException("another coprocessor fails behind the fold");
            });
    assertThatThrownBy(() -> Steps.foldFiles(region)).hasMessageContaining("behind the fold");
    write(region.clock().now() - 1, "x:qty:e3=+5");
    Steps.foldFiles(region);
    assertThat(Counter.columns(region, "r")).hasSize(1);
    ends("r", Counter.of(12));
  }

  /** Broke "at or below a running fold's T is late": a backfill's outcome hung on its timing. */
  @Test
  void h12_aBackfillOfAnotherRowDuringAFoldIsNotLate() throws IOException {
    for (Interference.At point : List.of(COMPACTION_CELLS, COMPACTION_END)) {
      foldWith(
          point,
          () -> {
            region.put(delta("a-" + point, PAST, "x:qty:e=+1"));
            region.put(delta("z-" + point, PAST, "x:qty:e=+1"));
          });
      region.flush();
      region.put(delta("r", region.clock().now() - 1, "x:qty:" + point + "=+0"));
      region.flush();
    }
    Story.everywhere(
        region,
        r -> {
          for (Interference.At point : List.of(COMPACTION_CELLS, COMPACTION_END)) {
            assertThat(Counter.read(r, "a-" + point, "qty")).isEqualTo(Counter.of(1));
            assertThat(Counter.read(r, "z-" + point, "qty")).isEqualTo(Counter.of(1));
          }
          assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(7));
        });
  }

  /** The fold has not come to the row: a late delta of the same row is held, and counted. */
  @Test
  void h12_aLateDeltaAheadOfTheFoldIsCounted() throws IOException {
    foldWith(COMPACTION_CELLS, () -> region.put(delta("r", RECENT + 5, "x:qty:e0=+100")));
    ends("r", Counter.of(107));
  }

  @Test
  void h12_aLateDeltaBehindTheFoldIsListed() throws IOException {
    foldWith(COMPACTION_END, () -> region.put(delta("r", RECENT + 5, "x:qty:e0=+100")));
    ends("r", Counter.of(7, 1));
  }

  /**
   * Of more rows than can be remembered got a base: then a write behind the fold is late in every
   * row, and one ahead of it in none.
   */
  @Test
  void h12_whenTooManyRowsGotABaseEveryRowBehindTheFoldCounts() throws IOException {
    List<Put> many = new ArrayList<>();
    for (int i = 0; i < MOST_ROWS_REMEMBERED; i++) {
      many.add(delta(String.format("s%06d", i), RECENT, "x:qty:e=+1"));
    }
    region.list(many);
    region.flush();
    foldWith(COMPACTION_END, () -> region.put(delta("m", RECENT, "x:qty:e=+1")));
    assertThat(Counter.read(region, "m", "qty"))
        .as("row m got no base; but that is no longer known")
        .isEqualTo(new Counter(null, 1));
    region.put(delta("n", RECENT, "x:qty:e=+1"));
    assertThat(Counter.read(region, "n", "qty")).as("the fold is over").isEqualTo(Counter.of(1));
    region.put(delta("s000009", RECENT, "x:qty:e0=+1"));
    assertThat(Counter.read(region, "s000009", "qty")).isEqualTo(Counter.of(1, 1));
  }

  /** Its own cell is still there to be seen: a replay, not a late delta. */
  @Test
  void h12_aReplayDuringAFoldIsAReplay() throws IOException {
    for (Interference.At point : List.of(COMPACTION_CELLS, COMPACTION_END, POST_COMPACT)) {
      TestRegion own = region;
      Interference.after(own).once(point, () -> own.put(delta("r", RECENT + 10, "x:qty:e1=+3")));
    }
    Steps.foldFiles(region);
    ends("r", Counter.of(7));
  }

  /** {@code through} is the highest time folded, not T: what lies between is in no base. */
  @Test
  void soundE_aLateDeltaAboveThroughIsCounted() throws IOException {
    Steps.foldFiles(region);
    region.put(delta("r", RECENT + 21, "x:qty:above=+100"));
    region.put(delta("r", RECENT + 20, "x:qty:equal=+1000"));
    ends("r", Counter.of(107, 1));
  }

  /** Two compactions at once, of other files of one family: never two partial bases. */
  @Test
  void soundC_compactionsOfDisjointFilesAtOnceFoldNothingTwice() throws IOException {
    write(RECENT + 12, "x:qty:e3=+10");
    write(RECENT + 22, "x:qty:e4=+20");
    region.clock().advance(3 * HOUR);
    Interference.after(region).once(COMPACTION_CELLS, () -> region.compact("x", 1, 3));
    region.compact("x", 0, 2);
    assertThat(Interference.after(region).done(COMPACTION_CELLS)).isTrue();
    ends("r", Counter.of(37));
  }

  /**
   * Writers of old times beside flushes and folds, all at once: every acknowledged delta is in the
   * total or listed, once.
   */
  @Test
  void h05_i_nothingIsLostBetweenWritersAndFolds() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger[] written = new AtomicInteger[5];
    ExecutorService writers = Executors.newFixedThreadPool(3);
    List<Future<?>> ends = new ArrayList<>();
    for (int row = 0; row < written.length; row++) {
      written[row] = new AtomicInteger();
    }
    for (int t = 0; t < 3; t++) {
      int thread = t;
      ends.add(
          writers.submit(
              () -> {
                for (int i = 0; !over.get(); i++) {
                  int row = i % written.length;
                  long time = i % 3 == 0 ? region.clock().now() : RECENT + i % 100;
                  region.put(delta("s" + row, time, "x:qty:" + thread + "-" + i + "=+1"));
                  written[row].incrementAndGet();
                }
                return null;
              }));
    }
    try {
      for (int i = 0; i < 12; i++) {
        region.flush();
        region.clock().advance(HOUR);
        if (i % 3 == 2) {
          region.majorCompact("x");
        } else {
          region.compact("x", 0, region.files("x").size() - 1);
        }
      }
    } finally {
      over.set(true);
      for (Future<?> end : ends) {
        end.get();
      }
      writers.shutdown();
    }
    Story.everywhere(
        region,
        r -> {
          for (int row = 0; row < written.length; row++) {
            Counter counter = Counter.read(r, "s" + row, "qty");
            assertThat(counter.total() + counter.late()).isEqualTo(written[row].get());
          }
        });
  }
}
