package org.sediment.testing.history;

import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** Mutations that must be refused. */
final class Faults {
  private static final byte[] ONE = Bytes.toBytes(1L);

  private Faults() {}

  static Mutation mutation(Step.Refuse refuse) {
    byte[] row = Bytes.toBytes(refuse.row());
    long time = refuse.time();
    return switch (refuse.fault()) {
      case NO_SEQUENCE -> put(row, time, "u", "a", null);
      case BROKEN_SEQUENCE -> put(row, time, "u", "a", "7a");
      case MICROSECONDS -> put(row, time * 1000, "u", "a", "99999999");
      case BOOKKEEPING_COLUMN -> put(row, time, "m", "img", "99999999");
      case FAMILY_DELETE ->
          sequenced(new Delete(row).addFamily(Bytes.toBytes("u"), time), "99999999");
      case DELTA_WITHOUT_EVENT_ID -> put(row, time, "x", "qty", null);
      case DELTA_OF_THREE_BYTES ->
          new Put(row, time)
              .addColumn(Bytes.toBytes("x"), Bytes.toBytes("qty:e77"), new byte[] {1, 2, 3});
      case BASE_BY_CLIENT -> put(row, time, "x", "qty;", null);
    };
  }

  private static Mutation put(byte[] row, long time, String family, String qualifier, String seq) {
    Put put = new Put(row, time);
    put.addColumn(Bytes.toBytes(family), Bytes.toBytes(qualifier), ONE);
    return seq == null ? put : sequenced(put, seq);
  }

  private static Mutation sequenced(Mutation mutation, String sequence) {
    mutation.setAttribute("sediment.seq", Bytes.toBytes(sequence));
    return mutation;
  }
}
