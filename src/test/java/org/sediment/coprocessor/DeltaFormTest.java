package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.testing.TestRegion;

/** What clients may write to a delta family, through the whole coprocessor. */
class DeltaFormTest {
  private static final byte[] ROW = Bytes.toBytes("r");
  private static final byte[] X = Bytes.toBytes("x");
  private static final byte[] THREE = Bytes.toBytes(3L);
  private static TestRegion region;
  private static long now;

  @BeforeAll
  static void open() throws IOException {
    region =
        TestRegion.builder()
            .sequence()
            .upsert("u")
            .delta("x")
            .delta("y")
            .familyValue("y", "sediment.fold", "qty=sum:int64,paid=sum:decimal")
            .open();
    region.clock().advance(60_000);
    now = region.clock().now();
  }

  @AfterAll
  static void close() throws IOException {
    region.close();
  }

  private static Put put(String qualifier) {
    return put("x", qualifier, now - 10, THREE);
  }

  private static Put put(String family, String qualifier, long time, byte[] value) {
    return new Put(ROW).addColumn(Bytes.toBytes(family), Bytes.toBytes(qualifier), time, value);
  }

  private static void refused(Mutation mutation, String column, String... texts)
      throws IOException {
    int before = region.raw().size();
    assertThatThrownBy(
            () -> {
              if (mutation instanceof Put put) {
                region.put(put);
              } else {
                region.delete((Delete) mutation);
              }
            })
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("row 'r'")
        .hasMessageContaining("column " + column)
        .satisfies(e -> assertThat(e.getMessage()).contains(texts));
    assertThat(region.raw()).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"q", "q:", ":", "q;x", "q<", "q<d:", "q<z:e"})
  void aColumnThatNamesNoDeltaIsRefused(String qualifier) throws IOException {
    refused(put(qualifier), "x:" + qualifier, "names no delta", "<counter>:<event-id>");
    refused(
        new Delete(ROW).addColumn(X, Bytes.toBytes(qualifier), now - 10),
        "x:" + qualifier,
        "names no delta");
  }

  @ParameterizedTest
  @ValueSource(strings = {"q;", ";", "q<d:e", "q<r:e", "q<R", "q<x:e@17", "<x:@17"})
  void theColumnsOfSedimentAreRefused(String qualifier) throws IOException {
    refused(put(qualifier), "x:" + qualifier, "belongs to Sediment");
    refused(
        new Delete(ROW).addColumn(X, Bytes.toBytes(qualifier), now - 10),
        "x:" + qualifier,
        "belongs to Sediment");
    refused(
        new Delete(ROW).addColumns(X, Bytes.toBytes(qualifier), now - 10),
        "x:" + qualifier,
        "belongs to Sediment");
  }

  @Test
  void aMarkerOfAFamilyIsRefused() throws IOException {
    refused(new Delete(ROW).addFamily(X, now - 10), "x:", "whole row");
    refused(new Delete(ROW).addFamilyVersion(X, now - 10), "x:", "hit bases");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 9, 16})
  void aValueOfAnotherLengthIsRefused(int length) throws IOException {
    refused(
        put("x", "q:e", now - 10, new byte[length]), "x:q:e", "sum:int64", "8 bytes, big-endian");
  }

  @Test
  void eachCounterHasItsOwnForm() throws IOException {
    byte[] decimal = Bytes.toBytes(new BigDecimal("1.50"));
    region.put(put("y", "qty:form", now - 10, THREE));
    region.put(put("y", "paid:form", now - 10, decimal));
    refused(put("y", "qty:e", now - 10, decimal), "y:qty:e", "sum:int64");
    refused(
        put("y", "paid:e", now - 10, Bytes.toBytes(new BigDecimal("1E+1001"))),
        "y:paid:e",
        "sum:decimal",
        "-1000 to 1000");
    refused(put("y", "other:e", now - 10, THREE), "y:other:e", "sediment.fold", "other");
  }

  @ParameterizedTest
  @ValueSource(longs = {3_600_001, 86_400_000, Long.MAX_VALUE - 1_800_000_000_000L})
  void aTimeTooFarAheadIsRefused(long ahead) throws IOException {
    refused(put("x", "q:e", now + ahead, THREE), "x:q:e", "sediment.future.skew", "milliseconds");
    refused(
        new Delete(ROW).addColumn(X, Bytes.toBytes("q:e"), now + ahead),
        "x:q:e",
        "sediment.future.skew");
  }

  @Test
  void microsecondsAreRefused() throws IOException {
    refused(put("x", "q:e", now * 1000, THREE), "x:q:e", "milliseconds");
  }

  @Test
  void anHourAheadIsNot() throws IOException {
    region.put(put("x", "ahead:e", now + 3_600_000, THREE));
    assertThat(region.get("r").containsColumn(X, Bytes.toBytes("ahead:e"))).isTrue();
  }

  @Test
  void aDeltaNeedsItsOwnTime() throws IOException {
    refused(put("x", "q:e", HConstants.LATEST_TIMESTAMP, THREE), "x:q:e", "needs its event's time");
    refused(new Put(ROW).addColumn(X, Bytes.toBytes("q:e"), THREE), "x:q:e", "event's time");
    refused(new Delete(ROW).addColumns(X, Bytes.toBytes("q:e")), "x:q:e", "event's time");
    assertThatThrownBy(() -> region.delete(new Delete(ROW).setAttribute("sediment.seq", ONE)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("event's time");
  }

  private static final byte[] ONE = Bytes.toBytes("1");

  @Test
  void whatCouldHideADeltaIsRefused() throws IOException {
    refusedWith(put -> put.setTTL(5000), "TTL");
    refusedWith(put -> put.setACL("someone", new Permission(Permission.Action.READ)), "ACL");
    refusedWith(put -> put.setCellVisibility(new CellVisibility("secret")), "visibility");
  }

  private static void refusedWith(Consumer<Put> change, String text) throws IOException {
    Put put = put("q:e");
    change.accept(put);
    refused(put, "x:q:e", text);
  }

  /** A marker that not every reader sees, or not for long, would let the delta come back. */
  @Test
  void whatCouldHideARetractionIsRefused() throws IOException {
    region.put(put("hidden:e"));
    refusedRetraction(d -> d.setAttribute("_ttl", Bytes.toBytes(5000L)), "TTL");
    refusedRetraction(d -> d.setACL("someone", new Permission(Permission.Action.READ)), "ACL");
    refusedRetraction(d -> d.setCellVisibility(new CellVisibility("secret")), "visibility");
    Tag[] ofAClient = {new ArrayBackedTag((byte) 65, "forged"), ttlTag()};
    for (Tag tag : ofAClient) {
      refused(
          new Delete(ROW).add(marker(KeyValue.Type.Delete, "hidden:e", tag)), "x:hidden:e", "tags");
      refused(
          new Delete(ROW).add(marker(KeyValue.Type.DeleteColumn, "hidden:e", tag)),
          "x:hidden:e",
          "tags");
    }
    assertThat(region.get("r").containsColumn(X, Bytes.toBytes("hidden:e"))).isTrue();
  }

  private static Tag ttlTag() {
    return new ArrayBackedTag(TagType.TTL_TAG_TYPE, Bytes.toBytes(5000L));
  }

  private static KeyValue marker(KeyValue.Type type, String qualifier, Tag tag) {
    byte[] none = new byte[0];
    byte[] column = Bytes.toBytes(qualifier);
    return new KeyValue(ROW, X, column, now - 10, type, none, List.of(tag));
  }

  private static void refusedRetraction(Consumer<Delete> change, String text) throws IOException {
    Delete delete = new Delete(ROW).addColumn(X, Bytes.toBytes("hidden:e"), now - 10);
    change.accept(delete);
    refused(delete, "x:hidden:e", text);
  }

  @Test
  void onlyTheEventItselfIsRefusedInAList() throws IOException {
    OperationStatus[] statuses =
        region.list(
            put("x", "list:e1", now - 10, THREE),
            put("x", "list:bad", now - 10, new byte[3]),
            put("x", "list:e2", now - 10, THREE));
    assertThat(statuses)
        .extracting(OperationStatus::getOperationStatusCode)
        .containsExactly(
            OperationStatusCode.SUCCESS, OperationStatusCode.FAILURE, OperationStatusCode.SUCCESS);
    assertThat(statuses[1].getExceptionMsg()).contains("x:list:bad", "8 bytes");
    assertThat(region.get("r").containsColumn(X, Bytes.toBytes("list:e2"))).isTrue();
    assertThat(region.get("r").containsColumn(X, Bytes.toBytes("list:bad"))).isFalse();
  }

  @Test
  void anAtomicCallIsRefusedWhole() throws IOException {
    RowMutations mutations = new RowMutations(ROW);
    mutations.add((Mutation) put("x", "atomic:e1", now - 10, THREE));
    mutations.add((Mutation) put("x", "atomic:bad", now - 10, new byte[3]));
    assertThatThrownBy(() -> region.mutateRow(mutations))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("x:atomic:bad");
    assertThat(region.get("r").containsColumn(X, Bytes.toBytes("atomic:e1"))).isFalse();
  }

  @Test
  void theCounterMayHaveNoNameAndTheEventIdAnyBytes() throws IOException {
    byte[] id = {':', 0, (byte) 0xFF, ';', '<', '@'};
    byte[] row = Bytes.toBytes("ids");
    region.put(new Put(row).addColumn(X, Bytes.add(Bytes.toBytes(":"), id), now - 10, THREE));
    region.put(new Put(row).addColumn(X, Bytes.add(Bytes.toBytes("a:"), id), now - 10, THREE));
    region.put(new Put(row).addColumn(X, Bytes.add(Bytes.toBytes("a:"), new byte[1024]), 1, THREE));
    assertThat(region.get("ids").size()).isEqualTo(3);
  }
}
