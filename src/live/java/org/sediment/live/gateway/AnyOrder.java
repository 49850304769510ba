package org.sediment.live.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.client.SedimentClient;
import org.sediment.client.TotalsQuery;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.TestRegion;

/**
 * Random events sent through a gateway in any order, some of them twice: the rows that a client of
 * HBase then reads are those of a plain replay in sequence order, done here with maps alone.
 */
final class AnyOrder {
  private static final int EVENTS = 120;
  private static final String[] ROWS = {"r1", "r2", "r3"};
  private static final String[] COLUMNS = {"u:a", "u:b", "u:c"};

  private enum Kind {
    PUT,
    NULL,
    DELETE
  }

  private record Event(Kind kind, String row, int sequence, long time, String column) {}

  private AnyOrder() {}

  static void check(MiniCluster cluster, Gateway gateway, Random random) throws IOException {
    TableName table =
        cluster.create(
            TestRegion.builder()
                .sequence()
                .upsert("u")
                .delta("x")
                .property("sediment.guard", "cell"));
    long now = System.currentTimeMillis();
    List<Event> events = new ArrayList<>();
    for (int sequence = 1; sequence <= EVENTS; sequence++) {
      // a clock that stands still now and then, and steps back
      long time = now - 60_000 + sequence / 3 * 3L - random.nextInt(5);
      Kind kind = Kind.values()[Math.max(0, random.nextInt(5) - 2)];
      events.add(
          new Event(
              kind,
              ROWS[random.nextInt(ROWS.length)],
              sequence,
              time,
              COLUMNS[random.nextInt(COLUMNS.length)]));
    }
    Map<String, Map<String, String>> expected = replay(events);
    List<Event> sent = new ArrayList<>(events);
    sent.addAll(events.subList(0, EVENTS / 2));
    Collections.shuffle(sent, random);
    for (Event event : sent) {
      send(gateway, table, event);
    }
    for (String row : ROWS) {
      assertThat(read(cluster, table, row)).as(row).isEqualTo(expected.get(row));
    }
    cluster.admin().flush(table);
    cluster.majorCompact(table);
    for (String row : ROWS) {
      assertThat(read(cluster, table, row)).as(row + " compacted").isEqualTo(expected.get(row));
    }
  }

  private static void send(Gateway gateway, TableName table, Event event) throws IOException {
    String sequence = "7." + event.sequence();
    switch (event.kind()) {
      case PUT ->
          gateway.put(
              table,
              Gateway.Row.of(
                  event.row(),
                  event.time(),
                  event.column() + "=" + event.sequence(),
                  "m:seq=" + sequence));
      case NULL -> gateway.setNull(table, event.row(), sequence, event.time(), event.column());
      case DELETE -> gateway.delete(table, event.row(), sequence, event.time());
    }
  }

  private static Map<String, Map<String, String>> replay(List<Event> events) {
    Map<String, Map<String, String>> rows = new TreeMap<>();
    for (String row : ROWS) {
      rows.put(row, new TreeMap<>());
    }
    for (Event event : events) {
      Map<String, String> row = rows.get(event.row());
      switch (event.kind()) {
        case PUT -> row.put(event.column(), Integer.toString(event.sequence()));
        case NULL -> row.remove(event.column());
        case DELETE -> row.clear();
      }
    }
    return rows;
  }

  /** The guarded columns of a row, as a client of HBase reads them. */
  static Map<String, String> read(MiniCluster cluster, TableName table, String row)
      throws IOException {
    Map<String, String> out = new TreeMap<>();
    try (Table opened = cluster.table(table)) {
      Get get = new Get(Bytes.toBytes(row)).addFamily(Bytes.toBytes("u"));
      Result result = opened.get(get);
      for (Cell cell : result.isEmpty() ? new Cell[0] : result.rawCells()) {
        out.put(
            "u:" + Bytes.toString(CellUtil.cloneQualifier(cell)),
            Bytes.toString(CellUtil.cloneValue(cell)));
      }
    }
    return out;
  }

  /** The total of a counter; null if there is none. */
  static Long total(MiniCluster cluster, TableName table, String row, String counter)
      throws IOException {
    try (SedimentClient client = SedimentClient.connect(cluster.conf(), table)) {
      return client
          .getTotals(Bytes.toBytes(row), TotalsQuery.all())
          .get("x", counter)
          .map(total -> total.longValue())
          .orElse(null);
    }
  }
}
