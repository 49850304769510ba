package org.sediment.coprocessor;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;

/**
 * Which rows may have cells in memory only, in the families that a row's state is read from: with
 * the bloom filters of the files it tells a row that was never seen, without a look at it.
 * Thread-safe.
 *
 * <p>Rows are noted before HBase stores them, in generations between flushes. A generation goes
 * when no store has anything of it left in memory, of which {@link MemoryParts} takes care: it
 * tracks the numbers of generations as it does times. What came past the write hooks before the
 * region was opened (replayed logs) counts as every row, until it is flushed.
 */
final class WrittenRows {
  /**
   * Half a megabyte each at most. HBase flushes only the large stores, so those of a small sequence
   * family wait for several flushes; the last one then takes what more of them would.
   */
  private static final int MAX_GENERATIONS = 4;

  private final Region region;
  private final byte[][] families;
  private final MemoryParts[] memory;

  /** Oldest first; the last one takes what is written. */
  private final Deque<Generation> generations = new ArrayDeque<>();

  /** A null filter stands for every row. */
  private record Generation(long number, RowFilter rows) {
    boolean mayHold(int hash) {
      return rows == null || rows.mayHold(hash);
    }
  }

  /**
   * Makes a memory that knows nothing: until {@link #opened}, every row may be in memory.
   *
   * @param families those that a row's state is read from
   */
  WrittenRows(Region region, List<byte[]> families) {
    this.region = region;
    this.families = families.toArray(new byte[0][]);
    this.memory = new MemoryParts[families.size()];
    Arrays.setAll(memory, i -> new MemoryParts(0));
    generations.add(new Generation(0, null));
    register(0);
    generations.add(new Generation(1, new RowFilter()));
  }

  /** The region is open and takes no writes yet. */
  synchronized void opened() {
    for (byte[] family : families) {
      Store store = region.getStore(family);
      if (store.getMemStoreSize().getDataSize() > 0 || store.getSnapshotSize().getDataSize() > 0) {
        return;
      }
    }
    generations.removeIf(generation -> generation.rows() == null);
  }

  /** Notes rows that are about to be stored, under the region's updates lock. */
  synchronized void note(List<RowLock> rows) {
    Generation last = generations.getLast();
    for (RowLock row : rows) {
      last.rows().add(row.row().hashCode());
    }
    register(last.number());
  }

  private void register(long number) {
    for (MemoryParts store : memory) {
      store.register(number);
    }
  }

  /** For each of these rows, whether it may have cells that are in memory only. */
  synchronized boolean[] mayHold(List<RowLock> rows) {
    boolean[] answers = new boolean[rows.size()];
    for (int i = 0; i < answers.length; i++) {
      for (Generation generation : generations) {
        answers[i] |= generation.mayHold(rows.get(i).row().hashCode());
      }
    }
    return answers;
  }

  /** A flush of the region is about to start on this thread. */
  synchronized void beforeFlush() {
    if (generations.size() < MAX_GENERATIONS) {
      generations.add(new Generation(generations.getLast().number() + 1, new RowFilter()));
    }
    for (int i = 0; i < families.length; i++) {
      Store store = region.getStore(families[i]);
      memory[i].close(Thread.currentThread(), () -> store.getSnapshotSize().getDataSize() > 0);
    }
  }

  /** The flush on this thread has written a file, not yet listed. */
  void wrote(Store store, StoreFile file) {
    byte[] family = store.getColumnFamilyDescriptor().getName();
    for (int i = 0; i < families.length; i++) {
      if (Arrays.equals(families[i], family)) {
        memory[i].wrote(Thread.currentThread(), file.getPath().toString());
      }
    }
  }

  /** The flush on this thread has ended well; its files are listed. */
  synchronized void afterFlush() {
    long lowest = Long.MAX_VALUE;
    for (int i = 0; i < families.length; i++) {
      Store store = region.getStore(families[i]);
      // In this order: what leaves the memstore goes through the snapshot.
      boolean empty =
          store.getMemStoreSize().getDataSize() == 0 && store.getSnapshotSize().getDataSize() == 0;
      Set<String> listed = new HashSet<>();
      store.getStorefiles().forEach(file -> listed.add(file.getPath().toString()));
      memory[i].flushed(Thread.currentThread(), empty, listed);
      memory[i].drop(listed);
      lowest = Math.min(lowest, memory[i].common());
    }
    long keptFrom = Math.min(lowest, generations.getLast().number());
    generations.removeIf(generation -> generation.number() < keptFrom);
  }

  /** Number of generations that are kept. */
  synchronized int generations() {
    return generations.size();
  }
}
