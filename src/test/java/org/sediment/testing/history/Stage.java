package org.sediment.testing.history;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;

/** Where a history is played: one region in the JVM, or a table of a mini cluster. */
public interface Stage extends AutoCloseable {
  /** Sends one mutation. */
  void single(Mutation mutation) throws IOException;

  /** Sends a list; true for each mutation that was accepted. */
  boolean[] list(List<Mutation> mutations) throws IOException;

  /** Sends all mutations of one row as one. */
  void atomic(List<Mutation> mutations) throws IOException;

  /** Sends all mutations of one row as one, under a condition that holds. */
  void conditional(List<Mutation> mutations) throws IOException;

  /**
   * Sends events through {@code ApplyEvents}.
   *
   * @return the outcomes' names, one for each event
   */
  List<String> apply(List<Event> events) throws IOException;

  /** Alters the table's guard: column by column, or row by row. */
  void guard(boolean byCell) throws IOException;

  /** A plain read of a row's guarded families and the sequence family. */
  Result row(String row) throws IOException;

  /** All cells a plain scan of a row's delta families shows, all versions. */
  List<Cell> deltas(String row) throws IOException;

  /** What the endpoint says: totals by family and counter. */
  Map<String, BigDecimal> totals(String row) throws IOException;

  /** Does something to the storage. */
  void storage(Step.Storage step) throws IOException;

  /** Moves the clock. */
  void tick(long millis);

  /** Everything stored, for the message of a failure. */
  String dump() throws IOException;

  @Override
  void close() throws IOException;
}
