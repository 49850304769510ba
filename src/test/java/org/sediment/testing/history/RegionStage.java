package org.sediment.testing.history;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.protocol.SedimentProtos;
import org.sediment.testing.Compactions;
import org.sediment.testing.EndpointEvents;
import org.sediment.testing.EndpointTotals;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** A history's stage in one region of this JVM. */
public final class RegionStage implements Stage {
  private static final List<String> SPLITS = List.of("a", "i", "q", "m");

  private final TestRegion region;
  private final List<RegionScanner> pins = new ArrayList<>();

  /** Opens a fresh region for a history. */
  public RegionStage(History history) throws IOException {
    region = table(history.images(), history.mode()).open();
  }

  /** The table that histories are played on. */
  public static TestRegionBuilder table(boolean images, Mode mode) {
    TestRegionBuilder table = table(images);
    // else it is a value of the table, which a property of the coprocessor would outrank
    return mode == Mode.CELL ? table.property("sediment.guard", "cell") : table;
  }

  private static TestRegionBuilder table(boolean images) {
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
    Requests.holds(region.checkAndMutate(Requests.conditional(mutations)).isSuccess());
  }

  @Override
  public List<String> apply(List<Event> events) throws IOException {
    String[] outcomes = new String[events.size()];
    for (HRegion each : region.regions()) {
      List<Integer> places = new ArrayList<>();
      List<SedimentProtos.ChangeEvent> here = new ArrayList<>();
      for (int i = 0; i < outcomes.length; i++) {
        if (each.getRegionInfo().containsRow(Bytes.toBytes(events.get(i).row()))) {
          places.add(i);
          here.add(Requests.message(events.get(i)));
        }
      }
      List<SedimentProtos.EventOutcome> answers = EndpointEvents.apply(each, here);
      for (int i = 0; i < places.size(); i++) {
        outcomes[places.get(i)] = answers.get(i).getOutcome().name();
      }
    }
    return List.of(outcomes);
  }

  @Override
  public void guard(boolean byCell) throws IOException {
    region.alter(table -> table.setValue("sediment.guard", byCell ? "cell" : "row"));
  }

  @Override
  public Result row(String row) throws IOException {
    return region.get(Requests.row(row));
  }

  @Override
  public List<Cell> deltas(String row) throws IOException {
    return region.cells(Requests.deltas(row));
  }

  @Override
  public Map<String, BigDecimal> totals(String row) throws IOException {
    return EndpointTotals.of(region.region(Bytes.toBytes(row)), row);
  }

  @Override
  public void storage(Step.Storage step) throws IOException {
    Random random = new Random(step.dice());
    switch (step.op()) {
      case FLUSH -> region.flush();
      case COMPACT -> {
        for (HRegion each : region.regions()) {
          Set<String> names = new TreeSet<>();
          for (HStoreFile file : Compactions.files(each, step.family())) {
            if (random.nextInt(3) > 0) {
              names.add(file.getPath().getName());
            }
          }
          Compactions.minor(each, step.family(), names);
        }
      }
      case MAJOR -> region.majorCompact(step.family());
      case REOPEN -> region.reopen();
      case CRASH -> region.crash();
      case PIN -> pin(random);
      case SPLIT -> {
        String row = SPLITS.get(random.nextInt(SPLITS.size()));
        HRegion parent = region.region(Bytes.toBytes(row));
        if (!Bytes.equals(parent.getRegionInfo().getStartKey(), Bytes.toBytes(row))) {
          region.split(row);
        }
      }
      case MERGE -> {
        if (region.regions().size() > 1) {
          region.merge();
        }
      }
    }
  }

  /** Opens a scanner, which keeps old files and an old read point alive, or lets one go. */
  private void pin(Random random) throws IOException {
    if (pins.size() > 1 || (!pins.isEmpty() && random.nextBoolean())) {
      pins.remove(0).close();
    } else {
      List<HRegion> regions = region.regions();
      pins.add(regions.get(random.nextInt(regions.size())).getScanner(new Scan()));
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
    for (RegionScanner pin : pins) {
      pin.close();
    }
    region.close();
  }
}
