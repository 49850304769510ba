package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.sediment.fold.Aggregator;
import org.sediment.fold.Judgement;
import org.sediment.model.Base;

/**
 * Folds one counter of one row as its cells stream by: deltas, then bases, then late entries. Not
 * thread-safe.
 *
 * <p>The base comes after the deltas it governs. So from the first delta that might be folded on,
 * cells are held back until the base is known: because it comes, because it cannot come any more,
 * or, when too many are held, because it was looked up in the region. From then on deltas are added
 * as they come, and memory does not grow with them.
 */
final class CounterFold {
  private final FoldJob job;
  private final FoldTally tally;
  private final RowFold row;
  private final byte[] counter;
  private final Aggregator aggregator;
  private final RegionBase region;
  private final Consumer<Cell> out;

  private final List<Cell> held = new ArrayList<>();
  private long heldBytes;
  private final BaseColumn bases;
  private BaseTidy tidy;
  private final MovedEntries moved = new MovedEntries();
  private final MaskedDeltas masks;
  private final FoldedSums sums;

  private boolean untouched;
  private boolean baseKnown;
  private boolean deltasOver;
  private Base base;

  /** The last delta judged and what became of it, for its repeats. */
  private Cell previous;

  private Fate previousFate = Fate.KEPT;

  /** A resolved late entry just dropped: what it shadowed goes with it. */
  private Cell spent;

  private enum Fate {
    KEPT,
    GONE
  }

  CounterFold(FoldJob job, FoldTally tally, RowFold row, byte[] counter, Consumer<Cell> out) {
    this.job = job;
    this.tally = tally;
    this.row = row;
    this.counter = counter;
    this.out = out;
    this.aggregator = job.aggregator(counter);
    this.region = new RegionBase(job, tally, row, counter, aggregator);
    this.masks = new MaskedDeltas(row);
    this.sums = new FoldedSums(aggregator, job.grid());
    this.bases = new BaseColumn(aggregator, row::masks, tally);
    if (aggregator == null || row.isUntouchable()) {
      untouched = true;
      tally.untouched++;
    }
  }

  /** Whether a cell whose counter's name has this length belongs to this counter. */
  boolean isOf(Cell cell, int counterLength) {
    return counterLength == counter.length
        && java.util.Arrays.equals(
            counter,
            0,
            counterLength,
            cell.getQualifierArray(),
            cell.getQualifierOffset(),
            cell.getQualifierOffset() + counterLength);
  }

  /** Takes the next cell of the counter. It need not stay valid after {@link #keep}. */
  void accept(Cell cell) {
    if (untouched) {
      out.accept(cell);
      return;
    }
    byte separator = cell.getQualifierArray()[cell.getQualifierOffset() + counter.length];
    if (separator == ':') {
      delta(cell);
    } else if (separator == ';' && cell.getQualifierLength() == counter.length + 1) {
      baseCell(cell);
    } else {
      entry(cell);
    }
  }

  /** The cells accepted so far are about to lose their bytes: copies what is still needed. */
  void keep() {
    previous = previous == null ? null : FoldCells.copy(previous);
    spent = spent == null ? null : FoldCells.copy(spent);
    if (tidy != null) {
      tidy.keep();
    }
  }

  /** There is no further cell of the counter. */
  void end() {
    if (!untouched) {
      deltasAreOver();
    }
    if (!untouched) {
      moved.rest(out);
    }
  }

  private void delta(Cell cell) {
    if (baseKnown) {
      judge(cell);
    } else if (held.isEmpty() && !mayTouch(cell)) {
      masks.note(cell);
      tally.pending += isDelta(cell) ? 1 : 0;
      out.accept(cell);
    } else {
      Cell copy = FoldCells.copy(cell);
      held.add(copy);
      heldBytes += copy.getSerializedSize();
      if (held.size() > job.maxHeldCells() || heldBytes > job.maxHeldBytes()) {
        lookUp();
      }
    }
  }

  private boolean mayTouch(Cell cell) {
    return isDelta(cell) && row.mayReach(cell.getTimestamp());
  }

  private boolean isDelta(Cell cell) {
    return cell.getType() == Cell.Type.Put && cell.getQualifierLength() > counter.length + 1;
  }

  /**
   * Finds the base in the region, because no more can be held until it comes, or because it may be
   * in a file that this compaction does not read.
   */
  private void lookUp() {
    RegionBase.Found found = region.find();
    if (found.certain()) {
      know(found.base());
    } else {
      leaveAlone();
    }
  }

  private void leaveAlone() {
    untouched = true;
    tally.untouched++;
    held.forEach(out);
    held.clear();
    bases.drain(out);
  }

  private void know(Base known) {
    baseKnown = true;
    base = known;
    if (base != null) {
      listRowDeletes();
    }
    held.forEach(this::judge);
    held.clear();
  }

  /** Lists the row deletes that came after the base was folded and lie inside it. */
  private void listRowDeletes() {
    for (RowFold.Marker delete : row.deletes()) {
      if (delete.sequenceId() > base.foldedSequenceId()
          && base.oldest() <= delete.time()
          && delete.time() < base.through()) {
        moved.addRowDelete(
            FoldCells.lateRowDelete(
                row.row(),
                job.familyName(),
                counter,
                delete.time(),
                delete.sequenceId(),
                job.now()));
      }
    }
  }

  private void judge(Cell cell) {
    masks.note(cell);
    if (cell.getType() != Cell.Type.Put) {
      out.accept(cell);
      return;
    }
    boolean repeat =
        previous != null
            && previous.getTimestamp() == cell.getTimestamp()
            && CellUtil.matchingQualifier(previous, cell);
    if (!repeat) {
      previous = cell;
      previousFate = fate(cell);
    }
    if (previousFate == Fate.KEPT) {
      out.accept(cell);
    }
  }

  private Fate fate(Cell cell) {
    if (!isDelta(cell)
        || !aggregator.isWellFormed(
            cell.getValueArray(), cell.getValueOffset(), cell.getValueLength())) {
      tally.notUnderstood(cell, "no delta of " + aggregator.text());
      return Fate.KEPT;
    }
    long time = cell.getTimestamp();
    if (masks.mask(cell)) {
      return Fate.KEPT;
    }
    return switch (Judgement.of(time, CellSequence.of(cell), base)) {
      case COPY -> {
        tally.copies++;
        yield Fate.GONE;
      }
      case LATE -> row.reaches(time) ? move(cell) : Fate.KEPT;
      case PENDING -> {
        if (!row.reaches(time)) {
          tally.pending++;
          yield Fate.KEPT;
        }
        row.wroteBase();
        sums.add(cell);
        tally.folded++;
        yield Fate.GONE;
      }
    };
  }

  private Fate move(Cell cell) {
    moved.addDelta(FoldCells.lateDelta(row.row(), job.familyName(), cell, job.now()));
    tally.moved++;
    return Fate.GONE;
  }

  private void baseCell(Cell cell) {
    if (baseKnown) {
      tidied(cell);
      return;
    }
    bases.add(cell); // an older one may contradict it
    if (bases.isLongerThan(job.maxHeldBases(), job.maxHeldBytes())) {
      basesAreMany();
    }
  }

  /** No more bases can be held until the last one has come. */
  private void basesAreMany() {
    if (!held.isEmpty()) {
      lookUp();
    } else if (bases.governing().isPresent()) {
      know(bases.governing().get()); // nothing is folded, whatever comes
    } else {
      leaveAlone();
    }
    bases.drain(this::tidied);
  }

  /** Takes the next base, the first of which is the one known. */
  private void tidied(Cell cell) {
    if (!deltasOver) {
      writeBases(cell);
      if (base != null && cell.getTimestamp() == base.through()) {
        tidy.accept(cell, base);
        return;
      }
    }
    tidy.accept(cell);
  }

  /** There is no further base. */
  private void basesAreOver() {
    Optional<Base> found = bases.governing();
    if (found.isEmpty() || !isGoverning(bases.newest())) {
      leaveAlone();
    } else {
      know(found.get());
      bases.drain(this::tidied);
    }
  }

  private boolean isGoverning(long met) {
    // none is left out, or nothing is folded into this one, or it is a copy of one left out
    return job.allFiles() || held.isEmpty() || !row.isInFold(met) || region.isAt(met);
  }

  private void deltasAreOver() {
    if (!baseKnown) {
      if (!bases.isEmpty()) {
        basesAreOver();
      } else if (held.isEmpty() || job.allFiles()) {
        know(null);
      } else {
        lookUp(); // a base that is not read here would hide a new one, and what was folded into it
      }
    }
    if (!untouched) {
      if (!deltasOver) {
        writeBases(null);
      }
      tidy.end();
    }
  }

  /**
   * Writes what was folded, in the place of the base column.
   *
   * @param old cell of the base so far, null if there is none
   */
  private void writeBases(Cell old) {
    deltasOver = true;
    tidy = new BaseTidy(aggregator, job, row::masks, tally, out);
    long sequenceId = old == null ? 0 : CellSequence.of(old);
    for (FoldedSums.Made made : sums.on(base, sequenceId)) {
      tally.bases++;
      tidy.accept(
          FoldCells.base(row.row(), job.familyName(), counter, made.base(), made.sequenceId()),
          made.base());
    }
  }

  private void entry(Cell cell) {
    deltasAreOver();
    if (untouched) {
      out.accept(cell);
      return;
    }
    moved.before(cell, out);
    boolean shadowed =
        spent != null
            && spent.getTimestamp() == cell.getTimestamp()
            && CellUtil.matchingQualifier(spent, cell);
    if (job.isSpent(cell)) {
      spent = cell;
    } else if (!shadowed) {
      out.accept(cell);
    }
  }
}
