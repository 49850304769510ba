package org.sediment.bench;

import com.google.common.collect.Lists;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * Rounds of change events that several sides write, each to its own table: every side gets the same
 * events in the same order.
 */
final class GuardRounds {
  static final int THREADS = 8;
  static final int LIST = 500;

  /** How one thread writes its events. */
  interface Writer {
    void write(Table table, List<Put> events) throws Exception;
  }

  private final BenchCluster cluster;
  private final GuardStream stream;
  private final int perThread;
  private int percentReplays;
  private int made = -1;
  private List<List<Put>> events = List.of();

  GuardRounds(BenchCluster cluster, GuardStream stream, int perThread) {
    this.cluster = cluster;
    this.stream = stream;
    this.perThread = perThread;
  }

  /** One Put after the other. */
  static void oneByOne(Table table, List<Put> events) throws Exception {
    for (Put event : events) {
      table.put(event);
    }
  }

  /** Lists of {@link #LIST}. */
  static void lists(Table table, List<Put> events) throws Exception {
    for (List<Put> list : Lists.partition(events, LIST)) {
      table.put(list);
    }
  }

  /** Starts rounds of another mix; the stream goes on where it was. */
  void replays(int percent) {
    percentReplays = percent;
    made = -1;
  }

  /** Writes every known row to each table, and flushes it. */
  static void populate(BenchCluster cluster, GuardStream stream, TableName... tables)
      throws Exception {
    List<List<Put>> known = stream.known();
    for (TableName name : tables) {
      Load.time(
          stream.threads(),
          thread -> {
            try (Table table = cluster.table(name)) {
              lists(table, known.get(thread));
            }
          });
      cluster.flush(name);
    }
  }

  /**
   * Writes some events ahead of all rounds, as short and as long lists: a server's code is compiled
   * long before a benchmark's.
   */
  void ahead(TableName... tables) throws Exception {
    int round = 0;
    for (int length : new int[] {5, LIST}) {
      for (TableName name : tables) {
        Writer lists =
            (table, all) -> {
              for (List<Put> list : Lists.partition(all, length)) {
                table.put(list);
              }
            };
        side(name, lists).run(round);
      }
      round++;
    }
  }

  /**
   * A side that writes to a table; what counts as done is what the stream has that is no replay.
   */
  SideBySide.Side side(TableName name, Writer writer) {
    return side(name, writer, UnaryOperator.identity());
  }

  /** A side that writes every event in another form. */
  SideBySide.Side side(TableName name, Writer writer, UnaryOperator<Put> form) {
    return round -> {
      List<List<Put>> mine =
          round(round).stream().map(list -> list.stream().map(form).toList()).toList();
      Load.Took took =
          Load.time(
              stream.threads(),
              thread -> {
                try (Table table = cluster.table(name)) {
                  writer.write(table, mine.get(thread));
                }
              });
      return new Sample(stream.distinct(), took);
    };
  }

  private List<List<Put>> round(int round) {
    if (round != made) {
      events = stream.next(perThread, percentReplays);
      made = round;
    }
    return events;
  }
}
