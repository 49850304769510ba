package org.sediment.coprocessor;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Mutation;
import org.sediment.model.DeltaColumn;
import org.sediment.model.Printable;
import org.sediment.protocol.SedimentProtos.ChangeEvent;
import org.sediment.protocol.SedimentProtos.ColumnChange;
import org.sediment.protocol.SedimentProtos.DeltaChange;

/**
 * Makes of an event's message the mutations that a client would send for it: a row delete, what it
 * removes, what it sets and its deltas, in this order. Immutable.
 */
final class EventMaker {
  private static final byte[] FULL = "full".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] PARTIAL = "partial".getBytes(StandardCharsets.US_ASCII);

  private final Families families;
  private final long maxCellBytes;

  /**
   * A maker for a table.
   *
   * @param maxCellBytes size at which HBase refuses a cell of a client; 0 for any size
   */
  EventMaker(Families families, long maxCellBytes) {
    this.families = families;
    this.maxCellBytes = maxCellBytes;
  }

  /**
   * The mutations of an event, in the slot for its outcome.
   *
   * @return bytes of the event's cells, about
   * @throws IllegalArgumentException if HBase or Sediment would refuse its form; the message names
   *     row, column and remedy
   */
  long make(ChangeEvent event, EventAnswer answer) {
    byte[] row = event.getRow().toByteArray();
    long time = event.hasTime() ? event.getTime() : HConstants.LATEST_TIMESTAMP;
    try {
      Answered.OfDelete removes = new Answered.OfDelete(row, time, answer);
      Answered.OfPut sets = new Answered.OfPut(row, time, answer);
      for (ColumnChange column : event.getColumnList()) {
        byte[] family = family(column.getFamily());
        byte[] qualifier = column.getQualifier().toByteArray();
        if (column.hasValue()) {
          sets.addColumn(family, qualifier, time, column.getValue().toByteArray());
        } else if (event.getRowDelete()) {
          throw new IllegalArgumentException(
              column(family, qualifier) + " is null and the row deleted; leave the nulls out");
        } else {
          removes.addColumns(family, qualifier, time);
        }
      }
      for (DeltaChange delta : event.getDeltaList()) {
        byte[] family = family(delta.getFamily());
        byte[] qualifier = qualifier(delta);
        if (delta.hasValue()) {
          sets.addColumn(family, qualifier, delta.getTime(), delta.getValue().toByteArray());
        } else {
          removes.addColumns(family, qualifier, delta.getTime());
        }
      }
      if (event.hasImage()) {
        sets.setAttribute(PartReader.IMAGE_ATTRIBUTE, event.getImage() ? FULL : PARTIAL);
      }
      if (event.getRowDelete()) {
        add(new Answered.OfDelete(row, time, answer), event, answer);
      }
      long bytes = 0;
      for (Mutation mutation : new Mutation[] {removes, sets}) {
        if (!mutation.isEmpty()) {
          bytes += size(mutation);
          add(mutation, event, answer);
        }
      }
      if (answer.mutations().isEmpty()) {
        throw new IllegalArgumentException("the event changes nothing; leave it out");
      }
      return bytes;
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(Refusals.row(row) + ": " + wrong.getMessage(), wrong);
    }
  }

  private static void add(Mutation mutation, ChangeEvent event, EventAnswer answer) {
    if (event.hasSequence()) {
      mutation.setAttribute(PartReader.SEQUENCE_ATTRIBUTE, event.getSequence().toByteArray());
    }
    answer.mutations().add(mutation);
  }

  private byte[] family(ByteString name) {
    byte[] family = name.toByteArray();
    if (families.indexOf(family) < 0) {
      throw new IllegalArgumentException(
          "the table has no family '" + Printable.of(family) + "'; name one of its families");
    }
    return family;
  }

  private static byte[] qualifier(DeltaChange delta) {
    byte[] counter = delta.getCounter().toByteArray();
    if (DeltaColumn.counterLength(counter, 0, counter.length) >= 0) {
      throw new IllegalArgumentException(
          "counter '"
              + Printable.of(counter)
              + "' has one of the characters : ; < , which end a counter's name");
    }
    return DeltaColumn.delta(counter, delta.getEventId().toByteArray());
  }

  /**
   * Size of the cells; what HBase checks of a client's own mutations it does not check of these.
   */
  private long size(Mutation mutation) {
    long sum = 0;
    for (Iterable<Cell> cells : mutation.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        int size = cell.getSerializedSize();
        if (maxCellBytes > 0 && size > maxCellBytes) {
          throw new IllegalArgumentException(
              Refusals.column(cell)
                  + " has "
                  + size
                  + " bytes, more than hbase.server.keyvalue.maxsize ("
                  + maxCellBytes
                  + "); store it elsewhere and its address here");
        }
        sum += size;
      }
    }
    return sum;
  }

  private static String column(byte[] family, byte[] qualifier) {
    return "column '" + Printable.of(family) + ":" + Printable.of(qualifier) + "'";
  }
}
