package org.sediment.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
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
  private final RegionLife life;

  TestRegion(TableDescriptor table, RegionGround ground, TestClock clock) throws IOException {
    this.ground = ground;
    this.clock = clock;
    RegionInfo info = RegionInfoBuilder.newBuilder(table.getTableName()).build();
    this.life = RegionLife.create(ground, table, info);
  }

  /** Starts the description of a region. */
  public static TestRegionBuilder builder() {
    return new TestRegionBuilder();
  }

  /** The region open now; another one after {@link #reopen} and {@link #crash}. */
  public HRegion region() {
    return life.region();
  }

  /** The manual clock; null with the real one. */
  public TestClock clock() {
    return clock;
  }

  /** The table's descriptor. */
  public TableDescriptor table() {
    return life.table();
  }

  // ---- writes

  /** A single Put, as {@code Table.put(Put)}. */
  public void put(Put put) throws IOException {
    region().put(put);
  }

  /** A single Delete, as {@code Table.delete(Delete)}. */
  public void delete(Delete delete) throws IOException {
    region().delete(delete);
  }

  /**
   * A list as a client sends it: sorted by row, not atomic, within one call. The statuses come in
   * the order given.
   */
  public OperationStatus[] list(List<? extends Mutation> mutations) throws IOException {
    List<Mutation> sorted = new ArrayList<>(mutations);
    sorted.sort(Comparator.comparing(Row::getRow, Bytes::compareTo));
    Message request = RpcCalls.multi(region().getRegionInfo().getRegionName(), sorted, false);
    OperationStatus[] statuses =
        call(request, () -> region().batchMutate(sorted.toArray(Mutation[]::new)));
    OperationStatus[] inOrder = new OperationStatus[statuses.length];
    for (int i = 0; i < statuses.length; i++) {
      for (int j = 0; j < mutations.size(); j++) {
        if (sorted.get(i) == mutations.get(j)) {
          inOrder[j] = statuses[i];
        }
      }
    }
    return inOrder;
  }

  /** A list of mutations within one call. */
  public OperationStatus[] list(Mutation... mutations) throws IOException {
    return list(Arrays.asList(mutations));
  }

  /** All mutations of one row at once, or none. */
  public void mutateRow(RowMutations mutations) throws IOException {
    Message request =
        RpcCalls.multi(region().getRegionInfo().getRegionName(), mutations.getMutations(), true);
    call(
        request,
        () -> {
          region().mutateRow(mutations);
          return null;
        });
  }

  /** A conditional write. */
  public CheckAndMutateResult checkAndMutate(CheckAndMutate check) throws IOException {
    return region().checkAndMutate(check);
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
    return region().get(new Get(Bytes.toBytes(row)));
  }

  /** The newest value of a column as text; null if there is none. */
  public String value(String row, String family, String qualifier) throws IOException {
    return Bytes.toString(get(row).getValue(Bytes.toBytes(family), Bytes.toBytes(qualifier)));
  }

  /** What a scan finds, cell by cell. */
  public List<Cell> cells(Scan scan) throws IOException {
    List<Cell> all = new ArrayList<>();
    try (RegionScanner scanner = region().getScanner(scan)) {
      boolean more;
      do {
        List<Cell> some = new ArrayList<>();
        more = scanner.next(some);
        some.forEach(cell -> all.add(org.apache.hadoop.hbase.KeyValueUtil.copyToNewKeyValue(cell)));
      } while (more);
    }
    return all;
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
    region().flush(true);
  }

  /** The files of a family, oldest first. */
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
    Compactions.major(region(), family);
  }

  /** Major compaction of every family. */
  public void majorCompact() throws IOException {
    for (String family : families().toList()) {
      Compactions.major(region(), family);
    }
  }

  /** The families for which the region has asked for a compaction; it has not been done. */
  public List<String> requestedCompactions() {
    return ground.services().requestedCompactions();
  }

  /** Closes the region, with a flush, and opens it again: a move to another server. */
  public void reopen() throws IOException {
    life.reopen();
  }

  /** Alters the table: closes the region, with a flush, and opens it with another descriptor. */
  public void alter(UnaryOperator<TableDescriptorBuilder> change) throws IOException {
    life.reopen(change.apply(TableDescriptorBuilder.newBuilder(table())).build());
  }

  /** Opens the region again from its files and its log, without a close: the server has died. */
  public void crash() throws IOException {
    life.crash();
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
        ground;
        life) {
      // closed in the order life, ground, clock
    }
  }
}
