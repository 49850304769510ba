package org.sediment.testing.history;

import com.google.protobuf.ByteString;
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
import org.sediment.protocol.SedimentProtos;
import org.sediment.testing.EndpointEvents;

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

  /** An event as the remote procedure takes it. */
  static SedimentProtos.ChangeEvent message(Event event) {
    SedimentProtos.ChangeEvent.Builder message =
        EndpointEvents.event(event.row(), event.sequence(), event.commit())
            .setRowDelete(event.rowDelete());
    event.sets().forEach((column, value) -> message.addColumn(column(column, value)));
    event.nulls().forEach(column -> message.addColumn(column(column, null)));
    event.deltas().forEach(change -> message.addDelta(delta(change, change.bytes())));
    event.retractions().forEach(change -> message.addDelta(delta(change, null)));
    return message.build();
  }

  private static SedimentProtos.ColumnChange column(String name, String value) {
    int colon = name.indexOf(':');
    return EndpointEvents.column(name.substring(0, colon), name.substring(colon + 1), value);
  }

  private static SedimentProtos.DeltaChange delta(Change change, byte[] value) {
    SedimentProtos.DeltaChange.Builder delta =
        EndpointEvents.delta(change.family(), change.counter(), change.id(), change.time(), null)
            .toBuilder();
    return (value == null ? delta : delta.setValue(ByteString.copyFrom(value))).build();
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
