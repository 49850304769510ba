package org.sediment.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Events that set some columns of known rows, in the order of their sequences or with some of them
 * behind a newer event of their row, and what the rows must read after them: column by column the
 * newest value. Each thread has rows of its own.
 */
final class PartialStream {
  /** An event that is late comes at most so many events after the newer one. */
  private static final int MOST_LATE = 1_000;

  private static final String[] COLUMNS = {"status", "body"};

  private final int threads;
  private final int rows;
  private final int percentLate;
  private final long firstTime = System.currentTimeMillis() - 24 * 3_600_000L;
  private final Random random;
  private final List<Map<String, Long>> expected = new ArrayList<>();
  private long sequence;
  private long late;

  /**
   * @param rows known rows
   * @param percentLate share of the events that come after a newer one of their row
   */
  PartialStream(int threads, int rows, int percentLate) {
    this.threads = threads;
    this.rows = rows;
    this.percentLate = percentLate;
    random = new Random(threads);
    for (String ignored : COLUMNS) {
      expected.add(new HashMap<>());
    }
  }

  /**
   * An event.
   *
   * @param columns which it sets, a bit each
   */
  private record Partial(String row, long sequence, int columns) {}

  /** First event of every row, by thread. */
  List<List<Put>> known() {
    List<List<Put>> all = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      List<Put> puts = new ArrayList<>();
      for (int row = thread; row < rows; row += threads) {
        puts.add(put(event(row, (1 << COLUMNS.length) - 1)));
      }
      all.add(puts);
    }
    return all;
  }

  /** One list a thread: as the events come, and in the order of sequences. */
  record Round(List<List<Put>> asTheyCome, List<List<Put>> inOrder) {}

  /** The same events twice, so many for each thread. */
  Round next(int perThread) {
    Round round = new Round(new ArrayList<>(), new ArrayList<>());
    for (int thread = 0; thread < threads; thread++) {
      List<Partial> events = events(thread, perThread);
      round.asTheyCome().add(events.stream().map(this::put).toList());
      round
          .inOrder()
          .add(
              events.stream()
                  .sorted(Comparator.comparingLong(Partial::sequence))
                  .map(this::put)
                  .toList());
    }
    return round;
  }

  /** Events as they come: some are held back until after a newer one of their row. */
  private List<Partial> events(int thread, int number) {
    TreeMap<Double, Partial> places = new TreeMap<>();
    for (int place = 0; place < number; place++) {
      int row = thread + threads * random.nextInt(rows / threads);
      Partial event = event(row, 1 + random.nextInt((1 << COLUMNS.length) - 1));
      if (place + 1 < number && random.nextInt(100) < percentLate * 100 / (100 - percentLate)) {
        Partial newer = event(row, 1 + random.nextInt((1 << COLUMNS.length) - 1));
        places.put((double) place, newer);
        place++;
        places.put(place + random.nextInt(MOST_LATE) + random.nextDouble() / 2 + 0.25, event);
        late++;
      } else {
        places.put((double) place, event);
      }
    }
    return List.copyOf(places.values());
  }

  private Partial event(int row, int columns) {
    Partial event = new Partial("row-%07d".formatted(row), ++sequence, columns);
    for (int column = 0; column < COLUMNS.length; column++) {
      if ((columns & 1 << column) != 0) {
        expected.get(column).put(event.row(), event.sequence());
      }
    }
    return event;
  }

  private Put put(Partial event) {
    long time = firstTime + event.sequence();
    Put whole = GuardStream.event(Bytes.toBytes(event.row()), event.sequence(), time);
    Put put = new Put(whole.getRow());
    put.addColumn(
        BenchTables.SEQUENCE_FAMILY, BenchTables.SEQUENCE, time, GuardStream.sequenceOf(whole));
    for (int column = 0; column < COLUMNS.length; column++) {
      if ((event.columns() & 1 << column) != 0) {
        byte[] name = Bytes.toBytes(COLUMNS[column]);
        byte[] value = CellUtil.cloneValue(whole.get(BenchTables.UPSERT, name).get(0));
        put.addColumn(BenchTables.UPSERT, name, time, value);
      }
    }
    return put;
  }

  /** Events that came after a newer one of their row. */
  long late() {
    return late;
  }

  /** Compares every row of a table with what was sent. */
  void check(Table table) throws Exception {
    int found = 0;
    try (ResultScanner scanner = table.getScanner(new Scan().setCaching(1000))) {
      for (Result row : scanner) {
        String key = Bytes.toString(row.getRow());
        for (int column = 0; column < COLUMNS.length; column++) {
          Long newest = expected.get(column).get(key);
          byte[] value = row.getValue(BenchTables.UPSERT, Bytes.toBytes(COLUMNS[column]));
          String text = value == null ? "none" : Bytes.toString(value);
          String shown = newest == null ? "no such row" : GuardStream.text(newest);
          WrongEndState.unlessEqual(
              table.getName() + " row " + key + " " + COLUMNS[column],
              shown,
              text.substring(0, Math.min(text.length(), shown.length())));
        }
        found++;
      }
    }
    WrongEndState.unlessEqual(table.getName() + " rows", rows, found);
  }
}
