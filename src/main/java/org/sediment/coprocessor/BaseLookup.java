package org.sediment.coprocessor;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.sediment.model.Base;

/** Finds the bases of a counter that has too many cells to be held back until all have come. */
interface BaseLookup {
  /**
   * Hands over the cells of a counter's base column in all files, newest first. None stays valid
   * after the call.
   *
   * @param raw whether delete markers are shown and hide nothing
   */
  void column(byte[] row, byte[] counter, boolean raw, Consumer<Cell> each) throws IOException;

  /**
   * Whether the deltas of a counter that are late by this base, visible or not, can be held: not
   * more than so many cells and bytes.
   */
  boolean fewLate(byte[] row, byte[] counter, Base base, int maxCells, long maxBytes)
      throws IOException;
}
