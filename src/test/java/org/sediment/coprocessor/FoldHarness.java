package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.regionserver.NoLimitScannerContext;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.fold.Aggregator;
import org.sediment.fold.Aggregators;
import org.sediment.fold.TimeBuckets;
import org.sediment.model.Base;
import org.sediment.model.FamilyKind;

/** Runs a fold over a list of cells, as a compaction would, and looks bases up in that list. */
final class FoldHarness implements BaseLookup {
  static final byte[] FAMILY = Bytes.toBytes("x");
  static final long NOW = 1_000_000;

  final MemoryParts memory = new MemoryParts(100);
  final FoldRuns runs = new FoldRuns();
  final List<Cell> cells = new ArrayList<>();

  /** Cells that this compaction does not read. */
  final List<Cell> elsewhere = new ArrayList<>();

  /** Counters whose lookup said that they had better be left alone. */
  final Set<String> refused = new HashSet<>();

  FoldTally tally;
  RuntimeException broken;
  boolean finished;
  FoldRun run;
  int maxHeld = FoldJob.HELD_CELLS;
  int maxHeldBases = FoldJob.HELD_BASES;
  TimeBuckets buckets = TimeBuckets.OFF;
  boolean allFiles = true;
  long retention = 500_000;
  Aggregator aggregator = Aggregators.of("sum:int64").orElseThrow();
  boolean lookupFails;
  int lookups;

  /** A cell of family x. */
  static KeyValue cell(
      String row, String qualifier, long time, KeyValue.Type type, byte[] value, long sequenceId) {
    byte[] name = qualifier.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    KeyValue cell = new KeyValue(Bytes.toBytes(row), FAMILY, name, time, type, value);
    cell.setSequenceId(sequenceId);
    return cell;
  }

  void delta(String row, String qualifier, long time, long value, long sequenceId) {
    cells.add(cell(row, qualifier, time, KeyValue.Type.Put, Bytes.toBytes(value), sequenceId));
  }

  void base(String row, String counter, long through, long sum, long oldest, long folded) {
    long value = aggregator.name().equals("count") ? 3 : sum;
    Base base =
        new Base(
            aggregator.name(),
            aggregator.type(),
            through,
            java.math.BigDecimal.valueOf(value),
            3,
            oldest,
            folded);
    cells.add(FoldCells.base(Bytes.toBytes(row), FAMILY, Bytes.toBytes(counter), base, folded));
  }

  /**
   * Leaves one cell of each key, sequence ID included: a store never holds two, for the later of
   * one batch takes the place of the former in the memstore.
   */
  void keepOneOfEachKey() {
    Set<Cell> seen = new TreeSet<>(CellComparator.getInstance());
    cells.removeIf(cell -> !seen.add(cell));
  }

  /** Folds all cells up to a limit; slices of so many cells. */
  List<Cell> fold(long limit, int slice, Random random) throws IOException {
    cells.sort(CellComparator.getInstance());
    run = new FoldRun(limit, Set.of("f"), 1000);
    runs.begin(run);
    FamilySettings settings =
        new FamilySettings(
            "x",
            FamilyKind.DELTA,
            Map.of("*", aggregator),
            0,
            false,
            1,
            1,
            Long.MAX_VALUE,
            false,
            buckets);
    FoldJob job =
        new FoldJob(
            settings,
            FAMILY,
            this,
            NOW,
            retention,
            allFiles,
            maxHeld,
            maxHeldBases,
            FoldJob.HELD_BYTES);
    ReusingScanner source = new ReusingScanner(cells, slice, random);
    List<Cell> out = new ArrayList<>();
    try (FoldScanner scanner =
        new FoldScanner(
            source,
            new OpenFold(run, runs, memory),
            job,
            (sums, end, wrong) -> {
              tally = sums;
              finished = end;
              broken = wrong;
            })) {
      boolean more;
      do {
        List<Cell> some = new ArrayList<>();
        more = scanner.next(some, NoLimitScannerContext.getInstance());
        if (some.stream().anyMatch(cell -> !CellUtil.matchingRows(cell, some.get(0)))) {
          throw new AssertionError("two rows in one list: " + some);
        }
        some.forEach(cell -> out.add(KeyValueUtil.copyToNewKeyValue(cell)));
        if (random.nextInt(3) == 0) {
          scanner.shipped();
        }
      } while (more);
    }
    if (!source.closed) {
      throw new AssertionError("the scanner below was not closed");
    }
    return out;
  }

  @Override
  public void column(byte[] row, byte[] counter, boolean raw, Consumer<Cell> each)
      throws IOException {
    lookups++;
    if (lookupFails) {
      throw new IOException("the region is closing");
    }
    CounterOracle oracle = new CounterOracle(elsewhere.isEmpty() ? cells : everywhere());
    String name = CounterOracle.text(row) + "/" + Bytes.toString(counter);
    Cell newest = oracle.baseCell(name);
    if (newest != null && (newest.getTimestamp() > run.limit() || !oracle.isUsable(name))) {
      refused.add(name);
    }
    oracle.of(name).stream()
        .filter(cell -> CounterOracle.rest(cell).equals(";"))
        .filter(cell -> raw || (cell.getType() == Cell.Type.Put && !oracle.isMasked(cell)))
        .forEach(each);
  }

  private List<Cell> everywhere() {
    List<Cell> all = new ArrayList<>(cells);
    all.addAll(elsewhere);
    all.sort(CellComparator.getInstance());
    return all;
  }

  @Override
  public boolean fewLate(byte[] row, byte[] counter, Base base, int maxCells, long maxBytes) {
    String name = CounterOracle.text(row) + "/" + Bytes.toString(counter);
    long late =
        new CounterOracle(cells)
            .of(name).stream()
                .filter(CounterOracle::isDelta)
                .filter(cell -> cell.getTimestamp() <= base.through())
                .filter(cell -> CounterOracle.sequenceId(cell) > base.foldedSequenceId())
                .count();
    if (late > maxCells) {
      refused.add(name);
    }
    return late <= maxCells;
  }
}
