package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.sediment.model.DeltaColumn;

/**
 * Folds settled deltas into bases while a compaction reads. Streams: per row it holds back a
 * bounded number of cells. Used by the compaction's thread only.
 *
 * <p>Ownership of bytes: a cell of the compactor's scanner is good until the next call of that
 * scanner or of {@link #shipped}. What is held longer is copied; the scanner below is asked for
 * more only when everything ready was handed out. Then nothing here is in a block any more, and
 * {@link ReadBlocks} may let go of those read.
 */
final class FoldScanner implements InternalScanner, Shipper {
  /** What to do when the scanner is closed. */
  interface End {
    /**
     * The scanner is closed.
     *
     * @param finished whether it had returned its last cell
     * @param broken what went wrong in the fold itself, null if nothing did
     */
    void closed(FoldTally tally, boolean finished, RuntimeException broken);
  }

  private final InternalScanner source;
  private final ReadBlocks blocks;
  private final OpenFold fold;
  private final FoldJob job;
  private final End end;
  private final FoldTally tally = new FoldTally();
  private final List<Cell> batch = new ArrayList<>();
  private final Deque<Cell> ready = new ArrayDeque<>();
  private RowFold row;
  private CounterFold counter;
  private boolean more = true;
  private boolean finished;
  private boolean closed;
  private RuntimeException broken;

  FoldScanner(InternalScanner source, OpenFold fold, FoldJob job, End end) {
    this.source = source;
    this.blocks = new ReadBlocks(source);
    this.fold = fold;
    this.job = job;
    this.end = end;
  }

  @Override
  public boolean next(List<Cell> out, ScannerContext context) throws IOException {
    if (ready.isEmpty() && more) {
      batch.clear();
      blocks.rest();
      more = source.next(batch, context);
      try {
        batch.forEach(this::accept);
        if (more) {
          keep();
        } else {
          endRow();
        }
      } catch (RuntimeException unexpected) {
        broken = unexpected;
        throw new IOException(
            "Folding of family '"
                + job.family().name()
                + "' failed; the next compaction goes"
                + " without it",
            unexpected);
      }
    }
    handOutOneRow(out);
    boolean again = more || !ready.isEmpty();
    if (!again && !finished) {
      fold.finish();
      finished = true;
    }
    return again;
  }

  private void handOutOneRow(List<Cell> out) {
    Cell first = ready.peek();
    while (!ready.isEmpty() && CellUtil.matchingRows(first, ready.peek())) {
      out.add(ReadBlocks.own(ready.remove()));
    }
  }

  private void accept(Cell cell) {
    blocks.took(cell);
    if (row == null || !row.isOf(cell)) {
      endRow();
      row = new RowFold(fold, cell);
    }
    byte[] qualifiers = cell.getQualifierArray();
    int offset = cell.getQualifierOffset();
    int length = DeltaColumn.counterLength(qualifiers, offset, cell.getQualifierLength());
    if (length < 0) {
      endCounter();
      if (cell.getQualifierLength() == 0) {
        row.note(cell);
      }
      ready.add(cell);
      return;
    }
    if (counter == null || !counter.isOf(cell, length)) {
      endCounter();
      byte[] name = Arrays.copyOfRange(qualifiers, offset, offset + length);
      counter = new CounterFold(job, tally, row, name, ready::add);
    }
    counter.accept(cell);
  }

  private void keep() {
    if (counter != null) {
      counter.keep();
    }
  }

  private void endCounter() {
    if (counter != null) {
      counter.end();
      counter = null;
    }
  }

  private void endRow() {
    endCounter();
    if (row != null) {
      row.leave();
      row = null;
    }
  }

  @Override
  public void shipped() throws IOException {
    int left = ready.size();
    for (int i = 0; i < left; i++) {
      ready.add(FoldCells.copy(ready.remove()));
    }
    blocks.letGo();
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      source.close();
    } finally {
      fold.close();
      end.closed(tally, finished, broken);
    }
  }
}
