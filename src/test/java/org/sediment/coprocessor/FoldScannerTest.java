package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sediment.fold.Aggregator;
import org.sediment.model.Base;
import org.sediment.model.Late;

/** Single rules of the fold, cell by cell. */
final class FoldScannerTest {
  private final FoldHarness fold = new FoldHarness();

  private List<String> folded(long limit) throws IOException {
    return fold.fold(limit, 10, new Random(1)).stream()
        .map(cell -> CounterOracle.qualifier(cell) + "@" + cell.getTimestamp())
        .toList();
  }

  private Base baseOf(List<Cell> cells) {
    return cells.stream()
        .filter(cell -> CounterOracle.qualifier(cell).equals("c;"))
        .findFirst()
        .flatMap(FoldCells::base)
        .orElseThrow();
  }

  private void late(String qualifier, long time, Late late) {
    fold.cells.add(
        FoldHarness.cell("r", qualifier, time, KeyValue.Type.Put, StoredFormats.encode(late), 5));
  }

  @Test
  void theNewBaseTellsWhatItHolds() throws IOException {
    fold.base("r", "c", 20, 100, 7, 50);
    fold.delta("r", "c:e1", 30, 5, 80);
    fold.delta("r", "c:e2", 25, 6, 90);
    List<Cell> out = fold.fold(60, 10, new Random(1));
    assertThat(out).hasSize(1);
    assertThat(out.get(0).getTimestamp()).isEqualTo(30);
    assertThat(CellSequence.of(out.get(0))).as("ties are won by the newer").isEqualTo(90);
    Base base = baseOf(out);
    assertThat(base.sum()).isEqualByComparingTo("111");
    assertThat(base.count()).isEqualTo(5);
    assertThat(base.oldest()).isEqualTo(7);
    assertThat(base.foldedSequenceId()).isEqualTo(90);
  }

  @Test
  void withNothingNewTheOldBasePassesBitForBit() throws IOException {
    fold.base("r", "c", 20, 100, 7, 50);
    fold.delta("r", "c:copy", 20, 5, 50);
    fold.base("r", "c", 10, 90, 7, 40);
    List<Cell> out = fold.fold(60, 10, new Random(1));
    assertThat(out).hasSize(1);
    assertThat(CellUtil.cloneValue(out.get(0))).isEqualTo(CellUtil.cloneValue(fold.cells.get(1)));
    assertThat(CellSequence.of(out.get(0))).isEqualTo(50);
    assertThat(fold.tally.copies).isEqualTo(1);
  }

  @Test
  void aLongCounterIsFoldedAsItComesByAndEndsInOneCell() throws IOException {
    fold.base("r", "c", 20, 100, 7, 50);
    for (int i = 0; i < 5000; i++) {
      fold.delta("r", "c:e" + i, 21 + i % 30, 1, 60);
    }
    fold.delta("r", "d:e", 21, 1, 60);
    List<Cell> out = fold.fold(60, 10, new Random(1));
    assertThat(out).hasSize(2);
    assertThat(baseOf(out).sum()).isEqualByComparingTo("5100");
    assertThat(baseOf(out).count()).isEqualTo(5003);
    assertThat(fold.lookups).as("once as readers see it, once raw").isEqualTo(2);
  }

  @Test
  void aLongCounterWithNoBaseGetsOne() throws IOException {
    for (int i = 0; i < 1500; i++) {
      fold.delta("r", "c:e" + i, 1 + i % 70, 1, 60);
    }
    List<Cell> out = fold.fold(60, 10, new Random(1));
    long kept = fold.cells.stream().filter(cell -> cell.getTimestamp() > 60).count();
    assertThat(out).hasSize((int) kept + 1);
    assertThat(baseOf(out).count()).isEqualTo(1500 - kept);
  }

  @Test
  void aLongCounterWithMoreLateDeltasThanCanBeHeldIsLeftAlone() throws IOException {
    fold.base("r", "c", 20, 100, 7, 50);
    for (int i = 0; i < 1001; i++) {
      fold.delta("r", "c:e" + i, 15, 1, 60);
    }
    fold.delta("r", "c:new", 25, 1, 60);
    assertThat(fold.fold(60, 10, new Random(1))).isEqualTo(fold.cells);
    assertThat(fold.tally.untouched).isEqualTo(1);
  }

  @Test
  void aLongCounterWhoseBaseCannotBeLookedUpIsLeftAlone() throws IOException {
    fold.lookupFails = true;
    fold.base("r", "c", 20, 100, 7, 50);
    for (int i = 0; i < 1001; i++) {
      fold.delta("r", "c:e" + i, 25, 1, 60);
    }
    assertThat(fold.fold(60, 10, new Random(1))).isEqualTo(fold.cells);
  }

  @Test
  void aLongCounterWhoseBaseMayBeInAFileLeftOutIsLeftAlone() throws IOException {
    fold.base("r", "c", 61, 100, 7, 50);
    for (int i = 0; i < 1001; i++) {
      fold.delta("r", "c:e" + i, 25, 1, 40);
    }
    assertThat(fold.fold(60, 10, new Random(1))).isEqualTo(fold.cells);
  }

  private void marker(String qualifier, long time, KeyValue.Type type) {
    fold.cells.add(FoldHarness.cell("r", qualifier, time, type, new byte[0], 70));
  }

  /** Written while the coprocessor was away, or loaded: the counter is left as it is, in order. */
  @ParameterizedTest
  @CsvSource({"30,Delete", "45,Delete", "60,Delete", "20,Delete", "5,Delete", "15,DeleteColumn"})
  void aMarkerOnABaseLosesNothingAndFailsNoCompaction(long time, KeyValue.Type type)
      throws IOException {
    for (int maxHeld : new int[] {FoldJob.HELD_CELLS, 3}) {
      fold.maxHeld = maxHeld;
      for (boolean settled : new boolean[] {true, false}) {
        fold.cells.clear();
        for (int i = 0; i < 6; i++) {
          fold.delta("r", "c:e" + i, settled ? 25 + i * 4 : 20 - i, 1, settled ? 60 : 40);
        }
        if (time != 20) {
          fold.base("r", "c", 20, 100, 7, 50); // else HBase would have dropped it
        }
        fold.base("r", "c", 10, 90, 7, 40);
        marker("c;", time, type);
        List<Cell> out = fold.fold(60, 10, new Random(1));
        assertThat(out).as("held %s, settled %s", maxHeld, settled).isEqualTo(fold.cells);
        assertThat(fold.tally.untouched).isEqualTo(1);
      }
    }
  }

  /** Of a server that had lost the region, and whose output came to light later. */
  @Test
  void basesThatContradictEachOtherAreKeptAndNothingIsFoldedIntoThem() throws IOException {
    for (int maxHeld : new int[] {FoldJob.HELD_CELLS, 3}) {
      fold.maxHeld = maxHeld;
      for (int deltas : new int[] {0, 2, 6}) {
        fold.cells.clear();
        fold.base("r", "c", 20, 100, 7, 50);
        fold.base("r", "c", 15, 90, 7, 60);
        for (int i = 0; i < deltas; i++) {
          fold.delta("r", "c:e" + i, 25 + i, 1, 70);
        }
        fold.delta("r", "c:late", 14, 1, 70);
        assertThat(fold.fold(60, 10, new Random(1))).isEqualTo(fold.cells);
      }
    }
  }

  @Test
  void aBaseInAFileLeftOutThatContradictsStopsTheFold() throws IOException {
    fold.allFiles = false;
    fold.delta("r", "c:e1", 25, 1, 70);
    fold.base("r", "c", 20, 100, 7, 50);
    byte[] value = CellUtil.cloneValue(fold.cells.get(1));
    fold.elsewhere.add(FoldHarness.cell("r", "c;", 15, KeyValue.Type.Put, newer(value), 60));
    assertThat(fold.fold(60, 10, new Random(1))).isEqualTo(fold.cells);
  }

  private static byte[] newer(byte[] base) {
    Base read = StoredFormats.decodeBase(base, 15).orElseThrow();
    return StoredFormats.encode(
        new Base(read.aggregator(), read.type(), 15, read.sum(), read.count(), read.oldest(), 60));
  }

  @Test
  void resolvedEntriesGoAfterTheRetentionIfEveryFileIsRead() throws IOException {
    Late open = Late.arrived(Late.Kind.DELTA, Bytes.toBytes(1L), 1);
    late("c<d:accepted", 5, new Late(open.kind(), Late.State.ACCEPTED, open.value(), 0, 1, 9, 2));
    late("c<d:fresh", 5, open.discarded(FoldHarness.NOW - 5));
    late("c<d:gone", 5, open.discarded(2));
    late("c<d:open", 5, open);
    assertThat(folded(60)).containsExactly("c<d:fresh@5", "c<d:open@5");
    fold.allFiles = false;
    assertThat(folded(60)).hasSize(4);
  }

  @Test
  void anEntryThatIsThereAbsorbsItsDelta() throws IOException {
    fold.base("r", "c", 20, 100, 7, 50);
    fold.delta("r", "c:e1", 15, 5, 60);
    late("c<d:e1", 15, Late.arrived(Late.Kind.DELTA, Bytes.toBytes(5L), 1));
    late("c<d:e1", 14, Late.arrived(Late.Kind.DELTA, Bytes.toBytes(5L), 1));
    assertThat(folded(60)).containsExactly("c;@20", "c<d:e1@15", "c<d:e1@14");
  }

  @Test
  void countersWithNamesThatContainEachOtherNeverMix() throws IOException {
    for (String counter : List.of("a", "a\u0000", "a2", "amt", "amt2", "")) {
      fold.delta("r", counter + ":e:1<;", 10, 7, 5);
      fold.delta("r", counter + ":\u00ff", 11, 1, 5);
    }
    List<Cell> out = fold.fold(60, 3, new Random(1));
    assertThat(out).hasSize(6);
    assertThat(out)
        .allMatch(cell -> FoldCells.base(cell).orElseThrow().sum().longValueExact() == 8);
  }

  @Test
  void sumsNeverWrap() throws IOException {
    fold.delta("r", "c:e1", 10, Long.MAX_VALUE, 5);
    fold.delta("r", "c:e2", 11, Long.MAX_VALUE, 5);
    assertThat(baseOf(fold.fold(60, 3, new Random(1))).sum())
        .isEqualByComparingTo("18446744073709551614");
  }

  @Test
  void aFaultOfTheFoldItselfFailsThisCompactionOnlyAndIsTold() {
    Aggregator sum = fold.aggregator;
    fold.aggregator = new Broken(sum);
    fold.delta("r", "c:e1", 10, 1, 5);
    assertThatThrownBy(() -> fold.fold(60, 3, new Random(1))).isInstanceOf(IOException.class);
    assertThat(fold.broken).hasMessage("broken");
    assertThat(fold.finished).isFalse();
    assertThat(fold.runs.isEmpty()).as("its run is over").isTrue();
  }

  private record Broken(Aggregator sum) implements Aggregator {
    @Override
    public String name() {
      return sum.name();
    }

    @Override
    public String type() {
      return sum.type();
    }

    @Override
    public boolean isWellFormed(byte[] value, int offset, int length) {
      return true;
    }

    @Override
    public String valueForm() {
      return sum.valueForm();
    }

    @Override
    public Accumulator accumulator() {
      throw new IllegalStateException("broken");
    }

    @Override
    public boolean fits(java.math.BigDecimal value) {
      return true;
    }

    @Override
    public boolean understands(Base base) {
      return sum.understands(base);
    }

    @Override
    public byte[] encodeTotal(java.math.BigDecimal value) {
      return sum.encodeTotal(value);
    }

    @Override
    public java.util.Optional<java.math.BigDecimal> decodeTotal(byte[] bytes) {
      return sum.decodeTotal(bytes);
    }
  }
}
