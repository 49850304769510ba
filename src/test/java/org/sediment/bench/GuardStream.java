package org.sediment.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Change events of rows, as a feed sends them, and what the rows must read after them.
 *
 * <p>Each thread has rows of its own, so that within a thread every event that is not a replay is
 * newer than what its row holds. The events of a round are made before it is timed.
 */
final class GuardStream {
  private static final byte[] STATUS = Bytes.toBytes("status");
  private static final byte[] BODY = Bytes.toBytes("body");
  private static final int RECENT = 2_000;

  private final String prefix;
  private final int threads;
  private final int knownRows;
  private final int percentKnown;
  private final long firstTime = System.currentTimeMillis() - 24 * 3_600_000L;
  private final long[] sequence;
  private final long[] newRows;
  private final Random[] random;
  private final List<Map<String, Long>> expected = new ArrayList<>();
  private long distinct;
  private long total;

  /**
   * @param prefix of its rows' names
   * @param knownRows rows that are there before the first round
   * @param percentKnown share of the events that go to them; the others go to rows never seen
   */
  GuardStream(String prefix, int threads, int knownRows, int percentKnown) {
    this.prefix = prefix;
    this.threads = threads;
    this.knownRows = knownRows;
    this.percentKnown = percentKnown;
    sequence = new long[threads];
    newRows = new long[threads];
    random = IntStream.range(0, threads).mapToObj(Random::new).toArray(Random[]::new);
    for (int thread = 0; thread < threads; thread++) {
      expected.add(new HashMap<>());
    }
  }

  int threads() {
    return threads;
  }

  /** First event of every known row, by thread. */
  List<List<Put>> known() {
    List<List<Put>> all = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      List<Put> puts = new ArrayList<>();
      for (int row = thread; row < knownRows; row += threads) {
        puts.add(event(thread, knownRow(row)));
      }
      all.add(puts);
    }
    return all;
  }

  /** So many events for each thread, some of them replays of events sent before. */
  List<List<Put>> next(int perThread, int percentReplays) {
    List<List<Put>> all = new ArrayList<>();
    distinct = 0;
    for (int thread = 0; thread < threads; thread++) {
      Random choice = random[thread];
      List<Put> puts = new ArrayList<>(perThread);
      for (int i = 0; i < perThread; i++) {
        if (i > 0 && choice.nextInt(100) < percentReplays) {
          puts.add(puts.get(Math.max(0, i - 1 - choice.nextInt(RECENT))));
        } else {
          puts.add(event(thread, row(thread, choice)));
          distinct++;
        }
      }
      all.add(puts);
    }
    return all;
  }

  /** Events of the last round that were no replays. */
  long distinct() {
    return distinct;
  }

  /** Events of all rounds, known rows included, that were no replays. */
  long total() {
    return total;
  }

  /** Compares every row of this stream in a table with what was sent. */
  void check(Table table, boolean withSequence) throws Exception {
    Map<String, Long> all = new HashMap<>();
    expected.forEach(all::putAll);
    int found = 0;
    Scan rows =
        new Scan().setStartStopRowForPrefixScan(Bytes.toBytes(prefix + "-")).setCaching(1000);
    try (ResultScanner scanner = table.getScanner(rows)) {
      for (Result row : scanner) {
        String key = Bytes.toString(row.getRow());
        Long newest = all.get(key);
        String name = table.getName() + " row " + key;
        WrongEndState.unlessEqual(
            name, text(newest == null ? -1 : newest), value(row, BenchTables.UPSERT, STATUS));
        if (withSequence) {
          WrongEndState.unlessEqual(
              name + " sequence",
              newest == null ? "none" : Long.toString(newest),
              canonical(value(row, BenchTables.SEQUENCE_FAMILY, BenchTables.SEQUENCE)));
        }
        found++;
      }
    }
    WrongEndState.unlessEqual(table.getName() + " rows", all.size(), found);
  }

  /** The same event as somebody without a guard would write it. */
  static Put withoutSequence(Put event) {
    Put bare = new Put(event.getRow());
    event
        .getFamilyCellMap()
        .get(BenchTables.UPSERT)
        .forEach(
            cell ->
                bare.addColumn(
                    BenchTables.UPSERT,
                    qualifier(cell),
                    cell.getTimestamp(),
                    CellUtil.cloneValue(cell)));
    return bare;
  }

  /** Text of the event's sequence; all have one length, so that bytes sort as numbers do. */
  static byte[] sequenceOf(Put event) {
    return CellUtil.cloneValue(event.get(BenchTables.SEQUENCE_FAMILY, BenchTables.SEQUENCE).get(0));
  }

  /** An event of a row with a sequence, committed at a time that rises with it. */
  static Put event(byte[] row, long sequence, long time) {
    byte[] text = Bytes.toBytes(text(sequence));
    byte[] body = body(text);
    return new Put(row)
        .addColumn(BenchTables.SEQUENCE_FAMILY, BenchTables.SEQUENCE, time, text)
        .addColumn(BenchTables.UPSERT, STATUS, time, text)
        .addColumn(BenchTables.UPSERT, BODY, time, body);
  }

  /** 64 characters that begin with a text. */
  private static byte[] body(byte[] text) {
    byte[] body = new byte[64];
    Arrays.fill(body, (byte) '-');
    System.arraycopy(text, 0, body, 0, text.length);
    return body;
  }

  static String text(long sequence) {
    return String.format("%012d", sequence);
  }

  private Put event(int thread, String row) {
    long next = ++sequence[thread];
    expected.get(thread).put(row, next);
    total++;
    return event(Bytes.toBytes(row), next, firstTime + next);
  }

  private String row(int thread, Random choice) {
    if (choice.nextInt(100) < percentKnown) {
      return knownRow(thread + threads * choice.nextInt(knownRows / threads));
    }
    return prefix + "-new-" + thread + "-" + newRows[thread]++;
  }

  private String knownRow(int number) {
    return String.format("%s-known-%07d", prefix, number);
  }

  /** A number without leading zeros. */
  private static String canonical(String number) {
    return number.matches("\\d+") ? Long.toString(Long.parseLong(number)) : number;
  }

  private static byte[] qualifier(Cell cell) {
    return CellUtil.cloneQualifier(cell);
  }

  private static String value(Result row, byte[] family, byte[] qualifier) {
    byte[] value = row.getValue(family, qualifier);
    return value == null ? "none" : Bytes.toString(value);
  }
}
