package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * Compacts the sequence family: of the deletes and nulls that a row remembers only those go on that
 * are needed, of the markers on one column only the newest, and a sequence whose data has long
 * expired goes. Streams; holds at most a thousand markers of one row, as copies. Never changes the
 * order of cells. Not thread-safe.
 *
 * <p>A list it returns has cells of one row only. What it holds back at the end of a call belongs
 * to the row before, or to the row at hand.
 */
final class SequenceFamilyScanner implements InternalScanner, Shipper {
  private static final int LIMIT = 1_000;

  private final InternalScanner in;
  private final ReadBlocks blocks;
  private final RemovalRun removals;
  private final NullRun nulls;
  private final long expiredBefore;
  private final long readPoint;

  /** The newest marker of the column that was passed last; a copy. */
  private Cell marker;

  /** Cells of the next row, read while the row before was not yet given; copies. */
  private final List<Cell> ahead = new ArrayList<>();

  private boolean more = true;

  /**
   * Wraps a compaction's scanner.
   *
   * @param readPoint smallest read point when the files were selected
   * @param expiredBefore puts with a lower time, in milliseconds, are dropped: their rows' data has
   *     expired; 0 for none
   */
  SequenceFamilyScanner(InternalScanner in, long readPoint, long expiredBefore) {
    this.in = in;
    this.blocks = new ReadBlocks(in);
    this.removals = new RemovalRun(readPoint);
    this.nulls = new NullRun(readPoint);
    this.expiredBefore = expiredBefore;
    this.readPoint = readPoint;
  }

  @Override
  public boolean next(List<Cell> out, ScannerContext context) throws IOException {
    if (!ahead.isEmpty()) {
      ahead.forEach(cell -> pass(cell, out));
      ahead.clear();
    } else if (more) {
      List<Cell> read = new ArrayList<>();
      blocks.rest();
      more = in.next(read, context);
      read.forEach(blocks::took);
      if (!read.isEmpty() && isOfAnotherRow(read.get(0))) {
        drain(out);
        read.forEach(cell -> ahead.add(KeyValueUtil.copyToNewKeyValue(cell)));
        return true;
      }
      read.forEach(cell -> pass(cell, out));
    }
    if (!more) {
      drain(out);
    }
    return more;
  }

  /** Whether what is held belongs to the row before. */
  private boolean isOfAnotherRow(Cell cell) {
    Cell held = !removals.isEmpty() ? removals.first() : nulls.isEmpty() ? null : nulls.first();
    return held != null && !CellUtil.matchingRows(cell, held);
  }

  private void drain(List<Cell> out) {
    removals.drain(out);
    nulls.drain(out);
  }

  private void pass(Cell cell, List<Cell> out) {
    if (nulls.take(cell)) { // which sort behind the removals
      removals.drain(out);
      if (nulls.size() >= LIMIT) {
        nulls.drain(out);
      }
      return;
    }
    nulls.drain(out);
    if (removals.take(cell)) {
      if (removals.size() >= LIMIT) {
        removals.drain(out);
      }
      return;
    }
    removals.drain(out);
    boolean needed =
        cell.getType() == Cell.Type.Put ? cell.getTimestamp() >= expiredBefore : !isCovered(cell);
    if (needed) {
      out.add(ReadBlocks.own(cell));
    }
  }

  /**
   * Whether a newer marker of its column hides all that this one hides. HBase would keep it for the
   * retention, as a remembered delete.
   */
  @SuppressWarnings("deprecation") // a cell tells its sequence ID in no other way
  private boolean isCovered(Cell cell) {
    if (cell.getType() != Cell.Type.DeleteColumn || cell.getSequenceId() > readPoint) {
      return false;
    }
    if (marker != null
        && CellUtil.matchingQualifier(cell, marker)
        && CellUtil.matchingRows(cell, marker)) {
      return true;
    }
    marker = KeyValueUtil.copyToNewKeyValue(cell);
    return false;
  }

  @Override
  public void shipped() throws IOException {
    blocks.letGo();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
