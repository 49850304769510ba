package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is in memory is never forgotten before its file is listed, whatever the flushes do. */
final class MemoryPartsTest {
  private static final String A = "thread A";
  private static final String B = "thread B";

  private final MemoryParts parts = new MemoryParts(2);
  private boolean snapshotLeft;

  private void close(Object flusher) {
    parts.close(flusher, () -> snapshotLeft);
  }

  private static byte[] row(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aPartStaysUntilItsFileIsListed() {
    parts.register(5);
    close(A);
    parts.wrote(A, "f1");
    parts.drop(Set.of("older"));
    assertThat(parts.common()).as("postFlush(store) comes before the file is listed").isEqualTo(5);
    parts.drop(Set.of("older", "f1"));
    assertThat(parts.common()).isEqualTo(MemoryPart.NONE);
  }

  @Test
  void aPartGoesAfterItsFlushEvenIfItsFileIsCompactedAwayAtOnce() {
    parts.register(5);
    close(A);
    parts.wrote(A, "f1");
    parts.flushed(A, false, Set.of("compacted"));
    parts.drop(Set.of("compacted"));
    assertThat(parts.common()).isEqualTo(MemoryPart.NONE);
  }

  @Test
  void aSecondFlushThatIsTurnedAwayDoesNotLetTheFirstDropNewWrites() {
    parts.register(5);
    close(A);
    parts.register(3); // after A's snapshot
    close(B); // HBase then answers "NOT flushing"
    parts.wrote(A, "f1");
    parts.flushed(A, false, Set.of("f1"));
    parts.drop(Set.of("f1"));
    assertThat(parts.common()).isEqualTo(3);
    close(A);
    parts.wrote(A, "f2");
    parts.flushed(A, false, Set.of("f1", "f2"));
    parts.drop(Set.of("f1", "f2"));
    assertThat(parts.common()).isEqualTo(MemoryPart.NONE);
  }

  @Test
  void aSnapshotLeftOverByAFailedFlushKeepsEverything() {
    parts.register(5);
    close(A); // fails after its snapshot
    parts.register(3);
    snapshotLeft = true;
    close(B); // writes the old snapshot only
    parts.wrote(B, "f1");
    parts.flushed(B, false, Set.of("f1"));
    parts.drop(Set.of("f1"));
    assertThat(parts.common()).isEqualTo(3);
    assertThat(parts.fileMinimum("f1")).as("nothing is known of that file").isEmpty();
  }

  @Test
  void aSnapshotThatAppearsWhileAPartIsClosedKeepsThePart() {
    parts.register(5);
    boolean[] answers = {false, true};
    int[] asked = {0};
    parts.close(A, () -> answers[asked[0]++]);
    parts.wrote(A, "f1");
    parts.flushed(A, true, Set.of("f1"));
    parts.drop(Set.of("f1"));
    assertThat(parts.common()).isEqualTo(5);
  }

  @Test
  void aStoreThatWasNotFlushedKeepsItsPart() {
    parts.register(5);
    close(A);
    parts.flushed(A, false, Set.of());
    parts.drop(Set.of());
    assertThat(parts.common()).isEqualTo(5);
  }

  @Test
  void aPartOfWritesThatWereNeverStoredGoesWhenMemoryIsEmpty() {
    parts.register(5);
    close(A);
    parts.register(4); // begun after the part was closed: may still be on its way
    parts.flushed(A, true, Set.of());
    parts.drop(Set.of());
    assertThat(parts.common()).isEqualTo(4);
  }

  @Test
  void aFilesOwnMinimumCoversWritesBetweenTheClosingAndTheSnapshot() {
    parts.register(9);
    close(A);
    parts.register(5);
    parts.hold(row("r"), 4);
    parts.wrote(A, "f1");
    assertThat(parts.fileMinimum("f1")).hasValue(4);
    assertThat(parts.fileMinimum("other")).isEmpty();
    parts.flushed(A, false, Set.of());
    assertThat(parts.fileMinimum("f1")).as("forgotten with the file").isEmpty();
  }

  @Test
  void aFlushWithNoTicketTellsNothing() {
    parts.wrote(A, "recovered edits");
    assertThat(parts.fileMinimum("recovered edits")).isEmpty();
  }

  @Test
  void aHoldBindsItsRowAloneAndDropsWithItsPart() {
    parts.hold(row("r1"), 7);
    parts.hold(row("r1"), 9);
    assertThat(parts.common()).isEqualTo(MemoryPart.NONE);
    assertThat(parts.held(row("r1"))).isEqualTo(7);
    assertThat(parts.held(row("r2"))).isEqualTo(MemoryPart.NONE);
    close(A);
    parts.hold(row("r1"), 8);
    assertThat(parts.held(row("r1"))).isEqualTo(7);
    parts.wrote(A, "f1");
    parts.flushed(A, false, Set.of("f1"));
    parts.drop(Set.of("f1"));
    assertThat(parts.held(row("r1"))).isEqualTo(8);
    assertThat(parts.lowest()).hasValue(8);
  }

  @Test
  void whenThereIsNoRoomForMoreRowsHoldsBindEveryRow() {
    parts.hold(row("r1"), 7);
    parts.hold(row("r2"), 6);
    parts.hold(row("r3"), 5);
    assertThat(parts.held(row("r1"))).isEqualTo(5);
    assertThat(parts.held(row("anything"))).isEqualTo(5);
  }

  @Test
  void flushesThatNeverRunDoNotPileUpParts() {
    for (int i = 0; i < 100; i++) {
      parts.register(1000 - i);
      close(A);
    }
    assertThat(parts.common()).isEqualTo(901);
    parts.wrote(A, "f1");
    parts.flushed(A, false, Set.of("f1"));
    parts.drop(Set.of("f1"));
    assertThat(parts.common()).as("those not closed for want of room stay").isEqualTo(901);
    close(A);
    parts.wrote(A, "f2");
    parts.flushed(A, false, Set.of("f1", "f2"));
    parts.drop(Set.of());
    assertThat(parts.common()).isEqualTo(MemoryPart.NONE);
  }
}
