package org.sediment.coprocessor;

import java.io.IOException;
import org.sediment.model.Base;

/** Finds the bases of a counter that has too many cells to be held back until they come. */
interface BaseLookup {
  /**
   * The cells of a counter's base column in all files, newest first, as copies; if there are more
   * than a {@link BaseColumn} takes, those it takes and one more.
   *
   * @param raw whether delete markers are shown and hide nothing
   */
  BaseColumn column(byte[] row, byte[] counter, boolean raw) throws IOException;

  /**
   * Whether the deltas of a counter that are late by this base, visible or not, can be held: not
   * more than so many cells and bytes.
   */
  boolean fewLate(byte[] row, byte[] counter, Base base, int maxCells, long maxBytes)
      throws IOException;
}
