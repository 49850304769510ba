package org.sediment.cli.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** A table as any client of HBase sees it. Not thread-safe. */
final class DemoTable implements AutoCloseable {
  private static final long COMPACTION_SECONDS = 60;

  private final TableName name;
  private final Admin admin;
  private final Table table;

  DemoTable(Connection connection, String name) throws IOException {
    this.name = TableName.valueOf(name);
    this.admin = connection.getAdmin();
    this.table = connection.getTable(this.name);
  }

  TableName name() {
    return name;
  }

  /** Sends mutations in one list, as an applier would. */
  void send(Row... mutations) throws IOException {
    send(List.of(mutations));
  }

  /** Sends mutations in one list. */
  void send(List<? extends Row> mutations) throws IOException {
    Object[] results = new Object[mutations.size()];
    try {
      table.batch(mutations, results);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException(interrupted);
    }
  }

  /** What a plain Get of the whole row shows. */
  String row(String row) throws IOException {
    List<String> cells = new ArrayList<>();
    for (Cell cell : cells(row)) {
      cells.add(
          Bytes.toString(CellUtil.cloneFamily(cell))
              + ":"
              + Bytes.toString(CellUtil.cloneQualifier(cell))
              + "="
              + Bytes.toString(CellUtil.cloneValue(cell)));
    }
    return cells.isEmpty() ? "no row" : String.join(" ", cells);
  }

  /** The cells that a plain Get of the whole row shows. */
  List<Cell> cells(String row) throws IOException {
    List<Cell> cells = table.get(new Get(Bytes.toBytes(row)).readAllVersions()).listCells();
    return cells == null ? List.of() : cells;
  }

  /** Writes what is in memory to files. */
  void flush() throws IOException {
    admin.flush(name);
  }

  /** Compacts some files of each family, or all, and waits until that is done. */
  void compact(boolean major) throws IOException {
    if (major) {
      admin.majorCompact(name);
    } else {
      admin.compact(name);
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(COMPACTION_SECONDS);
    do {
      pause(200);
      if (System.nanoTime() > deadline) {
        throw new IOException("the compaction of " + name + " did not end in time");
      }
    } while (admin.getCompactionState(name) != CompactionState.NONE);
  }

  static void pause(long millis) throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException(interrupted);
    }
  }

  @Override
  public void close() throws IOException {
    table.close();
    admin.close();
  }
}
