package org.sediment.fold;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A few deltas of one counter, held until its base is known: values copied, times and sequence IDs
 * beside them. Reused from counter to counter. Not thread-safe.
 */
final class HeldDeltas {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final long[] times;
  private final long[] sequenceIds;
  private final int[] ends;
  private byte[] values;
  private int size;

  /** Where held deltas go. */
  interface Taker {
    void take(byte[] value, int offset, int length, long time, long sequenceId);
  }

  HeldDeltas(int limit) {
    times = new long[limit];
    sequenceIds = new long[limit];
    ends = new int[limit];
    values = new byte[limit * Long.BYTES];
  }

  boolean isFull() {
    return size == times.length;
  }

  /** Copies a delta; must not be called when full. */
  void hold(byte[] value, int offset, int length, long time, long sequenceId) {
    int start = size == 0 ? 0 : ends[size - 1];
    if (start + length > values.length) {
      values = Arrays.copyOf(values, Math.max(start + length, values.length * 2));
    }
    if (length == Long.BYTES) { // the usual length, as one number
      LONGS.set(values, start, (long) LONGS.get(value, offset));
    } else {
      System.arraycopy(value, offset, values, start, length);
    }
    times[size] = time;
    sequenceIds[size] = sequenceId;
    ends[size] = start + length;
    size++;
  }

  /** Hands over every held delta, in order, and holds none after it. */
  void drain(Taker taker) {
    int start = 0;
    for (int i = 0; i < size; i++) {
      taker.take(values, start, ends[i] - start, times[i], sequenceIds[i]);
      start = ends[i];
    }
    size = 0;
  }

  void clear() {
    size = 0;
  }
}
