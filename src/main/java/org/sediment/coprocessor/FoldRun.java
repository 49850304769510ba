package org.sediment.coprocessor;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One fold, as writers see it: how far it folds, where it is, and for which rows it wrote a base.
 * The fold's thread writes, any thread reads.
 */
final class FoldRun {
  private record Position(byte[] row, boolean inside) {}

  private static final Position BEFORE_THE_FIRST = new Position(null, false);

  private final Set<String> inputs;
  private final int maxRows;
  private final Set<Long> rowsWithBase = ConcurrentHashMap.newKeySet();
  private volatile Position position = BEFORE_THE_FIRST;
  private volatile boolean everyRowBehind;
  private volatile boolean finished;
  private volatile long limit;

  /**
   * @param limit provisional limit: the highest it can be
   * @param inputs paths of the files it reads
   * @param maxRows rows with a base that are remembered one by one
   */
  FoldRun(long limit, Set<String> inputs, int maxRows) {
    this.limit = limit;
    this.inputs = inputs;
    this.maxRows = maxRows;
  }

  /** No time above this is folded, in ms. */
  long limit() {
    return limit;
  }

  /** Lowers the limit, before the first row is entered. */
  void lower(long to) {
    limit = Math.min(limit, to);
  }

  /** Publishes the row that the fold is about to judge, before it looks at that row's holds. */
  void enter(byte[] row) {
    position = new Position(row, true);
  }

  /** The fold will emit, or has just emitted, a base of the row it is in. */
  void wroteBase() {
    if (rowsWithBase.size() < maxRows) {
      rowsWithBase.add(hash(position.row()));
    } else {
      everyRowBehind = true;
    }
  }

  /** The fold is done with the row it is in. */
  void leave() {
    position = new Position(position.row(), false);
  }

  /** The fold has returned its last cell: its output will probably replace its inputs. */
  void finish() {
    finished = true;
  }

  boolean isFinished() {
    return finished;
  }

  /** Whether any of its inputs is among these files. */
  boolean hasInputIn(Set<String> files) {
    return inputs.stream().anyMatch(files::contains);
  }

  /** Whether a write of this row and time, held before the call, may have been passed by. */
  boolean passed(byte[] row, long time) {
    if (time > limit) {
      return false;
    }
    Position now = position;
    if (now.inside() && Arrays.equals(now.row(), row)) {
      return true;
    }
    if (everyRowBehind && now.row() != null && Arrays.compareUnsigned(row, now.row()) <= 0) {
      return true;
    }
    return rowsWithBase.contains(hash(row));
  }

  /** FNV-1a, 64 bits. Two rows with one hash only make a late write of one of them seem late. */
  private static long hash(byte[] row) {
    long hash = 0xCBF29CE484222325L;
    for (byte b : row) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
    }
    return hash;
  }
}
