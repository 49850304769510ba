package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Interference.At.POST_FLUSH_STORE;
import static org.sediment.counterexamples.Story.HOUR;
import static org.sediment.counterexamples.Story.MINUTE;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.PAST;
import static org.sediment.counterexamples.Story.RECENT;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.FlushLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;

/** What is in memory while a fold looks, through flushes, stragglers and clocks that step. */
class FoldMemoryTest {
  private TestRegion region;

  @BeforeEach
  void open() throws IOException {
    region = Interference.on(Story.ordinary().delta("y")).open();
    region.clock().set(NOW);
  }

  @AfterEach
  void close() throws IOException {
    region.close();
  }

  private void write(long time, String... cells) throws IOException {
    region.put(delta("r", time, cells));
  }

  private void ends(Counter counter) throws IOException {
    Story.everywhere(region, r -> assertThat(Counter.read(r, "r", "qty")).isEqualTo(counter));
  }

  /** Broke a part that is dropped in postFlush of the store: its file is not listed yet. */
  @Test
  void h06_aFoldBetweenTheFlushedFileAndItsListingSeesIt() throws IOException {
    write(RECENT + 20, "x:qty:e2=+4");
    region.flush();
    write(PAST + 10, "x:qty:e1=+3");
    Interference.after(region).once(POST_FLUSH_STORE, () -> Steps.foldFiles(region));
    region.flush();
    assertThat(Interference.after(region).done(POST_FLUSH_STORE)).isTrue();
    assertThat(Counter.read(region, "r", "qty")).isEqualTo(Counter.of(7));
    ends(Counter.of(7));
  }

  /** Broke a rotation by the second of two flush requests: the first one's end dropped its part. */
  @Test
  void h06_aSecondFlushRequestDropsNothingThatIsInMemory() throws IOException {
    write(RECENT + 20, "x:qty:e2=+4");
    region.flush();
    write(PAST + 10, "x:qty:e1=+3");
    Interference.after(region)
        .once(
            POST_FLUSH_STORE,
            () -> {
              write(PAST + 5, "x:qty:e0=+10");
              CompletableFuture.runAsync(
                      () -> {
                        try {
                          region.region().flush(true);
                        } catch (IOException e) {
                          throw new IllegalStateException(e);
                        }
                      })
                  .join();
            });
    region.flush();
    Steps.foldFiles(region);
    assertThat(Counter.read(region, "r", "qty")).isEqualTo(Counter.of(17));
    ends(Counter.of(17));
  }

  /** A flush may choose only some families; what the others have in memory must stay known. */
  @Test
  void h06_aFlushOfAnotherFamilyDropsNothing() throws IOException {
    write(RECENT + 20, "x:qty:e2=+4", "y:qty:e2=+4");
    region.flush();
    write(PAST + 10, "x:qty:e1=+3", "y:qty:e1=+3");
    region.region().flushcache(List.of(bytes("y")), false, FlushLifeCycleTracker.DUMMY);
    Steps.foldFiles(region);
    ends(Counter.of(7));
    assertThat(Counter.read(region, "r", "y", "qty")).isEqualTo(Counter.of(7));
  }

  /**
   * A flush that fails after its snapshot leaves it behind; the next one writes that snapshot only,
   * and what was written in between is still in memory.
   */
  @Test
  void h06_aFlushAfterAFailedOneDropsNothingThatIsInMemory() throws IOException {
    for (long time : new long[] {RECENT, PAST}) {
      region.close();
      open();
      write(RECENT + 20, "x:qty:e2=+4");
      region.flush();
      write(time + 10, "x:qty:e1=+3");
      assertThatThrownBy(() -> region.failedFlush()).hasMessageContaining("cannot be synced");
      write(time + 5, "x:qty:e0=+10");
      region.delete(Events.retract("r", RECENT + 20, "x:qty:e2"));
      region.flush();
      Steps.foldFiles(region);
      assertThat(Counter.read(region, "r", "qty")).isEqualTo(Counter.of(13));
      assertThat(Counter.columns(region, "r"))
          .as("what is in memory still stands as it came")
          .contains("qty:e0@" + (time + 5));
      ends(Counter.of(13));
    }
  }

  /** A flush between the selection of a compaction's files and its start. */
  @Test
  void truth_aFlushBetweenSelectionAndStartIsLeftOutAndHeeded() throws IOException {
    write(RECENT + 10, "x:qty:e1=+3");
    write(RECENT + 20, "x:qty:e2=+4");
    region.flush();
    region.clock().advance(3 * HOUR);
    CompactionContext compaction = Steps.select(region, "x");
    write(PAST + 10, "x:qty:e0=+10");
    region.delete(Events.retract("r", RECENT + 10, "x:qty:e1"));
    region.flush();
    Steps.run(region, "x", compaction);
    assertThat(region.files("x")).hasSize(2);
    assertThat(Counter.read(region, "r", "qty")).isEqualTo(Counter.of(14));
    ends(Counter.of(14));
    assertThat(Counter.columns(region, "r")).containsExactly("qty;@" + (RECENT + 20));
  }

  /** Raising the lag is the remedy for late data: what was folded before must not be in time. */
  @Test
  void h07_i_aRaisedLagDoesNotMakeFoldedTimesInTime() throws IOException {
    TestRegion own = region;
    own.alter(table -> table.modifyColumnFamily(withLag(table.build(), "1m")));
    own.clock().advance(10 * MINUTE);
    long time = own.clock().now() - MINUTE;
    write(time, "x:qty:e1=+3");
    own.flush();
    own.clock().advance(10 * MINUTE);
    own.majorCompact("x");
    assertThat(Counter.through(own, "r", "qty")).isEqualTo(time);
    own.alter(table -> table.modifyColumnFamily(withLag(table.build(), "1h")));
    own.clock().advance(MINUTE);
    write(time - 1, "x:qty:e0=+100");
    ends(Counter.of(3, 1));
  }

  private static org.apache.hadoop.hbase.client.ColumnFamilyDescriptor withLag(
      org.apache.hadoop.hbase.client.TableDescriptor table, String lag) {
    return ColumnFamilyDescriptorBuilder.newBuilder(table.getColumnFamily(bytes("x")))
        .setValue("sediment.lag", lag)
        .build();
  }

  /** The server's own clock steps back by more than the margin. */
  @Test
  void h07_iii_aClockThatStepsBackDoesNotMakeFoldedTimesInTime() throws IOException {
    write(RECENT + 20, "x:qty:e1=+3");
    Steps.fold(region);
    region.clock().set(NOW);
    write(RECENT + 10, "x:qty:e0=+100");
    ends(Counter.of(3, 1));
  }

  /** The region moves to a server whose clock is hours behind: listed by the safety net. */
  @Test
  void h07_ii_aServerWhoseClockIsBehindLosesNothing() throws IOException {
    region.clock().advance(2 * HOUR);
    write(NOW + HOUR, "x:qty:e1=+3");
    Steps.fold(region);
    region.clock().set(NOW + MINUTE);
    region.reopen();
    write(NOW + HOUR / 2, "x:qty:e0=+100");
    ends(Counter.of(3, 1));
  }

  /** One straggler, or one row delete, must not stop the fold of all other rows. */
  @Test
  void h11_ii_aStragglerInMemoryHoldsItsOwnRowOnly() throws IOException {
    for (String row : List.of("a", "b", "c", "d")) {
      region.put(delta(row, RECENT + 10, "x:qty:e1=+3"));
      region.put(delta(row, RECENT + 20, "x:qty:e2=+4"));
    }
    region.flush();
    region.put(delta("a", PAST, "x:qty:e0=+10"));
    region.delete(deleteRow("c", "1", PAST));
    Steps.foldFiles(region);
    assertThat(Counter.through(region, "b", "qty")).isEqualTo(RECENT + 20);
    assertThat(Counter.through(region, "d", "qty")).isEqualTo(RECENT + 20);
    assertThat(Counter.through(region, "a", "qty")).isEqualTo(-1);
    Story.everywhere(
        region,
        r -> {
          assertThat(Counter.read(r, "a", "qty")).isEqualTo(Counter.of(17));
          for (String row : List.of("b", "c", "d")) {
            assertThat(Counter.read(r, row, "qty")).isEqualTo(Counter.of(7));
          }
        });
  }

  /** Folding is the work of all-files compactions: the region asks for one, and not too often. */
  @Test
  void h11_i_theRegionAsksForACompactionWhenEnoughIsPending() throws IOException {
    try (TestRegion busy =
        Story.ordinary().table("busy").familyValue("x", "sediment.fold.pending", "10").open()) {
      for (int round = 1; round <= 3; round++) {
        for (int i = 0; i < 20; i++) {
          busy.put(delta("r", busy.clock().now(), "x:qty:" + round + "-" + i + "=+1"));
        }
        busy.flush();
        busy.clock().advance(round == 2 ? 2 * HOUR : MINUTE);
      }
      assertThat(busy.requestedCompactions()).containsExactly("x", "x");
    }
  }

  /** An open scanner re-seeks into the flushed file in the middle of a row: a flush never folds. */
  @Test
  void soundF_aFlushFoldsNothing() throws IOException {
    for (int i = 0; i < 10; i++) {
      write(RECENT + i, "x:qty:e" + i + "=+1");
    }
    region.clock().advance(3 * HOUR);
    List<String> before = Counter.columns(region, "r");
    List<Cell> seen = new ArrayList<>();
    try (RegionScanner reader = region.region().getScanner(View.one("r").setBatch(3))) {
      reader.next(seen);
      region.flush();
      boolean more = true;
      while (more) {
        more = reader.next(seen);
      }
    }
    assertThat(seen).hasSize(10);
    assertThat(Counter.columns(region, "r")).isEqualTo(before).hasSize(10);
    ends(Counter.of(10));
  }
}
