package org.sediment.coprocessor;

import java.io.IOException;

/** The row delete that a row remembers, read only when a late delta asks for it. */
interface RememberedDelete {
  /**
   * Highest commit time over the row's remembered deletes in milliseconds; -1 if there is none.
   *
   * @throws IOException if the row's state cannot be read; retry
   */
  long commit() throws IOException;
}
