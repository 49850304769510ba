package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.GuardMemoryTest.guardOnly;
import static org.sediment.counterexamples.Story.DAY;
import static org.sediment.counterexamples.Story.HOUR;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.RECENT;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.sediment.testing.Families;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** What compaction of the sequence family may forget. */
class GuardCompactionTest {
  /** A queue-like row must not pile up markers that nobody needs. */
  @Test
  void a24_compactionKeepsOnlyTheDeletesThatStillSaySomething() throws IOException {
    try (TestRegion region = guardOnly().open()) {
      region.clock().set(NOW);
      for (int i = 0; i < 30; i++) {
        region.put(put("r", i + ".1", RECENT + i, "u:a=" + i));
        region.delete(deleteRow("r", i + ".2", RECENT + i));
        region.clock().advance(1);
        if (i % 10 == 9) {
          region.flush();
        }
      }
      assertThat(deletes(region)).isEqualTo(30);
      region.compact("m", 0, 2);
      assertThat(deletes(region)).isEqualTo(11);
      region.majorCompact("m");
      assertThat(deletes(region)).isEqualTo(1);
      region.reopen();
      region.put(put("r", "29.1", RECENT + DAY / 100, "u:a=old"));
      assertThat(View.exists(region, "r")).isFalse();
      region.put(put("r", "30", RECENT, "u:a=new"));
      assertThat(View.row(region, "r")).isEqualTo("u:a=new");
    }
  }

  private static long deletes(TestRegion region) throws IOException {
    return View.markers(region, "r", "m").stream().filter(m -> m.contains(" del:")).count();
  }

  /** When all data of a row has expired, its sequence goes, too; not before the retention. */
  @Test
  void a25_ii_theSequenceOfAnExpiredRowGoes() throws IOException {
    TestRegionBuilder builder =
        TestRegion.builder()
            .sequence()
            .family(Families.of("u", "upsert").setTimeToLive(86_400))
            .property("sediment.tombstone.retention", "2d");
    try (TestRegion region = builder.open()) {
      region.clock().set(NOW);
      region.put(put("r", "1", RECENT, "u:a=1"));
      region.flush();
      region.clock().advance(2 * DAY);
      region.majorCompact("m");
      assertThat(region.raw("m")).hasSize(1);
      region.clock().advance(DAY + HOUR);
      region.majorCompact("m");
      assertThat(region.raw("m")).isEmpty();
    }
  }
}
