package org.sediment.cli.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sediment.testing.Seeds;

/** Only what has everything below it done may be committed. */
class DoneOffsetsTest {
  @Test
  void nothingIsSafeBeforeThePositionIsKnown() {
    DoneOffsets offsets = new DoneOffsets();
    assertThat(offsets.safe()).isEmpty();
    offsets.takenUpTo(7);
    assertThat(offsets.safe()).hasValue(7);
  }

  @Test
  void whateverTheOrderOfTheEndsNothingOpenIsBelowWhatIsSafe() {
    Random random = Seeds.random("DoneOffsetsTest");
    for (int round = 0; round < 200; round++) {
      play(random);
    }
  }

  /** The oracle keeps a plain list of all records, and looks through it each time. */
  private static void play(Random random) {
    record Taken(long offset, boolean done) {}
    DoneOffsets offsets = new DoneOffsets();
    List<Taken> all = new ArrayList<>();
    long position = random.nextInt(1000);
    offsets.takenUpTo(position);
    for (int step = 0; step < 300; step++) {
      if (random.nextInt(3) == 0) {
        position += random.nextInt(4) == 0 ? random.nextInt(5) : 0; // a gap
        if (random.nextBoolean()) {
          offsets.takenUpTo(position); // a marker of a transaction
        }
        offsets.taken(position);
        all.add(new Taken(position, false));
        position++;
      } else if (!all.isEmpty()) {
        int some = random.nextInt(all.size());
        offsets.done(all.get(some).offset());
        all.set(some, new Taken(all.get(some).offset(), true));
      }
      long end = position;
      long expected =
          all.stream().filter(each -> !each.done()).mapToLong(Taken::offset).min().orElse(end);
      long safe = offsets.safe().orElseThrow();
      if (all.stream().allMatch(Taken::done)) {
        // the gap in front of a record that has not come is not known yet
        long last = all.stream().mapToLong(each -> each.offset() + 1).max().orElse(safe);
        assertThat(safe).isBetween(last, expected);
      } else {
        assertThat(offsets.safe()).isEqualTo(OptionalLong.of(expected));
      }
    }
  }
}
