package org.sediment.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Changes to counters, one counter a row, and what the counters must say after them. Each change
 * can be written as a delta or as HBase's Increment. Not thread-safe: changes are made before they
 * are timed.
 */
final class DeltaStream {
  /** The counter's name. */
  static final byte[] COUNTER = Bytes.toBytes("qty");

  private final int rows;
  private final Random random = new Random(17);
  private final Map<String, Long> expected = new HashMap<>();
  private long changes;

  DeltaStream(int rows) {
    this.rows = rows;
  }

  /** One change. */
  record Change(byte[] row, String id, long time, long amount) {
    /** As a delta. */
    Put delta() {
      return new Put(row)
          .addColumn(
              BenchTables.DELTA,
              Bytes.toBytes(Bytes.toString(COUNTER) + ":" + id),
              time,
              Bytes.toBytes(amount));
    }

    /** As HBase's own counter. */
    Increment increment() {
      return new Increment(row).addColumn(BenchTables.DELTA, COUNTER, amount);
    }
  }

  static byte[] row(int number) {
    return Bytes.toBytes(String.format("counter-%07d", number));
  }

  /** So many changes for each thread, of counters chosen by chance. */
  List<List<Change>> next(int threads, int perThread) {
    List<List<Change>> all = new ArrayList<>();
    long now = System.currentTimeMillis();
    for (int thread = 0; thread < threads; thread++) {
      List<Change> list = new ArrayList<>(perThread);
      for (int i = 0; i < perThread; i++) {
        list.add(change(random.nextInt(rows), now));
      }
      all.add(list);
    }
    return all;
  }

  /** So many changes of each counter, row by row, at rising times from the one given. */
  List<Change> ofEach(int each, long from) {
    List<Change> list = new ArrayList<>(rows * each);
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < each; i++) {
        list.add(change(row, from + i));
      }
    }
    return list;
  }

  /** What a counter must say. */
  long expected(byte[] row) {
    return expected.getOrDefault(Bytes.toString(row), 0L);
  }

  /** What all of them must say together. */
  long sum() {
    return expected.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Adds up a table's raw cells, counter by counter, and compares. */
  void checkCells(Table table) throws Exception {
    Map<String, Long> found = new HashMap<>();
    Scan scan = new Scan().addFamily(BenchTables.DELTA).readAllVersions().setBatch(1000);
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result part : scanner) {
        found.merge(Bytes.toString(part.getRow()), sum(part), Long::sum);
      }
    }
    for (Map.Entry<String, Long> entry : expected.entrySet()) {
      WrongEndState.unlessEqual(
          table.getName() + " cells of " + entry.getKey(),
          entry.getValue(),
          found.getOrDefault(entry.getKey(), 0L));
    }
    WrongEndState.unlessEqual(table.getName() + " counters", expected.size(), found.size());
  }

  /** Compares Sediment's sum over the table, and some of the totals, with what they must be. */
  void checkTotals(Table table) throws Exception {
    WrongEndState.unlessEqual(table.getName() + " sum", sum(), SedimentRpc.sum(table));
    for (int row = 0; row < rows; row += Math.max(1, rows / 50)) {
      if (expected(row(row)) != 0) {
        WrongEndState.unlessEqual(
            table.getName() + " total of row " + row,
            expected(row(row)),
            SedimentRpc.total(table, row(row)).getValue());
      }
    }
  }

  /** Sum of the 8-byte values of some cells. */
  static long sum(Result part) {
    long sum = 0;
    for (Cell cell : part.rawCells()) {
      sum += Bytes.toLong(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    }
    return sum;
  }

  private Change change(int number, long time) {
    byte[] row = row(number);
    long amount = 1L + random.nextInt(9);
    expected.merge(Bytes.toString(row), amount, Long::sum);
    return new Change(row, "order-" + changes++, time, amount);
  }
}
