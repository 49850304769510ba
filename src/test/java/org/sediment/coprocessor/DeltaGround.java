package org.sediment.coprocessor;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.Base;
import org.sediment.model.Late;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** A region with {@link DeltasOnly} and a delta family {@code x}, and short words for its tests. */
final class DeltaGround implements AutoCloseable {
  static final byte[] ROW = Bytes.toBytes("r");
  static final byte[] X = Bytes.toBytes("x");

  private final TestRegion region;

  private DeltaGround(TestRegion region) {
    this.region = region;
  }

  /** Opens; the clock then stands a minute after the opening. */
  static DeltaGround open(TestRegionBuilder builder) throws IOException {
    TestRegion region = builder.withoutSediment().coprocessor(DeltasOnly.class, 1).open();
    region.clock().advance(60_000);
    return new DeltaGround(region);
  }

  static DeltaGround withSequence() throws IOException {
    return open(TestRegion.builder().sequence().delta("x"));
  }

  static DeltaGround withoutSequence() throws IOException {
    return open(TestRegion.builder().delta("x"));
  }

  static DeltaGround rejecting() throws IOException {
    return open(
        TestRegion.builder().sequence().delta("x").familyValue("x", "sediment.late", "reject"));
  }

  TestRegion region() {
    return region;
  }

  long now() {
    return region.clock().now();
  }

  /** Two days ago, and some. */
  long old(long plus) {
    return now() / 1_000_000 * 1_000_000 - 172_800_000 + plus;
  }

  DeltasOnly observer() {
    return region.region().getCoprocessorHost().findCoprocessor(DeltasOnly.class);
  }

  DeltaPart last() {
    return observer().last();
  }

  static Put delta(String qualifier, long time, long value) {
    return new Put(ROW).addColumn(X, Bytes.toBytes(qualifier), time, Bytes.toBytes(value));
  }

  static Delete retraction(String qualifier, long time) {
    return new Delete(ROW).addColumn(X, Bytes.toBytes(qualifier), time);
  }

  static <M extends Mutation> M replicated(M mutation) {
    mutation.setClusterIds(List.of(UUID.randomUUID()));
    return mutation;
  }

  void write(Mutation mutation) throws IOException {
    if (mutation instanceof Put put) {
      region.put(put);
    } else {
      region.delete((Delete) mutation);
    }
  }

  /** Writes with no rule of Sediment. */
  void lay(Mutation mutation) throws IOException {
    mutation.setAttribute(DeltasOnly.AS_IT_IS, Bytes.toBytes(true));
    write(mutation);
  }

  /** Lays a base of sum 100. */
  void layBase(String counter, long oldest, long through) throws IOException {
    Base base = new Base("sum", "int64", through, BigDecimal.valueOf(100), 7, oldest, 1_000_000);
    lay(
        new Put(ROW)
            .addColumn(X, Bytes.toBytes(counter + ";"), through, StoredFormats.encode(base)));
  }

  /** What a plain read sees of the family, one text a cell, times relative to some time. */
  List<String> shown(long from) throws IOException {
    return texts(new Scan().addFamily(X).readAllVersions(), from);
  }

  /** All cells and markers of the family. */
  List<String> raw(long from) throws IOException {
    return texts(new Scan().addFamily(X).readAllVersions().setRaw(true), from);
  }

  private List<String> texts(Scan scan, long from) throws IOException {
    List<String> out = new ArrayList<>();
    for (Cell cell : region.cells(scan)) {
      String qualifier = Bytes.toStringBinary(CellUtil.cloneQualifier(cell));
      String kind = cell.getType() == Cell.Type.Put ? value(qualifier, cell) : "" + cell.getType();
      long time = cell.getTimestamp() - from;
      out.add(qualifier + "@" + time + " " + kind);
    }
    return out;
  }

  private static String value(String qualifier, Cell cell) {
    byte[] value = CellUtil.cloneValue(cell);
    if (qualifier.contains("<")) {
      Late late = StoredFormats.decodeLate(value).orElseThrow();
      String of = late.value().length == 8 ? " " + Bytes.toLong(late.value()) : "";
      return late.kind() + " " + late.state() + of;
    }
    return qualifier.endsWith(";") ? "base" : "" + Bytes.toLong(value);
  }

  @Override
  public void close() throws IOException {
    region.close();
  }
}
