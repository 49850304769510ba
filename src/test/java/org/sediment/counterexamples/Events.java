package org.sediment.counterexamples;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Change events written short.
 *
 * <p>A cell is {@code family:qualifier=value}: {@code u:a=1}; a value with a sign is a delta of 8
 * bytes: {@code x:qty:e1=+3}. A sequence of null means none.
 */
final class Events {
  private Events() {}

  static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }

  /** A Put whose sequence is the cell {@code m:seq}. */
  static Put put(String row, String sequence, long time, String... cells) {
    Put put = new Put(bytes(row), time);
    for (String cell : cells) {
      int colon = cell.indexOf(':');
      int equals = cell.lastIndexOf('=');
      put.addColumn(
          bytes(cell.substring(0, colon)),
          bytes(cell.substring(colon + 1, equals)),
          value(cell.substring(equals + 1)));
    }
    if (sequence != null) {
      put.addColumn(bytes("m"), bytes("seq"), bytes(sequence));
    }
    return put;
  }

  private static byte[] value(String text) {
    boolean delta = text.startsWith("+") || text.startsWith("-");
    return delta ? Bytes.toBytes(Long.parseLong(text)) : bytes(text);
  }

  /** A Put of deltas, with no sequence. */
  static Put delta(String row, long time, String... cells) {
    return put(row, null, time, cells);
  }

  /** A delete of the whole row. */
  static Delete deleteRow(String row, String sequence, long time) {
    return sequenced(new Delete(bytes(row), time), sequence);
  }

  /** A Delete that sets columns to null. */
  static Delete nulls(String row, String sequence, long time, String... columns) {
    Delete delete = new Delete(bytes(row));
    for (String column : columns) {
      int colon = column.indexOf(':');
      delete.addColumns(
          bytes(column.substring(0, colon)), bytes(column.substring(colon + 1)), time);
    }
    return sequenced(delete, sequence);
  }

  /** The taking back of deltas that bear this time. */
  static Delete retract(String row, long time, String... columns) {
    return nulls(row, null, time, columns);
  }

  /** The mutation, with its sequence as an attribute. */
  static <T extends Mutation> T sequenced(T mutation, String sequence) {
    if (sequence != null) {
      mutation.setAttribute("sediment.seq", bytes(sequence));
    }
    return mutation;
  }

  /** The Put as a full image: its columns are the row. */
  static Put image(Put put) {
    put.setAttribute("sediment.image", bytes("full"));
    return put;
  }

  /** The mutation as the replication sink brings it. */
  static <T extends Mutation> T replicated(T mutation) {
    mutation.setClusterIds(List.of(new UUID(7, 7)));
    return mutation;
  }

  /** Mutations of one row in one atomic call. */
  static RowMutations together(Mutation... mutations) throws IOException {
    RowMutations all = new RowMutations(mutations[0].getRow(), mutations.length);
    for (Mutation mutation : mutations) {
      all.add(mutation);
    }
    return all;
  }
}
