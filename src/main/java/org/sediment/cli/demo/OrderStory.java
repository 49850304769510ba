package org.sediment.cli.demo;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** An order's life as a change stream delivers it: repeated, reordered, late. */
final class OrderStory {
  private static final String ROW = "order-1001";
  private static final byte[] FAMILY = Bytes.toBytes("o");
  private static final byte[] STATUS = Bytes.toBytes("status");
  private static final byte[] TOTAL = Bytes.toBytes("total");

  private final DemoTable table;
  private final Steps steps;
  private final long t0;

  /**
   * Sets the scene.
   *
   * @param now commit times are before it
   */
  OrderStory(DemoTable table, Steps steps, long now) {
    this.table = table;
    this.steps = steps;
    this.t0 = now - 3_600_000;
  }

  void play() throws IOException {
    steps.chapter("(a) An order: the newer sequence wins. What a plain Get of " + ROW + " shows:");
    table.send(insert("15", t0));
    is("insert NEW 4200, sequence 15", "m:seq=15 o:status=NEW o:total=4200");
    table.send(update());
    is("update to PAID, sequence 17, names one column", "m:seq=17 o:status=PAID o:total=4200");
    table.send(insert("15", t0));
    is("replay of the insert, sequence 15", "m:seq=17 o:status=PAID o:total=4200");
    table.send(delete("19", t0 + 2000));
    is("delete, sequence 19", "no row");
    table.send(update());
    is("delayed copy of the update, sequence 17", "no row");
    compact();
    is("flush and major compaction", "no row");
    table.send(update());
    is("another delayed copy, after HBase dropped its delete markers", "no row");
    table.send(insert("21", t0 + 500));
    is("re-insert, sequence 21, dated before the delete", "m:seq=21 o:status=NEW o:total=4200");
    compact();
    is("flush and major compaction", "m:seq=21 o:status=NEW o:total=4200");
    oneMillisecond();
  }

  /** A source that knows no finer time: delete and insert at the same one. */
  private void oneMillisecond() throws IOException {
    long t = t0 + 5000;
    Put reopened = put("23", t).addColumn(FAMILY, STATUS, t, Bytes.toBytes("REOPENED"));
    table.send(delete("22", t), reopened);
    is("delete (22) and insert (23) in one millisecond, in one list", "m:seq=23 o:status=REOPENED");
    table.send(reopened, delete("22", t));
    is("the same again, the other way round", "m:seq=23 o:status=REOPENED");
    compact();
    is("flush and major compaction", "m:seq=23 o:status=REOPENED");
  }

  private void compact() throws IOException {
    table.flush();
    table.compact(true);
  }

  private void is(String what, String expected) throws IOException {
    steps.check(what, expected, table.row(ROW));
  }

  private static Put insert(String sequence, long time) {
    return put(sequence, time)
        .addColumn(FAMILY, STATUS, time, Bytes.toBytes("NEW"))
        .addColumn(FAMILY, TOTAL, time, Bytes.toBytes("4200"));
  }

  private Put update() {
    return put("17", t0 + 1000).addColumn(FAMILY, STATUS, t0 + 1000, Bytes.toBytes("PAID"));
  }

  private static Put put(String sequence, long time) {
    return new Put(Bytes.toBytes(ROW))
        .addColumn(Bytes.toBytes("m"), Bytes.toBytes("seq"), time, Bytes.toBytes(sequence));
  }

  private static Delete delete(String sequence, long time) {
    Delete delete = new Delete(Bytes.toBytes(ROW), time);
    delete.setAttribute("sediment.seq", Bytes.toBytes(sequence));
    return delete;
  }
}
