package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.sediment.fold.Aggregator;
import org.sediment.fold.CounterTotal;
import org.sediment.fold.CounterTotalBuilder;
import org.sediment.model.Base;
import org.sediment.model.DeltaColumn;
import org.sediment.model.FamilyName;
import org.sediment.model.Late;
import org.sediment.model.Printable;

/**
 * Makes the totals of one row from its cells, given in their order. Keeps no cell: what it needs it
 * copies. Not thread-safe; reused from row to row.
 */
final class RowTotaller {
  /** Deltas of one counter that are held before its base is looked up. */
  static final int HOLD = 1000;

  private static final long MAX_ROW_BYTES = 32L << 20;
  private static final int COUNTER_BYTES = 64;

  private final Selection selection;
  private final BaseLookup lookup;
  private final KnownCounters known;
  private final boolean oneFamily;
  private final CounterTotalBuilder builder = new CounterTotalBuilder(HOLD);
  private byte[] row;
  private List<RowTotal.OfCounter> counters = new ArrayList<>();
  private FamilySettings family;
  private byte[] familyName = new byte[0];
  private byte[] counter;
  private Aggregator aggregator;
  private boolean selected;
  private boolean baseSeen;
  private boolean stale;
  private long bytes;

  /** Finds the newest base of a counter, apart from the scan under way. */
  interface BaseLookup {
    Optional<Cell> find(byte[] row, byte[] family, byte[] counter) throws IOException;
  }

  RowTotaller(Selection selection, BaseLookup lookup) {
    this.selection = selection;
    this.lookup = lookup;
    known = new KnownCounters(selection);
    oneFamily = selection.families().size() == 1; // of which every cell is, then
  }

  /** Begins a row; forgets the one before. */
  void start(byte[] newRow) {
    row = newRow;
    counters = new ArrayList<>(1);
    counter = null;
    stale = false;
    bytes = row.length;
  }

  /** Whether the row must be read again: a base changed while it was read. */
  boolean isStale() {
    return stale;
  }

  /** Takes the next cell of the row. */
  void add(Cell cell) throws IOException {
    byte[] qualifier = cell.getQualifierArray();
    int offset = cell.getQualifierOffset();
    int length = cell.getQualifierLength();
    boolean sameFamily = family != null && (oneFamily || isOfFamily(cell));
    if (!sameFamily || counter == null || !isOfCounter(qualifier, offset, length)) {
      endCounter();
      if (!sameFamily) {
        startFamily(cell);
      }
      int counterLength = DeltaColumn.counterLength(qualifier, offset, length);
      if (counterLength < 0) {
        return; // belongs to no counter, so no total can be wrong without it
      }
      startCounter(known.of(family, qualifier, offset, offset + counterLength));
    }
    if (selected && !builder.isFailed()) {
      take(cell, DeltaColumn.kind(qualifier, offset, length, counter.length));
    } else if (selected) {
      takeLate(cell, DeltaColumn.kind(qualifier, offset, length, counter.length));
    }
  }

  /** Ends the row. */
  RowTotal finish() throws IOException {
    endCounter();
    return new RowTotal(row, counters, bytes);
  }

  private boolean isOfFamily(Cell cell) {
    int start = cell.getFamilyOffset();
    int end = start + cell.getFamilyLength();
    return Arrays.equals(cell.getFamilyArray(), start, end, familyName, 0, familyName.length);
  }

  private boolean isOfCounter(byte[] qualifier, int offset, int length) {
    if (length <= counter.length) {
      return false;
    }
    byte separator = qualifier[offset + counter.length];
    return separator >= ':'
        && separator <= '<'
        && Arrays.equals(qualifier, offset, offset + counter.length, counter, 0, counter.length);
  }

  private void startFamily(Cell cell) {
    familyName = CellUtil.cloneFamily(cell);
    String name = FamilyName.text(familyName);
    family =
        selection.families().stream()
            .filter(known -> known.name().equals(name))
            .findFirst()
            .orElseThrow();
  }

  private void startCounter(KnownCounters.Known next) {
    counter = next.name();
    selected = next.selected();
    baseSeen = false;
    if (selected) {
      aggregator = next.aggregator();
      builder.start(aggregator);
      if (aggregator == null) {
        builder.fail(TotalErrors.noAggregator(row, family, counter));
      }
    }
  }

  private void endCounter() throws IOException {
    if (counter == null) {
      return;
    }
    if (selected) {
      Optional<CounterTotal> total = builder.finish();
      stale |= builder.isStale();
      if (total.isPresent()) {
        counters.add(new RowTotal.OfCounter(family, counter, total.get()));
        bytes += COUNTER_BYTES + counter.length + familyName.length;
        if (bytes > MAX_ROW_BYTES) {
          throw new DoNotRetryIOException(TotalErrors.tooManyCounters(row, counters.size()));
        }
      }
    }
    counter = null;
  }

  private void take(Cell cell, DeltaColumn.Kind kind) throws IOException {
    switch (kind) {
      case DELTA -> takeDelta(cell);
      case BASE -> {
        if (!baseSeen) { // versions come newest first
          baseSeen = true;
          takeBase(cell);
        } else {
          takeOlderBase(cell);
        }
      }
      case MALFORMED -> builder.fail(TotalErrors.badColumn(cell));
      default -> takeLate(cell, kind);
    }
  }

  private void takeDelta(Cell cell) throws IOException {
    long time = cell.getTimestamp();
    if (time > selection.asOf()) {
      return;
    }
    byte[] value = cell.getValueArray();
    int offset = cell.getValueOffset();
    int length = cell.getValueLength();
    if (!aggregator.isWellFormed(value, offset, length)) {
      builder.fail(TotalErrors.badDelta(cell, aggregator));
      return;
    }
    if (builder.isFull()) {
      lookBaseUp();
    }
    builder.delta(value, offset, length, time, CellSequence.of(cell));
  }

  private void lookBaseUp() throws IOException {
    Optional<Cell> found = lookup.find(row, familyName, counter);
    if (found.isEmpty()) {
      builder.lookedUp(null);
      return;
    }
    understood(found.get()).ifPresent(builder::lookedUp);
  }

  private void takeBase(Cell cell) {
    if (cell.getTimestamp() > selection.asOf()) {
      builder.fail(TotalErrors.foldedSince(cell, selection.asOf()));
      return;
    }
    understood(cell).ifPresent(builder::base);
  }

  /** One is enough, unless an older one proves that it is not. */
  private void takeOlderBase(Cell cell) {
    Optional<Base> older = StoredFormats.decodeBase(CellUtil.cloneValue(cell), cell.getTimestamp());
    if (older.isPresent() && builder.isContradictedBy(older.get())) {
      builder.fail(TotalErrors.contradictingBases(cell, builder.through()));
    }
  }

  private Optional<Base> understood(Cell cell) {
    Optional<Base> base = StoredFormats.decodeBase(CellUtil.cloneValue(cell), cell.getTimestamp());
    if (base.isEmpty() || !aggregator.understands(base.get())) {
      builder.fail(TotalErrors.badBase(cell, family, base, aggregator));
      return Optional.empty();
    }
    return base;
  }

  private void takeLate(Cell cell, DeltaColumn.Kind kind) {
    if (!kind.isLate() || cell.getTimestamp() > selection.asOf()) {
      return;
    }
    // an entry that is not understood is flagged, too: it may stand for a delta that is not counted
    if (StoredFormats.decodeLate(CellUtil.cloneValue(cell))
        .map(entry -> entry.state() == Late.State.OPEN)
        .orElse(true)) {
      builder.late();
    }
  }

  @Override
  public String toString() {
    return "totals of row " + Printable.of(row);
  }
}
