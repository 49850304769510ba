package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.fold.Aggregators;
import org.sediment.model.Late;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whatever cells a compaction shows, in whatever slices: a fold changes no total, loses no late
 * delta, keeps the order, folds all it may and nothing else.
 */
final class RandomFoldTest {
  private static final Logger LOG = LoggerFactory.getLogger(RandomFoldTest.class);
  private static final int RUNS = 1000;
  private static final int[] SLICES = {1, 2, 3, 10};
  private static final String[] FUNCTIONS = {"sum", "min", "max", "count", "avg", "last"};
  private static final String[] COUNTERS = {"", "a", "a2", "b"};

  @Test
  void aFoldChangesNoAnswer() throws IOException {
    long seed = Long.getLong("sediment.seed", System.nanoTime());
    LOG.info("-Dsediment.seed={}", seed);
    for (int i = 0; i < RUNS; i++) {
      Random random = new Random(seed + i);
      FoldHarness fold = new FoldHarness();
      fold.maxHeld = random.nextBoolean() ? 1 + random.nextInt(6) : FoldJob.HELD_CELLS;
      fold.aggregator = Aggregators.of(FUNCTIONS[random.nextInt(6)] + ":int64").orElseThrow();
      fill(fold, random);
      fold.keepOneOfEachKey();
      long limit = random.nextInt(70);
      try {
        List<Cell> out = fold.fold(limit, SLICES[random.nextInt(SLICES.length)], random);
        check(fold, limit, out);
      } catch (AssertionError | RuntimeException | IOException wrong) {
        throw new AssertionError(
            "-Dsediment.seed="
                + (seed + i)
                + " "
                + fold.aggregator.text()
                + " limit "
                + limit
                + " cells "
                + fold.cells,
            wrong);
      }
    }
  }

  private static void fill(FoldHarness fold, Random random) {
    for (String row : List.of("r", "r0", "s")) {
      if (random.nextInt(3) == 0) {
        fold.memory.hold(Bytes.toBytes(row), random.nextInt(60));
      }
      for (int i = random.nextInt(4) - 2; i > 0; i--) {
        fold.cells.add(
            FoldHarness.cell(
                row,
                "",
                random.nextInt(50),
                KeyValue.Type.DeleteFamily,
                new byte[0],
                random.nextInt(200)));
      }
      if (random.nextInt(4) == 0) {
        fold.delta(row, "none of ours", 5, 5, 5);
      }
      for (String counter : COUNTERS) {
        fill(fold, row, counter, random);
      }
    }
  }

  private static void fill(FoldHarness fold, String row, String counter, Random random) {
    if (random.nextInt(5) < 3) {
      long through = 5L + random.nextInt(40);
      int folded = random.nextInt(120);
      for (int i = random.nextInt(3); i >= 0 && through > 0; i--) {
        fold.base(row, counter, through, random.nextInt(), through - 4, folded);
        through -= 5;
        // now and then an older base that holds what the newest lacks
        folded = random.nextInt(random.nextInt(6) == 0 ? 120 : folded + 1);
      }
    }
    if (random.nextInt(30) == 0) {
      KeyValue.Type type = random.nextBoolean() ? KeyValue.Type.Delete : KeyValue.Type.DeleteColumn;
      long time = random.nextInt(60);
      fold.cells.add(FoldHarness.cell(row, counter + ";", time, type, new byte[0], 90));
    }
    if (random.nextInt(20) == 0) {
      fold.cells.add(
          FoldHarness.cell(
              row, counter + ";", 60, KeyValue.Type.Put, Bytes.toBytes("later format"), 7));
    }
    for (int i = random.nextInt(12); i > 0; i--) {
      String qualifier = counter + ":e" + random.nextInt(6);
      long time = 1L + random.nextInt(60);
      long sequenceId = random.nextInt(200);
      switch (random.nextInt(20)) {
        case 0 ->
            fold.cells.add(
                FoldHarness.cell(
                    row, qualifier, time, KeyValue.Type.Put, new byte[] {1, 2, 3}, sequenceId));
        case 1 ->
            fold.cells.add(
                FoldHarness.cell(
                    row, qualifier, time, KeyValue.Type.Delete, new byte[0], sequenceId));
        case 2 ->
            fold.cells.add(
                FoldHarness.cell(
                    row, qualifier, time, KeyValue.Type.DeleteColumn, new byte[0], sequenceId));
        default -> fold.delta(row, qualifier, time, random.nextLong(), sequenceId);
      }
    }
    for (int i = random.nextInt(5) - 2; i > 0; i--) {
      byte[] value = StoredFormats.encode(Late.arrived(Late.Kind.DELTA, Bytes.toBytes(1L), 5));
      String qualifier = random.nextInt(3) == 0 ? "<R" : "<d:e" + random.nextInt(6);
      fold.cells.add(
          FoldHarness.cell(
              row,
              counter + qualifier,
              1 + random.nextInt(60),
              KeyValue.Type.Put,
              value,
              random.nextInt(200)));
    }
  }

  private static void check(FoldHarness fold, long limit, List<Cell> out) {
    assertThat(out).isSortedAccordingTo(CellComparator.getInstance());
    assertThat(fold.finished).isTrue();
    assertThat(fold.broken).isNull();
    CounterOracle before = new CounterOracle(fold.cells);
    CounterOracle after = new CounterOracle(out);
    assertThat(after.counters()).isSubsetOf(before.counters());
    for (String counter : before.counters()) {
      if (before.isUsable(counter)) {
        check(fold, limit, before, after, counter);
      } else {
        assertThat(after.of(counter)).as(counter).isEqualTo(before.of(counter));
      }
    }
    assertThat(out.stream().filter(cell -> CounterOracle.counter(cell) == null).toList())
        .isEqualTo(
            fold.cells.stream().filter(cell -> CounterOracle.counter(cell) == null).toList());
  }

  private static void check(
      FoldHarness fold, long limit, CounterOracle before, CounterOracle after, String counter) {
    String function = fold.aggregator.name();
    assertThat(after.total(counter, function))
        .as("total of " + counter)
        .isEqualTo(before.total(counter, function));
    assertThat(after.late(counter)).as("late of " + counter).isEqualTo(before.late(counter));
    byte[] row = Bytes.toBytes(counter.substring(0, counter.indexOf('/')));
    long rowLimit = Math.min(limit, FoldLimit.below(fold.memory.held(row)));
    assertThat(after.through(counter))
        .as("nothing above the limit of the row is folded")
        .isLessThanOrEqualTo(Math.max(rowLimit, before.through(counter)));
    assertThat(after.poison(counter))
        .as("what is not understood passes")
        .isEqualTo(before.poison(counter));
    if (!fold.refused.contains(counter)) {
      assertThat(after.deltas(counter))
          .as("pending deltas left of " + counter)
          .noneMatch(
              cell ->
                  cell.getTimestamp() <= rowLimit && cell.getTimestamp() > after.through(counter));
      assertThat(after.deltas(counter))
          .as("copies and late ones left of " + counter)
          .noneMatch(
              cell ->
                  cell.getTimestamp() <= rowLimit
                      && cell.getTimestamp() <= before.through(counter));
    }
    Cell base = before.baseCell(counter);
    if (base == null || fold.refused.contains(counter)) {
      return;
    }
    for (Cell marker : fold.cells) {
      long oldest = FoldCells.base(base).orElseThrow().oldest();
      if (marker.getType() == Cell.Type.DeleteFamily
          && counter.startsWith(CounterOracle.row(marker) + "/")
          && CounterOracle.sequenceId(marker) > before.foldedSequenceId(counter)
          && oldest <= marker.getTimestamp()
          && marker.getTimestamp() < before.through(counter)) {
        assertThat(after.of(counter))
            .as("a row delete inside the base is listed")
            .anyMatch(
                cell ->
                    CounterOracle.rest(cell).equals("<R")
                        && cell.getTimestamp() == marker.getTimestamp() + 1);
      }
    }
  }
}
