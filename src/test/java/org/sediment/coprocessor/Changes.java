package org.sediment.coprocessor;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/** Change events of a family {@code u}, as clients send them. */
final class Changes {
  static final byte[] U = Bytes.toBytes("u");
  static final byte[] M = Bytes.toBytes("m");
  static final byte[] SEQ = Bytes.toBytes("seq");

  private Changes() {}

  /** Sets one column; the sequence in the cell. */
  static Put set(String row, String sequence, long time, String column, String value) {
    return new Put(Bytes.toBytes(row), time)
        .addColumn(U, Bytes.toBytes(column), Bytes.toBytes(value))
        .addColumn(M, SEQ, Bytes.toBytes(sequence));
  }

  /** Sets a column to null. */
  static Delete unset(String row, String sequence, long time, String column) {
    Delete delete = new Delete(Bytes.toBytes(row)).addColumns(U, Bytes.toBytes(column), time);
    return withSequence(delete, sequence);
  }

  /** Deletes the row. */
  static Delete delete(String row, String sequence, long time) {
    return withSequence(new Delete(Bytes.toBytes(row), time), sequence);
  }

  /** Gives a mutation its sequence by attribute. */
  static <T extends Mutation> T withSequence(T mutation, String sequence) {
    mutation.setAttribute(PartReader.SEQUENCE_ATTRIBUTE, Bytes.toBytes(sequence));
    return mutation;
  }

  /** Marks a Put as the whole row. */
  static Put full(Put put) {
    put.setAttribute(PartReader.IMAGE_ATTRIBUTE, Bytes.toBytes("full"));
    return put;
  }

  static RowMutations atomic(Mutation first, Mutation... more) throws IOException {
    RowMutations out = new RowMutations(first.getRow());
    out.add(first);
    for (Mutation mutation : more) {
      out.add(mutation);
    }
    return out;
  }
}
