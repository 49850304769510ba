package org.sediment.cdc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A small PostgreSQL with Debezium: concurrent transactions on one table, changes numbered as they
 * happen and sent in the order of the commits; a snapshot somewhere in the middle; a connector that
 * is restarted and sends again what it had sent. Keeps the table itself, as the oracle.
 */
final class SourceSimulation {
  /** One row: text, large text, number. */
  record Row(String v, String note, Long qty) {}

  private record Change(long lsn, String op, int id, Row before, Row after) {}

  private static final class Transaction {
    final Map<Integer, Row> rows = new HashMap<>();
    final List<Change> changes = new ArrayList<>();
  }

  private final Random random;
  private final boolean full;
  private final Map<Integer, Row> table = new TreeMap<>();
  private final List<Transaction> open = new ArrayList<>();
  private final List<SourceMessage> sent = new ArrayList<>();
  private long lsn = 1_000;
  private long lastCommit;
  private boolean streaming;
  private int texts;

  /**
   * Makes an empty table.
   *
   * @param full whether REPLICA IDENTITY is FULL
   */
  SourceSimulation(Random random, boolean full) {
    this.random = random;
    this.full = full;
  }

  /** Lets so many things happen, with a snapshot at a third of them, and ends all transactions. */
  void run(int steps) {
    for (int i = 0; i < steps; i++) {
      if (i == steps / 3) {
        snapshot();
      }
      int what = random.nextInt(10);
      if (what < 2 || open.isEmpty()) {
        open.add(new Transaction());
      } else if (what < 4) {
        commit(open.remove(random.nextInt(open.size())));
      } else {
        change(open.get(random.nextInt(open.size())));
      }
    }
    while (!open.isEmpty()) {
      commit(open.remove(0));
    }
  }

  /** What the connector sent, repetitions included. */
  List<SourceMessage> sent() {
    return sent;
  }

  /** The table as it is in the end. */
  Map<Integer, Row> table() {
    return table;
  }

  private void snapshot() {
    streaming = true;
    for (int run = random.nextInt(2); run >= 0; run--) {
      table.forEach(
          (id, row) -> send(new Change(lsn, "r", id, null, row), "true", 0, 90_000 + lsn % 100));
    }
  }

  private void change(Transaction transaction) {
    int id = random.nextInt(8);
    if (open.stream().anyMatch(other -> other != transaction && other.rows.containsKey(id))) {
      return; // locked by the other
    }
    Row now = transaction.rows.containsKey(id) ? transaction.rows.get(id) : table.get(id);
    lsn += 1 + random.nextInt(50);
    if (now == null) {
      add(transaction, new Change(lsn, "c", id, null, row("big" + texts++)));
      return;
    }
    switch (random.nextInt(5)) {
      case 0 -> add(transaction, new Change(lsn, "d", id, now, null));
      case 1 -> move(transaction, id, now);
      default ->
          add(
              transaction,
              new Change(
                  lsn, "u", id, now, row(random.nextBoolean() ? now.note : "big" + texts++)));
    }
  }

  /** A change of the key: delete and create at one place. */
  private void move(Transaction transaction, int from, Row now) {
    int to = 8 + random.nextInt(8);
    if (open.stream().anyMatch(each -> each.rows.containsKey(to)) || table.containsKey(to)) {
      return;
    }
    add(transaction, new Change(lsn, "d", from, now, null));
    add(transaction, new Change(lsn, "c", to, null, row("big" + texts++)));
  }

  private Row row(String note) {
    String v = random.nextInt(4) == 0 ? null : "v" + texts++;
    return new Row(v, note, random.nextInt(4) == 0 ? null : (long) random.nextInt(1_000));
  }

  private static void add(Transaction transaction, Change change) {
    transaction.changes.add(change);
    transaction.rows.put(change.id, change.after);
  }

  private void commit(Transaction transaction) {
    lsn += 1 + random.nextInt(50);
    transaction.rows.forEach(
        (id, row) -> {
          if (row == null) {
            table.remove(id);
          } else {
            table.put(id, row);
          }
        });
    if (!streaming) {
      return;
    }
    long time = 50_000 + lsn / 1_000;
    stream(transaction.changes, lastCommit, time);
    int count = transaction.changes.size();
    if (count > 0 && random.nextInt(3) == 0) { // a restart inside the transaction
      int processed = random.nextInt(count);
      long last =
          lastCommit == 0 && processed > 0
              ? transaction.changes.get(processed - 1).lsn
              : lastCommit;
      stream(transaction.changes.subList(processed, count), last, time);
    }
    lastCommit = lsn;
  }

  private void stream(List<Change> changes, long commit, long time) {
    changes.forEach(change -> send(change, "false", commit, time));
  }

  private void send(Change change, String snapshot, long commit, long time) {
    String source =
        ("{'connector':'postgresql','schema':'s','table':'t','ts_ms':%d,'snapshot':'%s','lsn':%d,"
                + "'sequence':'[%s,\\\"%d\\\"]'}")
            .formatted(
                time,
                snapshot,
                change.lsn,
                commit == 0 ? "null" : "\\\"" + commit + "\\\"",
                change.lsn);
    boolean untouched =
        change.op.equals("u") && !full && change.before.note.equals(change.after.note);
    sent.add(
        Recordings.message(
            "{'id':" + change.id + "}",
            "{'op':'%s','before':%s,'after':%s,'source':%s}"
                .formatted(change.op, before(change), after(change, untouched), source)));
  }

  private String before(Change change) {
    if (change.before == null || (!full && change.op.equals("u"))) {
      return "null";
    }
    return full
        ? json(change.id, change.before, false)
        : "{'id':%d,'v':'','note':null,'qty':null}".formatted(change.id);
  }

  private static String after(Change change, boolean untouched) {
    return change.after == null ? "null" : json(change.id, change.after, untouched);
  }

  private static String json(int id, Row row, boolean untouched) {
    Map<String, String> out = new LinkedHashMap<>();
    out.put("id", Integer.toString(id));
    out.put("v", row.v == null ? "null" : "'" + row.v + "'");
    out.put("note", untouched ? "'__debezium_unavailable_value'" : "'" + row.note + "'");
    out.put("qty", String.valueOf(row.qty));
    StringBuilder text = new StringBuilder();
    out.forEach(
        (name, value) ->
            text.append(text.isEmpty() ? "{'" : ",'").append(name).append("':").append(value));
    return text.append("}").toString();
  }
}
