package org.sediment.live.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.live.gateway.ThriftGateway.bytes;
import static org.sediment.live.gateway.ThriftGateway.deleteColumns;
import static org.sediment.live.gateway.ThriftGateway.deleteRow;
import static org.sediment.live.gateway.ThriftGateway.name;
import static org.sediment.live.gateway.ThriftGateway.put;
import static org.sediment.live.gateway.ThriftGateway.sequence;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.thrift2.generated.TDelete;
import org.apache.hadoop.hbase.thrift2.generated.TMutation;
import org.apache.hadoop.hbase.thrift2.generated.TPut;
import org.apache.hadoop.hbase.thrift2.generated.TRowMutations;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.live.LiveTest;
import org.sediment.live.gateway.Gateway.Row;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;

/** Events written through HBase's Thrift 2 gateway are guarded as any others. */
@LiveTest
class ThriftGatewayTest {
  private static ThriftGateway thrift;

  private final MiniCluster cluster;
  private final long now = System.currentTimeMillis() - 60_000;

  ThriftGatewayTest(MiniCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeAll
  static void start(MiniCluster cluster) throws Exception {
    thrift = ThriftGateway.start(cluster.conf());
  }

  @AfterAll
  static void stop() {
    thrift.close();
  }

  private TableName table(String guard) throws IOException {
    return cluster.create(
        TestRegion.builder().sequence().upsert("u").delta("x").property("sediment.guard", guard));
  }

  private Map<String, String> read(TableName table, String row) throws IOException {
    return AnyOrder.read(cluster, table, row);
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void anOlderSequenceNeverWinsByCellOrByAttribute(String guard) throws IOException {
    TableName table = table(guard);
    thrift.put(table, Row.of("r", now + 5, "u:a=5", "m:seq=5"));
    thrift.put(table, Row.of("r", now + 9, "u:a=4", "m:seq=4"));
    TPut equal = put(Row.of("r", now + 9, "u:a=x")).setAttributes(sequence("05"));
    thrift.call(c -> c.put(name(table), equal));
    assertThat(read(table, "r")).isEqualTo(Map.of("u:a", "5"));
    TPut newer = put(Row.of("r", now, "u:a=10")).setAttributes(sequence("10"));
    thrift.call(c -> c.put(name(table), newer));
    assertThat(read(table, "r")).isEqualTo(Map.of("u:a", "10"));
  }

  @Test
  void anyOrder() throws IOException {
    AnyOrder.check(cluster, thrift, Seeds.random("ThriftGatewayTest"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void deletesByAttributeAndByPut(String guard) throws IOException {
    TableName table = table(guard);
    for (String row : List.of("r", "s", "t")) {
      thrift.put(table, Row.of(row, now, "u:a=1", "u:b=1", "m:seq=1", "x:qty:e1=+1"));
    }
    thrift.delete(table, "r", "5", now + 5);
    thrift.put(table, Row.of("s", now + 5, "m:seq=5", "m:op=delete"));
    thrift.setNull(table, "t", "5", now + 5, "u:b");
    for (String row : List.of("r", "s")) {
      thrift.put(table, Row.of(row, now + 3, "u:a=3", "m:seq=3"));
      assertThat(read(table, row)).as(row).isEmpty();
      assertThat(AnyOrder.total(cluster, table, row, "qty")).isNull();
    }
    assertThat(read(table, "t")).isEqualTo(Map.of("u:a", "1"));
    TDelete none = deleteRow("t", now + 9);
    assertThatThrownBy(() -> thrift.call(c -> c.deleteSingle(name(table), none)))
        .hasMessageContaining("row 't'")
        .hasMessageContaining("sediment.seq");
  }

  @Test
  void putsAndDeletesOfOneRowAreOneEvent() throws IOException {
    TableName table = table("row");
    thrift.put(table, Row.of("r", now, "u:a=1", "u:b=1", "m:seq=1"));
    TPut sets = put(Row.of("r", now + 2, "u:a=2")).setAttributes(sequence("2"));
    TDelete nulls = deleteColumns("r", now + 2, "u:b").setAttributes(sequence("2"));
    TRowMutations both =
        new TRowMutations(bytes("r"), List.of(TMutation.put(sets), TMutation.deleteSingle(nulls)));
    thrift.call(c -> c.mutateRow(name(table), both));
    thrift.call(c -> c.mutateRow(name(table), both));
    assertThat(read(table, "r")).isEqualTo(Map.of("u:a", "2"));
    thrift.put(table, Row.of("r", now + 3, "u:b=1.5", "m:seq=1.5"));
    assertThat(read(table, "r")).isEqualTo(Map.of("u:a", "2"));
  }

  @Test
  void ofManyPutsTheWrongOneIsRefusedAndTheErrorSaysWhy() throws IOException {
    TableName table = table("row");
    List<TPut> puts =
        List.of(
            put(Row.of("r1", now, "u:a=1", "m:seq=1", "x:qty:e1=+4")),
            put(Row.of("r2", now, "u:a=1", "m:seq=one")),
            put(Row.of("r3", now, "u:a=1", "m:seq=1")));
    assertThatThrownBy(() -> thrift.call(c -> c.putMultiple(name(table), puts)))
        .hasMessageContaining("row 'r2'")
        .hasMessageContaining("'one'");
    assertThat(read(table, "r1")).isEqualTo(Map.of("u:a", "1"));
    assertThat(read(table, "r2")).isEmpty();
    assertThat(read(table, "r3")).isEqualTo(Map.of("u:a", "1"));
    assertThat(AnyOrder.total(cluster, table, "r1", "qty")).isEqualTo(4);
  }

  @Test
  void aRefusalReachesTheClientInWords() throws IOException {
    TableName table = table("row");
    refused(table, put(Row.of("r", now, "u:a=1")), "m:seq");
    refused(table, put(Row.of("r", now * 1000, "u:a=1", "m:seq=1")), "sediment.future.skew");
    refused(
        table, put(Row.of("r", now, "u:a=1", "m:seq=1")).setAttributes(sequence("2")), "sequence");
    refused(table, put(Row.of("r", now, "x:qty:e1=1")), "x:qty:e1");
    assertThat(read(table, "r")).isEmpty();
  }

  private static void refused(TableName table, TPut put, String word) {
    assertThatThrownBy(() -> thrift.call(c -> c.put(name(table), put)))
        .hasMessageContaining("row 'r'")
        .hasMessageContaining(word);
  }

  @Test
  void deltasCountOnce() throws IOException {
    TableName table = table("row");
    for (int times = 0; times < 2; times++) {
      thrift.put(table, Row.of("r", now + 2, "u:a=2", "m:seq=2", "x:qty:e2=+2"));
      thrift.put(table, Row.of("r", now + 1, "u:a=1", "m:seq=1", "x:qty:e1=+1"));
      thrift.put(table, Row.of("r", now + 3, "x:qty:e3=-10"));
    }
    assertThat(AnyOrder.total(cluster, table, "r", "qty")).isEqualTo(-7);
  }
}
