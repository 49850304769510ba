package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.protocol.SedimentProtos.GetStatusRequest;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/**
 * A start that fails in a way nobody foresaw: the server lives, nothing is written or forgotten.
 */
class LastResortTest {
  private static final long DAY = 24L * 60 * 60 * 1000;
  private static final byte[] ROW = Bytes.toBytes("r");
  private static final byte[] U = Bytes.toBytes("u");
  private static final byte[] M = Bytes.toBytes("m");

  /** A coprocessor whose start fails. */
  public static final class Failing implements RegionCoprocessor {
    private RegionObserver observer;

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public void start(CoprocessorEnvironment env) {
      observer =
          LastResort.unless(
              "the region",
              () -> {
                throw new ExceptionInInitializerError("a class is missing");
              });
    }

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(observer);
    }
  }

  private static TestRegionBuilder region() {
    return TestRegion.builder().sequence().upsert("u").delta("x");
  }

  private static Put put(TestRegion region) {
    return new Put(ROW).addColumn(U, U, region.clock().now(), U);
  }

  /** Whatever HBase's environment throws: here it answers nothing but the region's name. */
  @Test
  void sedimentsOwnStartNeverThrows() throws IOException {
    RegionCoprocessorEnvironment broken =
        (RegionCoprocessorEnvironment)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RegionCoprocessorEnvironment.class},
                (proxy, method, args) -> {
                  if (method.getName().equals("getRegionInfo")) {
                    return RegionInfoBuilder.newBuilder(TableName.valueOf("orders")).build();
                  }
                  throw new IllegalStateException("unforeseen");
                });
    SedimentCoprocessor coprocessor = new SedimentCoprocessor();
    coprocessor.start(broken);
    assertThat(coprocessor.getRegionObserver()).containsInstanceOf(LastResort.class);
    ServerRpcController controller = new ServerRpcController();
    SedimentEndpoint service = (SedimentEndpoint) coprocessor.getServices().iterator().next();
    service.getStatus(controller, GetStatusRequest.getDefaultInstance(), answer -> {});
    assertThat(controller.getFailedOn())
        .hasMessageContaining("orders")
        .hasMessageContaining("unforeseen");
  }

  @Test
  void whatIsStartedIsReturned() {
    RegionObserver observer = new RegionObserver() {};
    assertThat(LastResort.unless("r", () -> observer)).isSameAs(observer);
    assertThat(LastResort.unless("r", () -> null)).isNull();
  }

  @Test
  void everyWriteIsRefusedWithTheCauseAndReadsWork() throws IOException {
    try (TestRegion region = region().withoutSediment().coprocessor(Failing.class, 1).open()) {
      refused(() -> region.put(put(region)));
      refused(() -> region.delete(new Delete(ROW)));
      refused(() -> region.region().increment(new Increment(ROW).addColumn(U, U, 1)));
      RowMutations atomic = new RowMutations(ROW);
      atomic.add((Mutation) put(region));
      refused(() -> region.mutateRow(atomic));
      assertThat(region.get("r").isEmpty()).isTrue();
      Put replicated = put(region);
      replicated.setClusterIds(List.of(UUID.randomUUID()));
      assertThatThrownBy(() -> region.put(replicated))
          .as("replication tries again")
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(DoNotRetryIOException.class);
    }
  }

  /** HBase alone would show deltas and bases in the place of totals. */
  @Test
  void readsOfTotalsAreRefusedAndAllOthersWork() throws IOException {
    try (TestRegion region =
        region()
            .delta("y")
            .familyValue("x", "sediment.read", "total")
            .withoutSediment()
            .coprocessor(Unstarted.class, 1)
            .open()) {
      byte[] x = Bytes.toBytes("x");
      byte[] y = Bytes.toBytes("y");
      for (byte[] family : List.of(x, y)) {
        region.put(new Put(ROW).addColumn(family, Bytes.toBytes("c:e"), 5, Bytes.toBytes(1L)));
      }
      Unstarted.in(region).fail();
      for (Get get :
          List.of(
              new Get(ROW),
              new Get(ROW).addFamily(x),
              new Get(ROW).addColumn(x, Bytes.toBytes("c")),
              new Get(ROW).addFamily(x).setCheckExistenceOnly(true),
              as("total", new Get(ROW).addFamily(y)))) {
        assertThatThrownBy(() -> region.get(get))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("could not start")
            .hasMessageContaining("sediment.read = raw");
      }
      for (Get get : List.of(as("raw", new Get(ROW).addFamily(x)), new Get(ROW).addFamily(y))) {
        assertThat(region.get(get).size()).isEqualTo(1);
      }
      assertThat(region.get(as("total", new Get(ROW).addFamily(U))).isEmpty()).isTrue();
      RegionCoprocessorHost host = region.region().getCoprocessorHost();
      assertThatThrownBy(() -> host.preScannerOpen(new Scan()))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("family 'x'");
      host.preScannerOpen(new Scan().setRaw(true));
      host.preScannerOpen(as("raw", new Scan()));
      host.preScannerOpen(new Scan().addFamily(y));
      CheckAndMutate never =
          CheckAndMutate.newBuilder(ROW)
              .ifEquals(x, Bytes.toBytes("c"), Bytes.toBytes(7L))
              .build(put(region));
      assertThatThrownBy(() -> region.checkAndMutate(never))
          .as("not false, which would be an answer")
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("could not start");
    }
  }

  private static <T extends OperationWithAttributes> T as(String mode, T read) {
    read.setAttribute("sediment.read", Bytes.toBytes(mode));
    return read;
  }

  private interface Write {
    void run() throws IOException;
  }

  private static void refused(Write write) {
    assertThatThrownBy(write::run)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("could not start in region the region")
        .hasMessageContaining("a class is missing")
        .hasMessageContaining("reads work");
  }

  /** Remembered deletes and retractions would otherwise go with the first compaction. */
  @Test
  void compactionsForgetNoDelete() throws IOException {
    try (TestRegion region = region().withoutSediment().coprocessor(Unstarted.class, 1).open()) {
      Unstarted started = Unstarted.in(region);
      region.put(put(region));
      region.delete(new Delete(ROW).addColumns(M, Bytes.toBytes("del:1@1@1"), 5));
      region.delete(new Delete(ROW).addColumn(Bytes.toBytes("x"), Bytes.toBytes("c:e"), 5));
      region.flush();
      started.fail();
      region.clock().advance(30 * DAY);
      region.majorCompact();
      assertThat(region.raw())
          .extracting(Cell::getType)
          .containsExactlyInAnyOrder(Cell.Type.Put, Cell.Type.DeleteColumn, Cell.Type.Delete);
    }
  }

  /** Lets writes in until it is told to have failed to start. */
  public static final class Unstarted implements RegionCoprocessor {
    private volatile RegionObserver observer = new RegionObserver() {};

    static Unstarted in(TestRegion region) {
      return region.region().getCoprocessorHost().findCoprocessor(Unstarted.class);
    }

    void fail() {
      observer =
          LastResort.unless(
              "r",
              () -> {
                throw new IllegalStateException("unforeseen");
              });
    }

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(observer);
    }
  }

  @Test
  void theServiceSaysWhatIsWrong() {
    SedimentEndpoint endpoint = new SedimentEndpoint();
    endpoint.failed("could not start");
    ServerRpcController controller = new ServerRpcController();
    endpoint.getStatus(controller, GetStatusRequest.getDefaultInstance(), answer -> {});
    assertThat(controller.getFailedOn())
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage("could not start");
  }
}
