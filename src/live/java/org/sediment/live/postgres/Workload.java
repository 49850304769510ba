package org.sediment.live.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One session that writes at random: inserts, partial updates, nulls, deletes, re-inserts, changes
 * of keys, large transactions, bursts of small ones, rollbacks, also of a part; its transactions
 * overlap those of other sessions, so that they commit in another order than they wrote. One
 * thread.
 */
final class Workload {
  /** Unique key, deadlock, lock time-out: the price of several sessions; rolled back. */
  private static final Set<String> CLASHES = Set.of("23505", "40P01", "55P03");

  private final Connection connection;
  private final Random random;
  private final int scale;
  private int changes;
  private int rolledBack;

  /**
   * A workload on a session of its own.
   *
   * @param scale how many times the tables' usual number of keys
   */
  Workload(Connection connection, Random random, int scale) throws SQLException {
    this.connection = connection;
    this.random = random;
    this.scale = scale;
    try (Statement statement = connection.createStatement()) {
      statement.execute("set lock_timeout = '1s'");
    }
    connection.setAutoCommit(false);
  }

  /** Rows changed by committed transactions so far. */
  int changes() {
    return changes;
  }

  /** Transactions that were rolled back. */
  int rolledBack() {
    return rolledBack;
  }

  /** Does a transaction, or a burst of some. */
  void step() throws SQLException, InterruptedException {
    switch (random.nextInt(40)) {
      case 0 -> transaction(this::bulk);
      case 1, 2 -> burst();
      default -> transaction(this::some);
    }
  }

  private interface Work {
    int run() throws SQLException, InterruptedException;
  }

  private void transaction(Work work) throws SQLException, InterruptedException {
    try {
      int changed = work.run();
      if (random.nextInt(12) == 0) {
        connection.rollback();
        rolledBack++;
      } else {
        connection.commit();
        changes += changed;
      }
    } catch (SQLException clash) {
      connection.rollback();
      rolledBack++;
      if (!CLASHES.contains(clash.getSQLState())) {
        throw clash;
      }
    }
  }

  /** Some changes of any tables, with a pause in the middle of some transactions. */
  private int some() throws SQLException, InterruptedException {
    int changed = 0;
    for (int i = 1 + random.nextInt(random.nextInt(4) == 0 ? 12 : 3); i > 0; i--) {
      changed += change(SourceTable.ALL.get(random.nextInt(SourceTable.ALL.size())));
      if (random.nextInt(20) == 0) {
        Thread.sleep(random.nextInt(60));
      }
      if (random.nextInt(15) == 0) {
        Savepoint before = connection.setSavepoint();
        change(SourceTable.ALL.get(random.nextInt(SourceTable.ALL.size())));
        connection.rollback(before);
      }
    }
    return changed;
  }

  /** Small transactions on one row, as fast as they go: several in a millisecond. */
  private void burst() throws SQLException, InterruptedException {
    SourceTable table = SourceTable.ALL.get(random.nextInt(SourceTable.ALL.size()));
    List<Object> key = table.randomKey(random, scale);
    for (int i = 2 + random.nextInt(8); i > 0; i--) {
      transaction(() -> change(table, key));
    }
  }

  private int bulk() throws SQLException {
    return switch (random.nextInt(5)) {
      case 0 ->
          execute(
              "insert into shop.sales select g, g % 40, g % 17, g / 100.0 from generate_series(2000, "
                  + (3_000 + random.nextInt(1_500))
                  + ") g on conflict do nothing");
      case 1 -> execute("delete from shop.sales where id >= " + (1_000 + random.nextInt(2_000)));
      case 2 -> execute("update shop.orders set n = coalesce(n, 0) % 1000 + 1");
      case 3 -> execute("update shop.stock set qty = coalesce(qty, 0) % 1000 + 1, paid = null");
      default -> execute("delete from shop.kv where a < " + random.nextInt(12));
    };
  }

  private int change(SourceTable table) throws SQLException {
    return change(table, table.randomKey(random, scale));
  }

  private int change(SourceTable table, List<Object> key) throws SQLException {
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4 -> insert(table, key);
      case 5, 6 -> delete(table, key);
      case 7 -> delete(table, key) + insert(table, key);
      case 8 -> move(table, key, table.randomKey(random, scale));
      default -> update(table, key);
    };
  }

  private int insert(SourceTable table, List<Object> key) throws SQLException {
    List<String> names = new ArrayList<>(table.key());
    names.addAll(table.others());
    List<Object> values = new ArrayList<>(key);
    table.others().forEach(column -> values.add(table.random(column, random)));
    return execute(
        "insert into shop.%s (%s) values (%s) on conflict do nothing"
            .formatted(
                table.name(),
                String.join(", ", names),
                names.stream()
                    .map(name -> table.columns().get(name).parameter())
                    .collect(Collectors.joining(", "))),
        values);
  }

  /** Sets some columns, some to null; the others are not touched. */
  private int update(SourceTable table, List<Object> key) throws SQLException {
    List<String> names = new ArrayList<>(table.others());
    Collections.shuffle(names, random);
    names = names.subList(0, 1 + random.nextInt(Math.min(3, names.size())));
    return set(table, key, names, names.stream().map(name -> table.random(name, random)).toList());
  }

  private int delete(SourceTable table, List<Object> key) throws SQLException {
    return execute("delete from shop.%s where %s".formatted(table.name(), where(table)), key);
  }

  /**
   * Changes the primary key. With REPLICA IDENTITY DEFAULT a new row would lack the large values
   * that it took over, and be refused: so they are set, too.
   */
  private int move(SourceTable table, List<Object> from, List<Object> to) throws SQLException {
    List<String> names = new ArrayList<>(table.key());
    List<Object> values = new ArrayList<>(to);
    if (!table.full()) {
      for (String column : table.large()) {
        names.add(column);
        values.add(table.random(column, random));
      }
    }
    return set(table, from, names, values);
  }

  private int set(SourceTable table, List<Object> key, List<String> names, List<Object> values)
      throws SQLException {
    List<Object> all = new ArrayList<>(values);
    all.addAll(key);
    return execute(
        "update shop.%s set %s where %s"
            .formatted(
                table.name(),
                names.stream()
                    .map(name -> name + " = " + table.columns().get(name).parameter())
                    .collect(Collectors.joining(", ")),
                where(table)),
        all);
  }

  private static String where(SourceTable table) {
    return table.key().stream().map(name -> name + " = ?").collect(Collectors.joining(" and "));
  }

  private int execute(String sql) throws SQLException {
    return execute(sql, List.of());
  }

  private int execute(String sql, List<Object> values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.size(); i++) {
        statement.setObject(i + 1, values.get(i));
      }
      return statement.executeUpdate();
    }
  }
}
