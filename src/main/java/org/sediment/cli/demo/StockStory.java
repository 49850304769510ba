package org.sediment.cli.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.client.RowRange;
import org.sediment.client.SedimentClient;
import org.sediment.client.Total;
import org.sediment.client.TotalsQuery;
import org.sediment.model.DeltaColumn;

/** Stock of an article, kept by deltas that are sent by many, and more than once. */
final class StockStory {
  private static final int DELTAS = 1_000;
  private static final int THREADS = 8;
  private static final String ROW = "article-7";
  private static final String COUNTER = "units";
  private static final byte[] FAMILY = Bytes.toBytes("x");

  private final Connection connection;
  private final DemoTable table;
  private final SedimentClient client;
  private final Steps steps;
  private final long settleMillis;
  private final List<Put> deltas = new ArrayList<>();
  private long sum;

  /**
   * Sets the scene.
   *
   * @param settleMillis after this time deltas may be folded: lag and twice the clock skew
   */
  StockStory(
      Connection connection,
      DemoTable table,
      SedimentClient client,
      Steps steps,
      long settleMillis) {
    this.connection = connection;
    this.table = table;
    this.client = client;
    this.steps = steps;
    this.settleMillis = settleMillis;
  }

  void play() throws IOException {
    steps.chapter("(b) Stock by deltas: totals of " + ROW + ", and the cells a plain Get shows:");
    long start = System.currentTimeMillis();
    for (int i = 0; i < DELTAS; i++) {
      long units = i % 10 == 0 ? 100 : -(i % 7);
      sum += units;
      deltas.add(delta("sale-" + i, start - i % 200, units));
    }
    sendFromManyThreads();
    is(DELTAS + " deltas from " + THREADS + " threads, a third of them twice", sum, 0);
    cells("as they came", "DELTA 1000");
    table.flush();
    is("flush", sum, 0);
    table.send(deltas.subList(0, DELTAS / 3));
    table.flush();
    table.send(deltas.subList(DELTAS / 2, DELTAS));
    table.flush();
    table.compact(false);
    is("more repeats, flushes, minor compaction", sum, 0);
    fold();
    replays();
    lives();
  }

  private void fold() throws IOException {
    steps.say("waiting " + settleMillis / 1000 + " s, until the deltas are older than the lag");
    DemoTable.pause(settleMillis);
    table.compact(true);
    is("major compaction folds them", sum, 0);
    cells("one base is left", "BASE 1");
  }

  private void replays() throws IOException {
    table.send(deltas);
    is("replay of everything, now that it is folded: listed, not counted", sum, DELTAS);
    table.send(delta("late-1", firstTime() - 60_000, 500));
    is("a late delta of +500, never seen before: listed, not counted", sum, DELTAS + 1);
    steps.check(
        "where it went: a cell of its own, next to the base",
        "x:units<d:late-1",
        table.cells(ROW).stream()
            .map(cell -> "x:" + Bytes.toStringBinary(CellUtil.cloneQualifier(cell)))
            .filter(name -> name.endsWith("late-1"))
            .findFirst()
            .orElse("nowhere"));
    table.flush();
    table.compact(true);
    is("flush and major compaction", sum, DELTAS + 1);
  }

  private void lives() throws IOException {
    long now = System.currentTimeMillis();
    table.send(delta("sale-new", now, 5));
    is("a new delta of +5", sum + 5, DELTAS + 1);
    Delete retraction = new Delete(Bytes.toBytes(ROW));
    retraction.addColumns(FAMILY, Bytes.toBytes(COUNTER + ":sale-new"), now);
    table.send(retraction);
    is("and taken back", sum, DELTAS + 1);
    steps.check(
        "sum over the whole table",
        sum,
        client
            .sumTotals(RowRange.all(), TotalsQuery.all())
            .get("x", COUNTER)
            .map(Total::longValue)
            .orElse(null));
  }

  private long firstTime() {
    return deltas.stream().mapToLong(Put::getTimestamp).min().orElseThrow();
  }

  private void sendFromManyThreads() throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> sent = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        sent.add(
            threads.submit(
                () -> {
                  sendShare(thread);
                  return thread;
                }));
      }
      for (Future<?> one : sent) {
        one.get();
      }
    } catch (InterruptedException | ExecutionException failed) {
      throw new IOException("a writer failed: " + failed, failed);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Each thread sends its share, and every third delta of the next thread's share, too. */
  private void sendShare(int thread) throws IOException {
    List<Put> share = new ArrayList<>();
    for (int i = 0; i < DELTAS; i++) {
      boolean again = i % 3 == 0 && (i + 1) % THREADS == thread;
      if (i % THREADS == thread || again) {
        share.add(deltas.get(i));
      }
    }
    try (DemoTable own = new DemoTable(connection, table.name().getNameAsString())) {
      for (int from = 0; from < share.size(); from += 25) {
        own.send(share.subList(from, Math.min(from + 25, share.size())));
      }
    }
  }

  private static Put delta(String eventId, long time, long units) {
    return new Put(Bytes.toBytes(ROW), time)
        .addColumn(FAMILY, Bytes.toBytes(COUNTER + ":" + eventId), time, Bytes.toBytes(units));
  }

  private void is(String what, long total, long late) throws IOException {
    String seen =
        client
            .getTotals(Bytes.toBytes(ROW), TotalsQuery.all())
            .get("x", COUNTER)
            .map(answer -> answer.value().toPlainString() + " units, " + answer.late() + " late")
            .orElse("no total");
    steps.check(what, total + " units, " + late + " late", seen);
  }

  private void cells(String what, String expected) throws IOException {
    Map<DeltaColumn.Kind, Integer> counts = new EnumMap<>(DeltaColumn.Kind.class);
    for (Cell cell : table.cells(ROW)) {
      counts.merge(DeltaColumn.parse(CellUtil.cloneQualifier(cell)).kind(), 1, Integer::sum);
    }
    StringJoiner text = new StringJoiner(", ");
    counts.forEach((kind, count) -> text.add(kind + " " + count));
    steps.check("cells of the row: " + what, expected, text.toString());
  }
}
