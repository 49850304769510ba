package org.sediment.counterexamples;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.sediment.testing.TestClock;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/**
 * A sequence of steps, and what must be true after it in every storage state.
 *
 * <p>The steps are told three times, each in a region of its own: with everything in the memstore;
 * with a flush after every step, so that every subset compaction has something to leave out; and
 * with a crash of the server at the end. Then the five points: as written, flushed, after minor
 * compactions of some files, after a major compaction, after a reopen. Before the compactions the
 * clock moves on, so that every delta has settled and is folded if the rules allow it.
 */
final class Story {
  static final long MINUTE = 60_000;
  static final long HOUR = 60 * MINUTE;
  static final long DAY = 24 * HOUR;

  /** The server's clock when the first step is told: the region is open for ten minutes. */
  static final long NOW = TestClock.START + 10 * MINUTE;

  /** A time since the region was opened: a delta of it is in time. */
  static final long RECENT = TestClock.START + MINUTE;

  /** A time long before the region was opened: a delta of it pays a read. */
  static final long PAST = TestClock.START - DAY;

  private enum Plan {
    IN_MEMORY,
    FLUSH_EVERY_STEP,
    CRASH
  }

  /** One step, or one check. */
  interface Step {
    void on(TestRegion region) throws IOException;
  }

  private final Supplier<TestRegionBuilder> ground;
  private final List<Step> steps = new ArrayList<>();
  private long settle = 3 * HOUR;

  private Story(Supplier<TestRegionBuilder> ground) {
    this.ground = ground;
  }

  /** A story in a region with the families u (upsert), x (delta) and m (sequence). */
  static Story story() {
    return in(Story::ordinary);
  }

  /** A story in a region of another make. */
  static Story in(Supplier<TestRegionBuilder> ground) {
    return new Story(ground);
  }

  static TestRegionBuilder ordinary() {
    return TestRegion.builder().sequence().upsert("u").delta("x");
  }

  /** What happens next. */
  Story then(Step step) {
    steps.add(step);
    return this;
  }

  /** How far the clock moves before the compactions, in milliseconds. */
  Story settle(long millis) {
    settle = millis;
    return this;
  }

  /** Tells the story in every way and checks at every point. */
  void ends(Step check) throws IOException {
    for (Plan plan : Plan.values()) {
      try (TestRegion region = ground.get().open()) {
        region.clock().set(NOW);
        for (Step step : steps) {
          step.on(region);
          if (plan == Plan.FLUSH_EVERY_STEP) {
            region.flush();
          }
        }
        Points points = new Points(region, check, plan);
        if (plan == Plan.CRASH) {
          region.crash();
          points.check("crash");
        }
        points.all(settle);
      }
    }
  }

  /** Checks at the five points from here on. */
  static void everywhere(TestRegion region, Step check) throws IOException {
    new Points(region, check, Plan.IN_MEMORY).all(3 * HOUR);
  }

  private record Points(TestRegion region, Step check, Plan plan) {
    void all(long settle) throws IOException {
      check("as written");
      region.flush();
      check("flush");
      region.clock().advance(settle);
      check("settled");
      for (String family : region.families().toList()) {
        int files = region.files(family).size();
        if (files > 1) {
          region.compact(family, files - 1);
          check("minor compaction of the newest file of " + family);
        }
        if (files > 2) {
          region.compact(family, 0, 2);
          check("minor compaction of two files of " + family);
        }
      }
      region.majorCompact();
      check("major compaction");
      region.reopen();
      check("reopen");
      region.majorCompact();
      check("second major compaction");
    }

    void check(String point) throws IOException {
      try {
        check.on(region);
      } catch (AssertionError e) {
        throw new AssertionError(
            plan + ", " + point + ": " + e.getMessage() + "\n" + region.dump(), e);
      }
    }
  }
}
