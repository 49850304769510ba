package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.sediment.fold.Aggregator;
import org.sediment.fold.Judgement;
import org.sediment.model.Base;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
  private static final Logger LOG = LoggerFactory.getLogger(CounterFold.class);

  private final FoldJob job;
  private final FoldTally tally;
  private final RowFold row;
  private final byte[] counter;
  private final Aggregator aggregator;
  private final Consumer<Cell> out;

  private final List<Cell> held = new ArrayList<>();
  private long heldBytes;
  private final BaseColumn bases = new BaseColumn();
  private final MovedEntries moved = new MovedEntries();
  private final MaskedDeltas masks;
  private final FoldedSum sum;

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
    this.masks = new MaskedDeltas(row);
    this.sum = new FoldedSum(aggregator);
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
    try {
      BaseColumn any = job.lookup().column(row.row(), counter, true);
      if (any.isEmpty()) {
        know(null);
        return;
      }
      Optional<Base> found = lookedUp(any);
      if (found.isPresent()
          && row.isInFold(found.get().through())
          && job.lookup()
              .fewLate(row.row(), counter, found.get(), job.maxHeldCells(), job.maxHeldBytes())) {
        know(found.get());
        return;
      }
    } catch (IOException | RuntimeException failed) {
      LOG.warn("Cannot look the base of a counter up; the counter is not folded now", failed);
    }
    leaveAlone();
  }

  /**
   * The base that governs the counter in the region as a whole; empty if that is not certain. One
   * that a marker hides, one that this compaction does not read, one not understood or one with
   * more late deltas than can be held: what this fold will be shown is not certain either.
   *
   * @param any the base's column with what is hidden
   */
  private Optional<Base> lookedUp(BaseColumn any) throws IOException {
    if (any.hasMarker()) {
      return Optional.empty();
    }
    BaseColumn visible = job.lookup().column(row.row(), counter, false);
    return visible.isEmpty() || visible.newest() != any.newest()
        ? Optional.empty()
        : visible.governing(aggregator, time -> false, tally);
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
        sum.add(cell);
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
    if (!baseKnown) {
      bases.add(cell); // an older one may contradict it
      if (bases.isTooLong()) {
        leaveAlone();
      }
    } else if (!deltasOver && cell.getType() == Cell.Type.Put) {
      newestBase(cell);
    }
    // else: a base older than the one that was looked up, when no marker was among them
  }

  private void newestBase(Cell cell) {
    deltasOver = true;
    out.accept(sum.isEmpty() ? cell : newBase(cell));
  }

  /** There is no further base. */
  private void basesAreOver() {
    Optional<Base> found = bases.governing(aggregator, row::masks, tally);
    if (found.isEmpty() || !isGoverning(bases.first())) {
      leaveAlone();
    } else {
      know(found.get());
      newestBase(bases.first());
    }
  }

  /**
   * Whether a base governs its counter. One in a file left out would govern what is folded into
   * this one, or contradict it, and a delta that it does not hold would be gone without a trace.
   */
  private boolean isGoverning(Cell met) {
    if (job.allFiles() || held.isEmpty() || !row.isInFold(met.getTimestamp())) {
      return true; // none is left out, or nothing is folded into this one
    }
    try {
      BaseColumn any = job.lookup().column(row.row(), counter, true);
      return !any.isEmpty() && any.newest() == met.getTimestamp() && lookedUp(any).isPresent();
    } catch (IOException | RuntimeException failed) {
      LOG.warn("Cannot look the base of a counter up; the counter is not folded now", failed);
      return false;
    }
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
    if (!deltasOver && !untouched) {
      deltasOver = true;
      if (!sum.isEmpty()) {
        out.accept(newBase(null));
      }
    }
  }

  private Cell newBase(Cell old) {
    tally.bases++;
    long sequenceId = sum.highestSequenceId();
    if (old != null) {
      sequenceId = Math.max(sequenceId, CellSequence.of(old));
    }
    return FoldCells.base(row.row(), job.familyName(), counter, sum.on(base), sequenceId);
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
