package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Interference.At.POST_BATCH_MUTATE;
import static org.sediment.counterexamples.Interference.At.POST_INDISPENSABLY;
import static org.sediment.counterexamples.Interference.At.POST_PUT;
import static org.sediment.counterexamples.Interference.At.PRE_BATCH_MUTATE;
import static org.sediment.counterexamples.Interference.At.PRE_WAL_APPEND;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.RECENT;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;

/** The hard truths of HBase's write path: shared row locks, hooks of others that fail. */
class GuardLocksTest {
  private static final long TIME = RECENT + 100;

  private TestRegion region;
  private ExecutorService others;

  @BeforeEach
  void open() throws IOException {
    region = Interference.on(Story.ordinary()).open();
    region.clock().set(NOW);
    others = Executors.newCachedThreadPool();
  }

  @AfterEach
  void close() throws IOException {
    others.shutdownNow();
    region.close();
  }

  private void fail(Interference interference, Interference.At at) {
    interference.once(
        at,
        () -> {
          throw new IOException("another coprocessor fails");
        });
  }

  /** HBase's row lock is shared: a second Put of the row runs through while the first waits. */
  @Test
  void truth_aPutThatOvertakesInsideTheHookIsSeen() throws Exception {
    Interference.before(region)
        .once(PRE_BATCH_MUTATE, () -> elsewhere(() -> region.put(put("r", "2", TIME, "u:a=2"))));
    region.put(put("r", "1", TIME, "u:a=1"));
    ends("u:a=2@" + TIME);
  }

  /** Both are in the hook at once; the one that was judged first is not yet stored. */
  @Test
  void truth_twoPutsOfOneRowInTheHookTogetherAreJudgedOneAfterTheOther() throws Exception {
    for (boolean newerSecond : new boolean[] {true, false}) {
      String row = "r" + newerSecond;
      CountDownLatch inTheHook = new CountDownLatch(1);
      Future<?>[] second = new Future<?>[1];
      Interference.after(region)
          .once(
              PRE_BATCH_MUTATE,
              () -> {
                Interference.before(region).once(PRE_BATCH_MUTATE, inTheHook::countDown);
                String sequence = newerSecond ? "3" : "1";
                second[0] =
                    others.submit(
                        () -> {
                          region.put(put(row, sequence, TIME, "u:a=" + sequence));
                          return null;
                        });
                await(inTheHook);
                assertThat(second[0].isDone()).isFalse();
              });
      region.put(put(row, "2", TIME, "u:a=2"));
      second[0].get(30, TimeUnit.SECONDS);
      String expected = newerSecond ? "u:a=3@" + (TIME + 1) : "u:a=2@" + TIME;
      assertThat(View.timed(region, row)).isEqualTo(expected);
    }
  }

  /**
   * Stored is not yet visible: until HBase lets readers see a batch, the next writer of its rows
   * would read the row as it was before.
   */
  @Test
  void truth_aPutThatIsStoredButNotYetVisibleIsWaitedFor() throws Exception {
    region.put(put("r", "1", TIME, "u:a=1"));
    Future<?>[] second = new Future<?>[1];
    CountDownLatch inTheHook = new CountDownLatch(1);
    Interference.after(region)
        .once(
            POST_BATCH_MUTATE,
            () -> {
              Interference.before(region).once(PRE_BATCH_MUTATE, inTheHook::countDown);
              second[0] =
                  others.submit(
                      () -> {
                        region.put(put("r", "2", TIME + 9, "u:a=2"));
                        return null;
                      });
              await(inTheHook);
              // longer than a waiter waits before it looks whether the holder is done
              assertThatThrownBy(() -> second[0].get(400, TimeUnit.MILLISECONDS))
                  .isInstanceOf(TimeoutException.class);
            });
    region.put(put("r", "3", TIME, "u:a=3"));
    second[0].get(30, TimeUnit.SECONDS);
    ends("u:a=3@" + (TIME + 1));
  }

  /** HBase does not call the last hook when a coprocessor's postPut has thrown. */
  @Test
  void truth_aPostHookThatThrowsLeavesNoLockBehind() throws Exception {
    for (Interference who :
        new Interference[] {Interference.before(region), Interference.after(region)}) {
      for (Interference.At at : new Interference.At[] {POST_PUT, POST_INDISPENSABLY}) {
        String row = "r-" + at + "-" + who.getClass().getSimpleName();
        fail(who, at);
        assertThatThrownBy(() -> region.put(put(row, "2", TIME, "u:a=2")))
            .isInstanceOf(IOException.class);
        long began = System.nanoTime();
        elsewhere(() -> region.put(put(row, "1", TIME + 5, "u:a=1")));
        region.put(put(row, "3", TIME, "u:a=3"));
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began)).isLessThan(4);
        assertThat(View.timed(region, row)).isEqualTo("u:a=3@" + (TIME + 1));
      }
    }
    region.flush();
    region.reopen();
  }

  /** A batch that fails on the way to the log leaves neither lock nor false memory. */
  @Test
  void truth_aBatchThatFailsLeavesNeitherLockNorMemory() throws Exception {
    region.put(put("r", "1", TIME, "u:a=1"));
    for (Interference.At at : new Interference.At[] {PRE_BATCH_MUTATE, PRE_WAL_APPEND}) {
      fail(Interference.after(region), at);
      assertThatThrownBy(() -> region.put(put("r", "5", TIME + 1, "u:a=5")))
          .isInstanceOf(IOException.class);
      assertThat(View.row(region, "r")).isEqualTo("u:a=1");
    }
    elsewhere(() -> region.put(put("r", "4", TIME + 20, "u:a=4")));
    ends("u:a=4@" + (TIME + 20));
  }

  /**
   * The log may hold what HBase said had failed: the next event goes above it, or a replay of the
   * log would put the failed delete on top of it.
   */
  @Test
  void a20_theNextEventGoesAboveATimeThatMayBeInTheLog() throws IOException {
    region.put(put("r", "4", RECENT + 100, "u:a=4"));
    fail(Interference.after(region), PRE_WAL_APPEND);
    assertThatThrownBy(() -> region.delete(deleteRow("r", "5", RECENT + 150)))
        .isInstanceOf(IOException.class);
    region.put(put("r", "6", RECENT + 150, "u:a=6"));
    region.delete(deleteRow("r", "5", RECENT + 150));
    ends("u:a=6@" + (RECENT + 151));
  }

  private void ends(String expected) throws IOException {
    Story.everywhere(region, r -> assertThat(View.timed(r, "r")).isEqualTo(expected));
  }

  private void elsewhere(Interference.Deed deed) throws IOException {
    try {
      others
          .submit(
              () -> {
                deed.run();
                return null;
              })
          .get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
