package org.sediment.client;

import java.io.IOException;
import java.util.Arrays;
import org.sediment.model.Printable;
import org.sediment.protocol.SedimentProtos.KeyRange;

/**
 * A cursor that goes over a range of rows, answer by answer, and makes sure that the answers tile
 * it: each begins where the one before ended. So a region that splits, merges or moves in between
 * can neither hide a row nor count one twice. Not thread-safe.
 */
final class RangeWalk {
  private final byte[] stop;
  private byte[] cursor;
  private boolean done;

  /**
   * A walk over a range.
   *
   * @throws IllegalArgumentException if the range is empty
   */
  RangeWalk(RowRange range) {
    if (range.stop().length > 0 && Arrays.compareUnsigned(range.start(), range.stop()) >= 0) {
      throw new IllegalArgumentException(
          "range " + range + " is empty: its start must be below its stop");
    }
    cursor = range.start();
    stop = range.stop();
  }

  boolean isDone() {
    return done;
  }

  /** First row that is not answered yet: its region is to be asked. */
  byte[] cursor() {
    return cursor;
  }

  /** What is left of the range. */
  KeyRange rest() {
    return Wire.range(cursor, stop);
  }

  /**
   * Goes on behind an answer.
   *
   * @throws IOException if the answer leaves a gap, or does not go on
   */
  void answered(KeyRange covered) throws IOException {
    byte[] from = covered.getStart().toByteArray();
    byte[] to = covered.getStop().toByteArray();
    boolean tiles = Arrays.equals(from, cursor);
    boolean goesOn = to.length == 0 || Arrays.compareUnsigned(to, cursor) > 0;
    boolean inside = stop.length == 0 || (to.length > 0 && Arrays.compareUnsigned(to, stop) <= 0);
    if (!tiles || !goesOn || !inside) {
      throw new IOException(
          "an answer covers ['"
              + Printable.of(from)
              + "', '"
              + Printable.of(to)
              + "') but rows from '"
              + Printable.of(cursor)
              + "' on were asked for: do client and server have the same version?");
    }
    done = Arrays.equals(to, stop);
    cursor = to;
  }
}
