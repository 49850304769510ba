package org.sediment.cli;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.sediment.client.EventApplier;

/**
 * The appliers of the tables that events name, made when the first of each comes. For one thread at
 * a time.
 */
final class Tables implements AutoCloseable {
  private final Connection connection;
  private final AsyncConnection patient;
  private final String only;
  private final Map<String, EventApplier> appliers = new HashMap<>();

  /** The tables that events name. */
  Tables(Connection connection, AsyncConnection patient) {
    this(connection, patient, null);
  }

  /**
   * One table, whatever events name.
   *
   * @param only its name; null for the tables that events name
   */
  Tables(Connection connection, AsyncConnection patient, String only) {
    this.connection = connection;
    this.patient = patient;
    this.only = only;
  }

  /** Why a name that an event bears can be no table's; empty if it can. */
  Optional<String> problem(String named) {
    if (only != null || appliers.containsKey(named)) {
      return Optional.empty();
    }
    try {
      TableName.valueOf(named);
      return Optional.empty();
    } catch (IllegalArgumentException wrong) {
      return Optional.of("table '" + named + "': " + wrong.getMessage());
    }
  }

  /**
   * The applier of a table.
   *
   * @throws Failure with code 3 if there is no such table
   */
  EventApplier of(String named) throws IOException {
    String name = only == null ? named : only;
    EventApplier applier = appliers.get(name);
    if (applier == null) {
      Optional<String> problem = problem(name);
      if (problem.isPresent()) {
        throw new Failure(ExitCode.USAGE, problem.get());
      }
      TableName table = TableName.valueOf(name);
      try (Admin admin = connection.getAdmin()) {
        if (!admin.tableExists(table)) {
          throw new Failure(ExitCode.NOT_THERE, "there is no table '" + name + "'");
        }
      }
      applier = EventApplier.of(patient, table);
      appliers.put(name, applier);
    }
    return applier;
  }

  /** Waits until all events have their outcome. */
  void flush() throws IOException {
    for (EventApplier applier : appliers.values()) {
      applier.flush();
    }
  }

  @Override
  public void close() throws IOException {
    IOException first = null;
    for (EventApplier applier : appliers.values()) {
      try {
        applier.close();
      } catch (IOException failed) {
        first = first == null ? failed : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
