package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Interference.At.PRE_BATCH_MUTATE;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.RECENT;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sediment.testing.TestRegion;

/**
 * Another coprocessor that writes to the same region from inside the hooks of a write, in the same
 * thread: each is judged, none waits for itself, no lock is left.
 *
 * <p>Not in {@code postBatchMutate}: HBase itself would wait there for the outer write for ever.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class NestedWritesTest {
  private static final long TIME = RECENT + 100;

  private final ExecutorService others = Executors.newFixedThreadPool(2);
  private TestRegion region;

  @BeforeEach
  void open() throws IOException {
    region = Interference.on(Story.ordinary()).open();
    region.clock().set(NOW);
    region.put(delta("r", RECENT + 20, "x:qty:e1=+3"));
    region.put(put("r", "1", TIME - 50, "u:a=1", "u:b=1", "u:c=1"));
    Steps.fold(region);
    region.clock().set(NOW);
  }

  @AfterEach
  void close() throws IOException {
    others.shutdownNow();
    region.close();
  }

  private Interference interference(String who) {
    return who.equals("before") ? Interference.before(region) : Interference.after(region);
  }

  /** One call of a client, as HBase's server handles it. */
  private void call(Mutation... mutations) throws IOException {
    assertThat(region.list(mutations))
        .extracting(OperationStatus::getOperationStatusCode)
        .containsOnly(OperationStatusCode.SUCCESS);
  }

  /** Another thread, which shares no lock with this one, gets the row at once. */
  private void nothingIsHeld(String row) throws Exception {
    others
        .submit(
            () -> {
              long began = System.nanoTime();
              region.put(put(row, "99", TIME, "u:z=99"));
              region.put(put(row, "98", TIME + 10, "u:z=98"));
              assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began)).isLessThan(4);
              return null;
            })
        .get(30, TimeUnit.SECONDS);
    assertThat(View.row(region, row)).contains("u:z=99");
  }

  /** The outer event is judged before the nested ones, or after, by where they come in. */
  @ParameterizedTest
  @CsvSource({
    "PRE_PUT, before, false",
    "PRE_PUT, after, false",
    "PRE_BATCH_MUTATE, before, false",
    "PRE_BATCH_MUTATE, after, true",
    "POST_PUT, before, true",
    "POST_PUT, after, true",
    "POST_INDISPENSABLY, before, true",
    "POST_INDISPENSABLY, after, true"
  })
  void nestedWritesOfTheSameRowAreJudgedInTheirTurn(
      Interference.At at, String who, boolean outerFirst) throws Exception {
    interference(who)
        .once(
            at,
            () -> {
              region.put(put("r", "6", TIME, "u:b=6"));
              region.put(put("r", "4", TIME + 9, "u:c=4"));
              region.put(delta("r", RECENT + 10, "x:qty:late=+100"));
              region.put(delta("r", TIME, "x:qty:e2=+4"));
            });
    call(put("r", "5", TIME, "u:a=5", "x:qty:e3=+10"));
    assertThat(interference(who).done(at)).isTrue();
    String expected = outerFirst ? "u:a=5 u:b=6 u:c=1" : "u:a=1 u:b=6 u:c=1";
    Story.Step check =
        r -> {
          assertThat(View.row(r, "r")).isEqualTo(expected);
          assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(17, 1));
        };
    check.on(region);
    call(put("r", "5.5", TIME + 20, "u:a=late", "u:c=late"));
    check.on(region);
    region.crash();
    check.on(region);
    nothingIsHeld("r");
    Story.everywhere(
        region,
        r -> {
          assertThat(View.row(r, "r")).isEqualTo(expected + " u:z=99");
          assertThat(Counter.read(r, "r", "qty")).isEqualTo(Counter.of(17, 1));
        });
  }

  /** The guard reads what the outer event is about to write, though it is not visible yet. */
  @Test
  void aNestedEventOfTheSameMillisecondGoesAboveTheOuterOne() throws Exception {
    interference("after").once(PRE_BATCH_MUTATE, () -> region.put(put("r", "6", TIME, "u:a=6")));
    call(put("r", "5", TIME, "u:a=5"));
    assertThat(View.timed(region, "r")).contains("u:a=6@" + (TIME + 1));
    region.crash();
    assertThat(View.timed(region, "r")).contains("u:a=6@" + (TIME + 1));
  }

  @ParameterizedTest
  @CsvSource({
    "PRE_PUT, before",
    "PRE_BATCH_MUTATE, before",
    "PRE_BATCH_MUTATE, after",
    "POST_PUT, after",
    "POST_INDISPENSABLY, after"
  })
  void aNestedDeleteOfTheRowRemovesWhatTheOuterEventWrites(Interference.At at, String who)
      throws Exception {
    interference(who).once(at, () -> region.delete(deleteRow("r", "6", TIME)));
    call(put("r", "5", TIME, "u:a=5"));
    Story.everywhere(region, r -> assertThat(View.row(r, "r")).isEmpty());
    call(put("r", "5.5", TIME + 20, "u:a=late"));
    assertThat(View.row(region, "r")).isEmpty();
    nothingIsHeld("r");
  }

  /** Rows before and behind the outer one in the order of locks. */
  @ParameterizedTest
  @CsvSource({
    "PRE_PUT, before",
    "PRE_BATCH_MUTATE, before",
    "PRE_BATCH_MUTATE, after",
    "POST_PUT, before",
    "POST_INDISPENSABLY, after"
  })
  void nestedWritesOfOtherRowsAreJudged(Interference.At at, String who) throws Exception {
    interference(who)
        .once(
            at,
            () -> {
              for (String row : List.of("a", "r", "z")) {
                region.list(put(row, "6", TIME, "u:b=6"), delta(row, PAST, "x:old:" + at + "=+1"));
                region.list(put(row, "4", TIME, "u:b=4"));
              }
            });
    call(put("q", "5", TIME, "u:a=5"), put("s", "5", TIME, "u:a=5"));
    for (String row : List.of("a", "r", "z")) {
      assertThat(View.row(region, row)).contains("u:b=6");
      assertThat(Counter.read(region, row, "old")).isEqualTo(Counter.of(1));
      nothingIsHeld(row);
    }
    nothingIsHeld("q");
    nothingIsHeld("s");
  }

  /** A nested write that is refused is the other coprocessor's business, not the outer event's. */
  @ParameterizedTest
  @CsvSource({
    "PRE_PUT, before",
    "PRE_BATCH_MUTATE, before",
    "PRE_BATCH_MUTATE, after",
    "POST_PUT, after",
    "POST_INDISPENSABLY, after"
  })
  void aNestedWriteThatIsRefusedLeavesTheOuterOneAlone(Interference.At at, String who)
      throws Exception {
    interference(who)
        .once(
            at,
            () -> {
              assertThatThrownBy(() -> region.put(put("r", null, TIME, "u:a=none")))
                  .isInstanceOf(IOException.class);
              assertThatThrownBy(() -> region.put(put("r", "7", NOW * 1000, "u:a=7")))
                  .isInstanceOf(IOException.class);
            });
    call(put("r", "5", TIME, "u:a=5"));
    assertThat(interference(who).done(at)).isTrue();
    assertThat(View.timed(region, "r")).contains("u:a=5@" + TIME);
    call(put("r", "4", TIME + 20, "u:a=4"));
    assertThat(View.timed(region, "r")).contains("u:a=5@" + TIME);
    nothingIsHeld("r");
  }

  /** The nested write fails on its way to the log, and takes the outer one with it. */
  @Test
  void aNestedWriteThatFailsLeavesNeitherLockNorMemory() throws Exception {
    Interference.after(region)
        .once(
            PRE_BATCH_MUTATE,
            () -> {
              Interference.after(region)
                  .once(
                      Interference.At.PRE_WAL_APPEND,
                      () -> {
                        throw new IOException("the nested one fails");
                      });
              region.put(put("r", "6", TIME, "u:a=6"));
            });
    assertThatThrownBy(() -> call(put("r", "5", TIME, "u:a=5")))
        .hasMessageContaining("the nested one fails");
    assertThat(View.row(region, "r")).isEqualTo("u:a=1 u:b=1 u:c=1");
    call(put("r", "2", TIME, "u:a=2"));
    assertThat(View.row(region, "r")).isEqualTo("u:a=2 u:b=1 u:c=1");
    nothingIsHeld("r");
  }

  /**
   * Two outer writes, each with a nested one of the other's row: they wait for each other, for
   * seconds and not for ever, and a retry goes through.
   */
  @Test
  void crosswiseNestedWritesEndWithinSeconds() throws Exception {
    CountDownLatch bothHoldTheirRows = new CountDownLatch(1);
    List<Future<?>> second = new ArrayList<>();
    Interference.after(region)
        .once(
            PRE_BATCH_MUTATE,
            () -> {
              Interference.after(region)
                  .once(
                      PRE_BATCH_MUTATE,
                      () -> {
                        bothHoldTheirRows.countDown();
                        region.put(put("a", "6", TIME, "u:b=6"));
                      });
              second.add(
                  others.submit(
                      () -> {
                        region.put(put("b", "5", TIME, "u:a=5"));
                        return null;
                      }));
              await(bothHoldTheirRows);
              region.put(put("b", "6", TIME, "u:b=6"));
            });
    int failed = 0;
    try {
      region.put(put("a", "5", TIME, "u:a=5"));
    } catch (RegionTooBusyException waited) {
      failed++;
    }
    try {
      second.get(0).get(30, TimeUnit.SECONDS);
    } catch (ExecutionException waited) {
      assertThat(waited).hasCauseInstanceOf(RegionTooBusyException.class);
      failed++;
    }
    assertThat(failed).isPositive();
    for (String row : List.of("a", "b")) {
      region.put(put(row, "7", TIME, "u:c=7"));
      assertThat(View.row(region, row)).contains("u:c=7");
      nothingIsHeld(row);
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
