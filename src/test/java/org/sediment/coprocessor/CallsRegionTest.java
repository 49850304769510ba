package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.coprocessor.Changes.U;
import static org.sediment.coprocessor.Changes.atomic;
import static org.sediment.coprocessor.Changes.delete;
import static org.sediment.coprocessor.Changes.set;
import static org.sediment.coprocessor.Changes.unset;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** How calls of clients, of replication and of other tools reach the guard. */
class CallsRegionTest {
  private static final long T = 1_000_000;
  private static final byte[] ROW = Bytes.toBytes("r");

  private static TestRegionBuilder table() {
    return TestRegion.builder().sequence().upsert("u");
  }

  /** HBase cuts a list into several batches, also inside a row: still one event. */
  @ParameterizedTest
  @ValueSource(strings = {"20000", "0"})
  void listCutInsideARowIsOneEvent(String cacheRows) throws IOException {
    try (TestRegion region =
        table()
            .property("sediment.cache.rows", cacheRows)
            .conf("hbase.regionserver.minibatch.size", "1")
            .open()) {
      region.put(set("r", "1", T, "b", "old"));
      region.list(
          set("r", "5", T, "a", "new"), unset("r", "5", T, "b"), set("r", "5", T, "c", "more"));
      assertThat(region.value("r", "u", "a")).isEqualTo("new");
      assertThat(region.value("r", "u", "b")).isNull();
      assertThat(region.value("r", "u", "c")).isEqualTo("more");
      region.list(set("r", "5", T, "d", "replayed in another call"));
      assertThat(region.value("r", "u", "d")).isNull();

      region.list(delete("r", "6", T), set("r", "6", T, "a", "again"));
      assertThat(region.value("r", "u", "a")).isEqualTo("again");
      assertThat(region.value("r", "u", "c")).isNull();
      region.list(set("r", "7", T, "e", "kept"), delete("r", "7", T));
      assertThat(region.value("r", "u", "e")).isEqualTo("kept");
      assertThat(region.value("r", "u", "a")).isNull();
    }
  }

  /** The memstore filled up between the two batches, say: the client sends the rest again. */
  @Test
  void restOfAnEventThatHbaseDidNotTakeIsTakenInAnotherCall() throws IOException {
    try (TestRegion region =
        table()
            .coprocessor(Trouble.class, Integer.MAX_VALUE)
            .conf("hbase.regionserver.minibatch.size", "1")
            .open()) {
      region.put(set("r", "1", T, "b", "old"));
      assertThatThrownBy(
              () ->
                  region.list(
                      set("r", "5", T, "a", "new"),
                      Trouble.failAt(Trouble.PRE_BATCH, unset("r", "5", T, "b"))))
          .hasMessageContaining("trouble");
      assertThat(region.value("r", "u", "b")).isEqualTo("old");
      region.list(unset("r", "5", T, "b"), set("r", "5", T, "c", "more"));
      assertThat(region.value("r", "u", "a")).isEqualTo("new");
      assertThat(region.value("r", "u", "b")).isNull();
      assertThat(region.value("r", "u", "c")).isEqualTo("more");
      region.list(set("r", "5", T, "a", "a replay of what is whole"), set("s", "1", T, "a", "x"));
      assertThat(region.value("r", "u", "a")).isEqualTo("new");
    }
  }

  /** HBase turns single mutations away when many threads write to one store. */
  @Test
  void mutationThatAStoreWasTooBusyForIsTakenInAnotherCall() throws IOException {
    try (TestRegion region = table().coprocessor(TooBusy.class, 1).open()) {
      Put busy = set("r", "5", T, "b", "late");
      busy.setAttribute(TooBusy.MARK, new byte[] {1});
      OperationStatus[] statuses = region.list(set("r", "5", T, "a", "new"), busy);
      assertThat(statuses[1].getOperationStatusCode())
          .isEqualTo(OperationStatusCode.STORE_TOO_BUSY);
      region.list(set("r", "5", T, "b", "late"));
      assertThat(region.value("r", "u", "a")).isEqualTo("new");
      assertThat(region.value("r", "u", "b")).isEqualTo("late");
    }
  }

  /** Turns mutations away as HBase's store hotness protector does. */
  public static final class TooBusy implements RegionCoprocessor, RegionObserver {
    static final String MARK = "too-busy";

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preBatchMutate(
        ObserverContext<RegionCoprocessorEnvironment> ctx,
        MiniBatchOperationInProgress<Mutation> batch) {
      for (int i = 0; i < batch.size(); i++) {
        if (batch.getOperation(i).getAttribute(MARK) != null) {
          batch.setOperationStatus(
              i, new OperationStatus(OperationStatusCode.STORE_TOO_BUSY, "for the test"));
        }
      }
    }
  }

  @Test
  void refusalInACutListIsToldOfItsOwnEventOnly() throws IOException {
    try (TestRegion region = table().conf("hbase.regionserver.minibatch.size", "1").open()) {
      OperationStatus[] statuses =
          region.list(
              set("a", "1", T, "a", "x"), set("b", "-", T, "a", "x"), set("c", "1", T, "a", "x"));
      assertThat(statuses)
          .extracting(OperationStatus::getOperationStatusCode)
          .containsExactly(
              OperationStatusCode.SUCCESS,
              OperationStatusCode.FAILURE,
              OperationStatusCode.SUCCESS);
    }
  }

  @Test
  void readModifyWriteIsRefusedInManagedFamiliesOnly() throws IOException {
    try (TestRegion region = table().delta("x").family("p", "plain").open()) {
      for (String family : List.of("u", "m", "x")) {
        byte[] name = Bytes.toBytes(family);
        assertThatThrownBy(
                () -> region.region().increment(new Increment(ROW).addColumn(name, U, 1)))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("Increment")
            .hasMessageContaining("row 'r'");
        assertThatThrownBy(() -> region.region().append(new Append(ROW).addColumn(name, U, U)))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("Append");
      }
      region.region().increment(new Increment(ROW).addColumn(Bytes.toBytes("p"), U, 1));
      assertThat(region.raw()).hasSize(1);
    }
  }

  @Test
  void withTheGuardOffARowDeleteStillSparesTheSequenceFamily() throws IOException {
    try (TestRegion region = table().property("sediment.guard", "off").open()) {
      region.put(set("r", "not judged", T, "a", "x"));
      region.delete(new Delete(ROW, T + 1));
      assertThat(region.value("r", "u", "a")).isNull();
      assertThat(region.raw("m")).extracting(Cell::getType).containsExactly(Cell.Type.Put);
    }
  }

  @Test
  void atomicCallTakesOneSequenceForARow() throws IOException {
    try (TestRegion region = table().open()) {
      assertThatThrownBy(
              () -> region.mutateRow(atomic(set("r", "5", T, "a", "x"), unset("r", "6", T, "b"))))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("one sequence");
      Delete without = new Delete(ROW).addColumns(U, Bytes.toBytes("b"), T);
      region.put(set("r", "1", T - 1, "b", "old"));
      region.mutateRow(atomic(set("r", "5", T, "a", "x"), without));
      assertThat(region.value("r", "u", "a")).isEqualTo("x");
      assertThat(region.value("r", "u", "b")).isNull();
    }
  }

  /** HBase stamps a conditional Put not below the checked cell, and a Delete by the clock. */
  @Test
  void conditionalCallThatLeavesItsTimeToTheServerIsOneEvent() throws IOException {
    try (TestRegion region = table().open()) {
      byte[] b = Bytes.toBytes("b");
      long ahead = region.clock().currentTime() + 5_000;
      region.put(set("r", "1", ahead, "a", "x"));
      region.put(set("r", "2", ahead, "b", "old"));
      CheckAndMutate.Builder check =
          CheckAndMutate.newBuilder(ROW).ifEquals(U, Bytes.toBytes("a"), Bytes.toBytes("x"));
      Put put = Changes.withSequence(new Put(ROW).addColumn(U, U, U), "3");
      Delete unset = Changes.withSequence(new Delete(ROW).addColumns(U, b), "3");
      assertThat(region.checkAndMutate(check.build(atomic(put, unset))).isSuccess()).isTrue();
      assertThat(region.value("r", "u", "u")).isEqualTo("u");
      assertThat(region.value("r", "u", "b")).isNull();

      Delete row = Changes.withSequence(new Delete(ROW), "4");
      Put image = Changes.withSequence(new Put(ROW).addColumn(U, b, U), "4");
      assertThat(region.checkAndMutate(check.build(atomic(row, image))).isSuccess()).isTrue();
      assertThat(region.value("r", "u", "b")).isEqualTo("u");
      assertThat(region.value("r", "u", "a")).isNull();
    }
  }

  @Test
  void clientCannotForgeTheMarkOfARowDelete() throws IOException {
    try (TestRegion region = table().open()) {
      region.put(set("r", "1", T, "a", "x"));
      Delete forged = new Delete(ROW).addFamily(U, T + 5);
      forged.setAttribute(Marks.ROW_DELETE, new byte[] {1});
      Changes.withSequence(forged, "2");
      assertThatThrownBy(() -> region.delete(forged))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("column 'u:'");
      assertThat(region.value("r", "u", "a")).isEqualTo("x");
    }
  }

  private static Put replicated(Put put) {
    put.setClusterIds(List.of(new UUID(1, 2)));
    return put;
  }

  @Test
  void misconfiguredTableRefusesReplicationSoThatItIsSentAgain() throws IOException {
    try (TestRegion region = table().property("sediment.future.skew", "soon").open()) {
      assertThatThrownBy(() -> region.put(set("r", "1", T, "a", "x")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("sediment.future.skew")
          .hasMessageContaining("soon");
      assertThatThrownBy(() -> region.put(replicated(set("r", "1", T, "a", "x"))))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("sediment.future.skew");
      assertThat(region.raw()).isEmpty();
    }
  }

  @Test
  void replicatedWritesAreNeverRefused() throws IOException {
    try (TestRegion region = table().open()) {
      Put odd = new Put(ROW).addColumn(U, U, T, U).addColumn(U, Bytes.toBytes("b"), T + 1, U);
      region.put(replicated(odd));
      assertThat(region.value("r", "u", "u")).isEqualTo("u");
      region.put(set("r", "1", T, "u", "local"));
      assertThat(region.value("r", "u", "u")).isEqualTo("local");
    }
  }

  /** The worst input a client can make: what it breaks is its own call. */
  @Test
  void runtimeExceptionReachesTheClientAsAnErrorNotToBeRetried() throws IOException {
    try (TestRegion region = table().coprocessor(Trouble.class, Integer.MAX_VALUE).open()) {
      assertThatThrownBy(
              () ->
                  Hooks.run(
                      "preBatchMutate",
                      () -> {
                        throw new IllegalStateException("broken");
                      }))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("preBatchMutate")
          .hasMessageContaining("broken");
      region.put(set("r", "1", T, "a", "x"));
      assertThat(region.value("r", "u", "a")).isEqualTo("x");
    }
  }
}
