package org.sediment.coprocessor;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.sediment.model.Base;

/** Finds the base of a counter that has too many cells to be held back until it comes. */
interface BaseLookup {
  /**
   * The newest base cell of a counter.
   *
   * @param raw whether delete markers are disregarded
   */
  Optional<Cell> newest(byte[] row, byte[] counter, boolean raw) throws IOException;

  /**
   * Whether the deltas of a counter that are late by this base, visible or not, can be held: not
   * more than so many cells and bytes.
   */
  boolean fewLate(byte[] row, byte[] counter, Base base, int maxCells, long maxBytes)
      throws IOException;
}
