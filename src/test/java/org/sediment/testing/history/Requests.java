package org.sediment.testing.history;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** What a history asks of HBase, the same on every stage. */
final class Requests {
  private Requests() {}

  /** All mutations of one row, under a condition that holds. */
  static CheckAndMutate conditional(List<Mutation> mutations) throws IOException {
    CheckAndMutate.Builder check =
        CheckAndMutate.newBuilder(mutations.get(0).getRow())
            .ifNotExists(Bytes.toBytes("u"), Bytes.toBytes("never"));
    if (mutations.size() > 1) {
      return check.build(RowMutations.of(mutations));
    }
    return mutations.get(0) instanceof Put put
        ? check.build(put)
        : check.build((Delete) mutations.get(0));
  }

  /** Checks the answer to {@link #conditional}. */
  static void holds(boolean success) throws IOException {
    if (!success) {
      throw new IOException("the condition holds, yet the answer says it does not");
    }
  }

  /** A row's guarded families and the sequence family. */
  static Get row(String row) {
    return new Get(Bytes.toBytes(row))
        .addFamily(Bytes.toBytes("m"))
        .addFamily(Bytes.toBytes("u"))
        .addFamily(Bytes.toBytes("v"));
  }

  /** A row's delta families, all versions. */
  static Scan deltas(String row) {
    return new Scan()
        .withStartRow(Bytes.toBytes(row))
        .withStopRow(Bytes.toBytes(row), true)
        .readAllVersions()
        .addFamily(Bytes.toBytes("x"))
        .addFamily(Bytes.toBytes("y"));
  }
}
