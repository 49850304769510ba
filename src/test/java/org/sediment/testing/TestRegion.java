package org.sediment.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * One real region in the JVM: HBase's own code, its log and its files, without a cluster.
 *
 * <p>Compactions run only when the test says so, in the calling thread, and merge exactly the files
 * it names. The clock is set by hand unless the builder says otherwise. Not for use by several
 * tests at once; its writes and reads may come from several threads.
 *
 * <pre>{@code
 * try (TestRegion region = TestRegion.builder().sequence().upsert("u").delta("x").open()) {
 *   region.put(new Put(...).setAttribute("sediment.seq", ...));
 *   region.flush();
 *   region.compact("u", 0, 2);
 *   region.majorCompact();
 *   region.reopen();
 *   region.crash();
 * }
 * }</pre>
 */
public final class TestRegion implements AutoCloseable {
  private final RegionGround ground;
  private final TestClock clock;
  private final List<RegionLife> lives = new ArrayList<>();
  private final List<RegionLife> gone = new ArrayList<>();

  TestRegion(TableDescriptor table, RegionGround ground, TestClock clock) throws IOException {
    this.ground = ground;
    this.clock = clock;
    RegionInfo info = RegionInfoBuilder.newBuilder(table.getTableName()).build();
    lives.add(RegionLife.create(ground, table, info));
  }

  /** Starts the description of a region. */
  public static TestRegionBuilder builder() {
    return new TestRegionBuilder();
  }

  /** The region open now; another one after {@link #reopen} and {@link #crash}. */
  public HRegion region() {
    return lives.get(0).region();
  }

  /** The regions, in row order: more than one after {@link #split}. */
  public List<HRegion> regions() {
    return lives.stream().map(RegionLife::region).toList();
  }

  /** The region that holds a row. */
  public HRegion region(byte[] row) {
    for (HRegion region : regions()) {
      if (region.getRegionInfo().containsRow(row)) {
        return region;
      }
    }
    throw new IllegalArgumentException("no region holds " + Bytes.toStringBinary(row));
  }

  /** The manual clock; null with the real one. */
  public TestClock clock() {
    return clock;
  }

  /** The table's descriptor. */
  public TableDescriptor table() {
    return lives.get(0).table();
  }

  // ---- writes

  /** A single Put, as {@code Table.put(Put)}. */
  public void put(Put put) throws IOException {
    region(put.getRow()).put(put);
  }

  /** A single Delete, as {@code Table.delete(Delete)}. */
  public void delete(Delete delete) throws IOException {
    region(delete.getRow()).delete(delete);
  }

  /**
   * A list as a client sends it: sorted by row, not atomic, within one call. The statuses come in
   * the order given.
   */
  public OperationStatus[] list(List<? extends Mutation> mutations) throws IOException {
    IdentityHashMap<Mutation, OperationStatus> answers = new IdentityHashMap<>();
    for (HRegion region : regions()) {
      List<Mutation> own = new ArrayList<>(mutations);
      own.removeIf(each -> !region.getRegionInfo().containsRow(each.getRow()));
      own.sort(Comparator.comparing(Row::getRow, Bytes::compareTo));
      if (!own.isEmpty()) {
        Message request = RpcCalls.multi(region.getRegionInfo().getRegionName(), own, false);
        OperationStatus[] statuses;
        try {
          statuses = call(request, () -> region.batchMutate(own.toArray(Mutation[]::new)));
        } catch (DoNotRetryIOException e) {
          if (own.size() == mutations.size()) {
            throw e;
          }
          // of the regions in a call each has its own answer: an error is that of all it was given
          statuses = new OperationStatus[own.size()];
          Arrays.fill(statuses, new OperationStatus(OperationStatusCode.FAILURE, e.getMessage()));
        }
        for (int i = 0; i < statuses.length; i++) {
          answers.put(own.get(i), statuses[i]);
        }
      }
    }
    return mutations.stream().map(answers::get).toArray(OperationStatus[]::new);
  }

  /** A list of mutations within one call. */
  public OperationStatus[] list(Mutation... mutations) throws IOException {
    return list(Arrays.asList(mutations));
  }

  /** All mutations of one row at once, or none. */
  public void mutateRow(RowMutations mutations) throws IOException {
    HRegion region = region(mutations.getRow());
    Message request =
        RpcCalls.multi(region.getRegionInfo().getRegionName(), mutations.getMutations(), true);
    call(
        request,
        () -> {
          region.mutateRow(mutations);
          return null;
        });
  }

  /** A conditional write. */
  public CheckAndMutateResult checkAndMutate(CheckAndMutate check) throws IOException {
    return region(check.getRow()).checkAndMutate(check);
  }

  private static <T> T call(Message request, Callable<T> work) throws IOException {
    try {
      return RpcCalls.within(request, work);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  // ---- reads

  /** A plain read of a row. */
  public Result get(String row) throws IOException {
    return get(new Get(Bytes.toBytes(row)));
  }

  /** A read of a row. */
  public Result get(Get get) throws IOException {
    return region(get.getRow()).get(get);
  }

  /** The newest value of a column as text; null if there is none. */
  public String value(String row, String family, String qualifier) throws IOException {
    return Bytes.toString(get(row).getValue(Bytes.toBytes(family), Bytes.toBytes(qualifier)));
  }

  /** What a scan finds, cell by cell. */
  public List<Cell> cells(Scan scan) throws IOException {
    List<Cell> all = new ArrayList<>();
    for (HRegion region : regions()) {
      boolean elsewhere =
          scan.isGetScan() && !region.getRegionInfo().containsRow(scan.getStartRow());
      if (!elsewhere) {
        read(region, scan, all);
      }
    }
    return all;
  }

  private static void read(HRegion region, Scan scan, List<Cell> all) throws IOException {
    try (RegionScanner scanner = region.getScanner(new Scan(scan))) {
      boolean more;
      do {
        List<Cell> some = new ArrayList<>();
        more = scanner.next(some);
        some.forEach(cell -> all.add(KeyValueUtil.copyToNewKeyValue(cell)));
      } while (more);
    }
  }

  /** Every cell and marker that is stored, all versions, in order. */
  public List<Cell> raw() throws IOException {
    return cells(new Scan().setRaw(true).readAllVersions());
  }

  /** Every cell and marker of a family that is stored, all versions, in order. */
  public List<Cell> raw(String family) throws IOException {
    return cells(new Scan().setRaw(true).readAllVersions().addFamily(Bytes.toBytes(family)));
  }

  /** The raw cells as lines of text, for messages of failed tests. */
  public String dump() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Cell cell : raw()) {
      text.append(org.apache.hadoop.hbase.CellUtil.toString(cell, true)).append('\n');
    }
    return text.toString();
  }

  // ---- storage

  /** Flushes all families. */
  public void flush() throws IOException {
    for (HRegion region : regions()) {
      region.flush(true);
    }
  }

  /**
   * A flush that fails after its snapshot, at the sync of the log; the server lives on.
   *
   * @throws IOException always
   */
  public void failedFlush() throws IOException {
    ground.brittle().failNext();
    region().flush(true);
    throw new AssertionError("the flush did not fail: " + ground.brittle().isDone());
  }

  /** The files of a family, oldest first; of the first region, if it has been split. */
  public List<HStoreFile> files(String family) {
    return Compactions.files(region(), family);
  }

  /** The families' names. */
  public Stream<String> families() {
    return Arrays.stream(table().getColumnFamilies()).map(each -> each.getNameAsString());
  }

  /** Merges some files of a family, by their places in {@link #files}, in a minor compaction. */
  public void compact(String family, int... places) throws IOException {
    Set<String> names = new LinkedHashSet<>();
    for (int place : places) {
      names.add(files(family).get(place).getPath().getName());
    }
    Compactions.minor(region(), family, names);
  }

  /** Major compaction of a family. */
  public void majorCompact(String family) throws IOException {
    for (HRegion region : regions()) {
      Compactions.major(region, family);
    }
  }

  /** Major compaction of every family. */
  public void majorCompact() throws IOException {
    for (String family : families().toList()) {
      majorCompact(family);
    }
  }

  /** The families for which the region has asked for a compaction; it has not been done. */
  public List<String> requestedCompactions() {
    return ground.services().requestedCompactions();
  }

  /**
   * Buffers outside the heap that hold blocks now; only with {@code
   * hbase.server.allocator.pool.enabled}.
   */
  public int usedBuffers() {
    ByteBuffAllocator buffers = ground.services().allocator();
    return buffers.getUsedBufferCount() - buffers.getFreeBufferCount(); // made so far, idle
  }

  /** How full the memstores of all regions of the server are; 1 is the lower limit. */
  public void flushPressure(double pressure) {
    ground.services().flushPressure(pressure);
  }

  /** Closes the region, with a flush, and opens it again: a move to another server. */
  public void reopen() throws IOException {
    for (RegionLife life : lives) {
      life.reopen();
    }
  }

  /** Alters the table: closes the region, with a flush, and opens it with another descriptor. */
  public void alter(UnaryOperator<TableDescriptorBuilder> change) throws IOException {
    TableDescriptor altered = change.apply(TableDescriptorBuilder.newBuilder(table())).build();
    for (RegionLife life : lives) {
      life.reopen(altered);
    }
  }

  /** Opens the region again from its files and its log, without a close: the server has died. */
  public void crash() throws IOException {
    RegionLife.crash(ground, lives);
  }

  /**
   * Splits the region that holds a row, at that row, as HBase's master would; first a major
   * compaction, if it still refers to its parent's files.
   */
  public void split(String row) throws IOException {
    byte[] key = Bytes.toBytes(row);
    int place = regions().indexOf(region(key));
    settleReferences(place);
    RegionLife parent = lives.remove(place);
    lives.addAll(place, RegionSplits.split(ground, parent.table(), parent, key));
    gone.add(parent);
  }

  /** Merges the first two regions. */
  public void merge() throws IOException {
    settleReferences(0);
    settleReferences(1);
    RegionLife first = lives.remove(0);
    RegionLife second = lives.remove(0);
    lives.add(0, RegionSplits.merge(ground, first.table(), first, second));
    gone.add(first);
    gone.add(second);
  }

  private void settleReferences(int place) throws IOException {
    HRegion region = regions().get(place);
    for (String family : families().toList()) {
      if (region.getStore(Bytes.toBytes(family)).hasReferences()) {
        Compactions.major(region, family);
        region.getStore(Bytes.toBytes(family)).closeAndArchiveCompactedFiles();
      }
    }
  }

  /** The region's directory. */
  public Path directory() {
    return region().getRegionFileSystem().getRegionDir();
  }

  /** The store of a family. */
  public HStore store(String family) {
    return region().getStore(Bytes.toBytes(family));
  }

  @Override
  public void close() throws IOException {
    try (clock;
        ground) {
      for (RegionLife life : lives) {
        life.close();
      }
      for (RegionLife life : gone) {
        life.close();
      }
    }
  }
}
