package org.sediment.testing.history;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.testing.EndpointTotals;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** A history's stage in one region of this JVM. */
public final class RegionStage implements Stage {
  private final TestRegion region;

  /** Opens a fresh region for a history. */
  public RegionStage(boolean images) throws IOException {
    region = table(images).open();
  }

  /** The table that histories are played on. */
  public static TestRegionBuilder table(boolean images) {
    return TestRegion.builder()
        .sequence()
        .upsert("u")
        .upsert("v")
        .delta("x")
        .delta("y")
        .familyValue("y", "sediment.fold", "sum:decimal")
        .property("sediment.image", images ? "full" : "partial");
  }

  @Override
  public void single(Mutation mutation) throws IOException {
    if (mutation instanceof Put put) {
      region.put(put);
    } else {
      region.delete((Delete) mutation);
    }
  }

  @Override
  public boolean[] list(List<Mutation> mutations) throws IOException {
    OperationStatus[] statuses = region.list(mutations);
    boolean[] accepted = new boolean[statuses.length];
    for (int i = 0; i < statuses.length; i++) {
      accepted[i] = statuses[i].getOperationStatusCode() == OperationStatusCode.SUCCESS;
    }
    return accepted;
  }

  @Override
  public void atomic(List<Mutation> mutations) throws IOException {
    region.mutateRow(RowMutations.of(mutations));
  }

  @Override
  public void conditional(List<Mutation> mutations) throws IOException {
    CheckAndMutate.Builder check =
        CheckAndMutate.newBuilder(mutations.get(0).getRow())
            .ifNotExists(Bytes.toBytes("u"), Bytes.toBytes("never"));
    CheckAndMutate condition;
    if (mutations.size() > 1) {
      condition = check.build(RowMutations.of(mutations));
    } else if (mutations.get(0) instanceof Put put) {
      condition = check.build(put);
    } else {
      condition = check.build((Delete) mutations.get(0));
    }
    if (!region.checkAndMutate(condition).isSuccess()) {
      throw new IOException("the condition holds, yet the answer says it does not");
    }
  }

  @Override
  public Result row(String row) throws IOException {
    return region
        .region()
        .get(
            new Get(Bytes.toBytes(row))
                .addFamily(Bytes.toBytes("m"))
                .addFamily(Bytes.toBytes("u"))
                .addFamily(Bytes.toBytes("v")));
  }

  @Override
  public List<Cell> deltas(String row) throws IOException {
    return region.cells(
        new Scan()
            .withStartRow(Bytes.toBytes(row))
            .withStopRow(Bytes.toBytes(row), true)
            .readAllVersions()
            .addFamily(Bytes.toBytes("x"))
            .addFamily(Bytes.toBytes("y")));
  }

  @Override
  public Map<String, BigDecimal> totals(String row) throws IOException {
    return EndpointTotals.of(region.region(), row);
  }

  @Override
  public void storage(Step.Storage step) throws IOException {
    switch (step.op()) {
      case FLUSH -> region.flush();
      case COMPACT -> {
        int files = region.files(step.family()).size();
        Random random = new Random(step.dice());
        int[] chosen = IntStream.range(0, files).filter(i -> random.nextInt(3) > 0).toArray();
        if (chosen.length > 0) {
          region.compact(step.family(), chosen);
        }
      }
      case MAJOR -> region.majorCompact(step.family());
      case REOPEN -> region.reopen();
      case CRASH -> region.crash();
      default -> throw new IllegalArgumentException("one region knows no " + step);
    }
  }

  @Override
  public void tick(long millis) {
    region.clock().advance(millis);
  }

  @Override
  public String dump() throws IOException {
    return region.dump();
  }

  @Override
  public void close() throws IOException {
    region.close();
  }
}
