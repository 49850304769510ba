package org.sediment.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.sediment.model.ChangeEvent;
import org.sediment.model.ColumnName;
import org.sediment.model.DeltaChange;

/**
 * A change event as ordinary mutations, for writers that have HBase's own client in hand, or a tool
 * that is built upon it. All mutations of an event must be sent in one call: as {@link
 * RowMutations}, or next to each other in one list. Stateless.
 */
public final class EventMutations {
  /** Operation attribute that bears an event's sequence. */
  public static final String SEQUENCE_ATTRIBUTE = "sediment.seq";

  /** Operation attribute of a Put that says whether its columns are the whole row. */
  public static final String IMAGE_ATTRIBUTE = "sediment.image";

  private EventMutations() {}

  /**
   * The event's mutations, one to three: a row delete, what is removed, what is set and added. New
   * with each call, so that they may be sent.
   */
  public static List<Mutation> of(ChangeEvent event) {
    long time = event.commitTime().orElse(HConstants.LATEST_TIMESTAMP);
    Delete removes = new Delete(event.row(), time);
    Put sets = new Put(event.row(), time);
    event
        .columns()
        .forEach((name, value) -> sets.addColumn(name.family(), name.qualifier(), time, value));
    for (ColumnName name : event.nulls()) {
      removes.addColumns(name.family(), name.qualifier(), time);
    }
    for (DeltaChange delta : event.deltas()) {
      if (delta.value().isPresent()) {
        sets.addColumn(delta.family(), delta.qualifier(), delta.time(), delta.value().get());
      } else {
        removes.addColumns(delta.family(), delta.qualifier(), delta.time());
      }
    }
    if (event.image() != ChangeEvent.Image.TABLE) {
      sets.setAttribute(
          IMAGE_ATTRIBUTE, ascii(event.image() == ChangeEvent.Image.FULL ? "full" : "partial"));
    }
    List<Mutation> out = new ArrayList<>(2);
    if (event.rowDeleted()) {
      out.add(new Delete(event.row(), time));
    }
    for (Mutation mutation : List.of(removes, sets)) {
      if (!mutation.isEmpty()) {
        out.add(mutation);
      }
    }
    event
        .sequence()
        .ifPresent(
            place ->
                out.forEach(
                    each -> each.setAttribute(SEQUENCE_ATTRIBUTE, ascii(place.canonical()))));
    return out;
  }

  /** The event's mutations, all of them or none. */
  public static RowMutations atomic(ChangeEvent event) {
    try {
      return new RowMutations(event.row()).add(of(event));
    } catch (IOException impossible) {
      throw new UncheckedIOException("the mutations are of one row", impossible);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
