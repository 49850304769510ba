package org.sediment.live.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
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

/** Events written through HBase's REST gateway are guarded as any others. */
@LiveTest
class RestGatewayTest {
  private static RestGateway rest;

  private final MiniCluster cluster;
  private final long now = System.currentTimeMillis() - 60_000;

  RestGatewayTest(MiniCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeAll
  static void start(MiniCluster cluster) throws Exception {
    rest = RestGateway.start(cluster.conf());
  }

  @AfterAll
  static void stop() throws IOException {
    rest.close();
  }

  private TableName table(String guard) throws IOException {
    return cluster.create(
        TestRegion.builder().sequence().upsert("u").delta("x").property("sediment.guard", guard));
  }

  private HttpResponse<String> put(TableName table, Row... rows) throws IOException {
    return rest.put(table, List.of(rows));
  }

  private Map<String, String> read(TableName table, String row) throws IOException {
    return AnyOrder.read(cluster, table, row);
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void anOlderSequenceNeverWinsAndIsNoError(String guard) throws IOException {
    TableName table = table(guard);
    assertThat(put(table, Row.of("r", now + 5, "u:a=5", "m:seq=5")).statusCode()).isEqualTo(200);
    assertThat(put(table, Row.of("r", now + 9, "u:a=4", "m:seq=4")).statusCode()).isEqualTo(200);
    assertThat(put(table, Row.of("r", now + 9, "u:a=x", "m:seq=05")).statusCode()).isEqualTo(200);
    assertThat(read(table, "r")).isEqualTo(Map.of("u:a", "5"));
    assertThat(put(table, Row.of("r", now, "u:a=10", "m:seq=10")).statusCode()).isEqualTo(200);
    assertThat(read(table, "r")).isEqualTo(Map.of("u:a", "10"));
  }

  @Test
  void anyOrder() throws IOException {
    AnyOrder.check(cluster, rest, Seeds.random("RestGatewayTest"));
  }

  @Test
  void deltasCountOnce() throws IOException {
    TableName table = table("row");
    for (int times = 0; times < 2; times++) {
      put(table, Row.of("r", now + 2, "u:a=2", "m:seq=2", "x:qty:e2=+2"));
      put(table, Row.of("r", now + 1, "u:a=1", "m:seq=1", "x:qty:e1=+1"));
      put(table, Row.of("r", now + 3, "x:qty:e3=-10"));
    }
    assertThat(AnyOrder.total(cluster, table, "r", "qty")).isEqualTo(-7);
    assertThat(read(table, "r")).isEqualTo(Map.of("u:a", "2"));
  }

  @Test
  void ofManyRowsTheWrongOneIsRefusedAndTheErrorSaysWhy() throws IOException {
    TableName table = table("row");
    HttpResponse<String> answer =
        put(
            table,
            Row.of("r1", now, "u:a=1", "m:seq=1"),
            Row.of("r2", now, "u:a=1"),
            Row.of("r3", now, "u:a=1", "m:seq=1"));
    assertThat(answer.statusCode()).isNotEqualTo(200);
    assertThat(answer.body()).contains("row 'r2'", "m:seq");
    assertThat(read(table, "r1")).isEqualTo(Map.of("u:a", "1"));
    assertThat(read(table, "r2")).isEmpty();
    assertThat(read(table, "r3")).isEqualTo(Map.of("u:a", "1"));
  }

  @Test
  void aRefusalReachesTheClientInWords() throws IOException {
    TableName table = table("row");
    refused(put(table, Row.of("r", now, "u:a=1", "m:seq=one")), "row 'r'", "'one'");
    refused(put(table, Row.of("r", now, "u:a=1")), "row 'r'", "m:seq");
    refused(put(table, Row.of("r", now * 1000, "u:a=1", "m:seq=1")), "sediment.future.skew");
    refused(put(table, Row.of("r", now, "m:seq=1", "m:op=remove")), "'remove'");
    refused(put(table, Row.of("r", now, "m:seq=1", "m:op=delete", "u:a=1")), "nothing else");
    refused(put(table, Row.of("r", now, "x:qty:e1=1")), "x:qty:e1");
    assertThat(read(table, "r")).isEmpty();
  }

  private static void refused(HttpResponse<String> answer, String... words) {
    assertThat(answer.statusCode()).as(answer.body()).isNotEqualTo(200);
    assertThat(answer.body()).contains(words);
  }

  /** The gateway's own DELETE has no place for a sequence. */
  @Test
  void theGatewaysOwnDeleteIsRefusedWithTheRemedy() throws IOException {
    TableName table = table("row");
    put(table, Row.of("r", now, "u:a=1", "m:seq=1"));
    String path = table.getNameAsString();
    for (String what : List.of("/r", "/r/u:a", "/r/u", "/r/u:a/" + now)) {
      HttpResponse<String> answer = rest.send("DELETE", path + what, null);
      assertThat(answer.statusCode()).as(what).isNotEqualTo(200);
    }
    assertThat(rest.send("DELETE", path + "/r", null).body()).contains("op=delete");
    assertThat(read(table, "r")).isEqualTo(Map.of("u:a", "1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void aPutSaysThatItDeletesItsRow(String guard) throws IOException {
    TableName table = table(guard);
    put(table, Row.of("r", now, "u:a=1", "m:seq=1", "x:qty:e1=+1"));
    put(
        table,
        Row.of("q", now, "u:a=1", "m:seq=1"),
        Row.of("r", now + 5, "m:seq=5", "m:op=delete"),
        Row.of("s", now, "u:a=1", "m:seq=1", "m:op=upsert"));
    put(table, Row.of("r", now + 3, "u:a=3", "u:b=3", "m:seq=3"));
    assertThat(read(table, "r")).isEmpty();
    assertThat(AnyOrder.total(cluster, table, "r", "qty")).isNull();
    assertThat(read(table, "q")).isEqualTo(Map.of("u:a", "1"));
    assertThat(read(table, "s")).isEqualTo(Map.of("u:a", "1"));
    assertThat(rest.send("GET", table.getNameAsString() + "/r", null).statusCode()).isEqualTo(404);
    put(table, Row.of("r", now + 4, "u:b=6", "m:seq=6"));
    assertThat(read(table, "r")).isEqualTo(Map.of("u:b", "6"));
  }

  /** The gateway checks the last cell against what is stored; its column must be put, too. */
  @Test
  void aConditionalPutIsGuarded() throws IOException {
    TableName table = table("row");
    put(table, Row.of("r", now + 5, "u:a=5", "m:seq=5"));
    assertThat(checked(table, "u:a=5", "u:a=6", "m:seq=6").statusCode()).isEqualTo(200);
    assertThat(read(table, "r")).isEqualTo(Map.of("u:a", "6"));
    assertThat(checked(table, "u:a=5", "u:a=7", "m:seq=7").statusCode()).isEqualTo(304);
    checked(table, "u:a=6", "u:a=4", "m:seq=4");
    assertThat(read(table, "r")).isEqualTo(Map.of("u:a", "6"));
    HttpResponse<String> gone = checked(table, "m:seq=6", "m:seq=8", "m:op=delete");
    assertThat(gone.statusCode()).as(gone.body()).isEqualTo(200);
    assertThat(read(table, "r")).isEmpty();
  }

  private HttpResponse<String> checked(TableName table, String check, String... cells)
      throws IOException {
    String put = rest.body(List.of(Row.of("r", now + 6, cells)));
    String last = rest.body(List.of(Row.of("r", now + 6, check)));
    String cell = last.substring(last.indexOf("[{\"column") + 1, last.indexOf("]}]}"));
    String body = put.substring(0, put.indexOf("]}]}")) + "," + cell + "]}]}";
    return rest.send("PUT", table.getNameAsString() + "/r?check=put", body);
  }
}
