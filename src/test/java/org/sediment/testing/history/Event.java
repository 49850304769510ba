package org.sediment.testing.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.ChangeEvent;
import org.sediment.model.ColumnName;
import org.sediment.model.Sequence;

/**
 * One change event of one row, as a source emits it.
 *
 * @param order place in the order of the row's sequences
 * @param sequence the sequence as the client writes it
 * @param row the row
 * @param commit commit time, milliseconds
 * @param sets columns ({@code family:qualifier}) and their new values
 * @param nulls columns set to null
 * @param rowDelete whether the whole row is deleted
 * @param deltas deltas
 * @param retractions deltas taken back
 * @param asCell whether the sequence travels as the cell {@code m:seq} where that is possible
 */
public record Event(
    int order,
    String sequence,
    String row,
    long commit,
    Map<String, String> sets,
    Set<String> nulls,
    boolean rowDelete,
    List<Change> deltas,
    List<Change> retractions,
    boolean asCell) {
  private static final String ATTRIBUTE = "sediment.seq";

  /** Whether it says anything about the guarded families. */
  public boolean isGuarded() {
    return rowDelete || !sets.isEmpty() || !nulls.isEmpty();
  }

  /** The highest time in it. */
  public long newest() {
    long newest = commit;
    for (Change change : deltas) {
      newest = Math.max(newest, change.time());
    }
    for (Change change : retractions) {
      newest = Math.max(newest, change.time());
    }
    return newest;
  }

  /** Lowest time of what it does to delta families; Long.MAX_VALUE if it does nothing there. */
  public long oldestDeltaTime() {
    long oldest = rowDelete ? commit - 1 : Long.MAX_VALUE;
    for (Change change : deltas) {
      oldest = Math.min(oldest, change.time());
    }
    for (Change change : retractions) {
      oldest = Math.min(oldest, change.time());
    }
    return oldest;
  }

  @Override
  public String toString() {
    return (rowDelete ? "delete " : "event ")
        + row
        + " #"
        + sequence
        + " @"
        + commit
        + (sets.isEmpty() ? "" : " set " + sets)
        + (nulls.isEmpty() ? "" : " null " + nulls)
        + (deltas.isEmpty() ? "" : " add " + deltas)
        + (retractions.isEmpty() ? "" : " retract " + retractions);
  }

  /** Fresh mutations that carry it: one or more, all of its row. */
  public List<Mutation> mutations() {
    List<Mutation> mutations = new ArrayList<>();
    if (rowDelete) {
      mutations.add(marked(new Delete(Bytes.toBytes(row), commit)));
    }
    if (!nulls.isEmpty() || !retractions.isEmpty()) {
      Delete delete = new Delete(Bytes.toBytes(row), commit);
      for (String column : nulls) {
        delete.addColumns(family(column), qualifier(column), commit);
      }
      for (Change change : retractions) {
        if (change.id().hashCode() % 2 == 0) {
          delete.addColumn(Bytes.toBytes(change.family()), change.qualifier(), change.time());
        } else {
          delete.addColumns(Bytes.toBytes(change.family()), change.qualifier(), change.time());
        }
      }
      mutations.add(marked(delete));
    }
    if (!sets.isEmpty() || !deltas.isEmpty()) {
      Put put = new Put(Bytes.toBytes(row), commit);
      sets.forEach(
          (column, value) ->
              put.addColumn(family(column), qualifier(column), commit, Bytes.toBytes(value)));
      for (Change change : deltas) {
        put.addColumn(
            Bytes.toBytes(change.family()), change.qualifier(), change.time(), change.bytes());
      }
      if (asCell) {
        put.addColumn(Bytes.toBytes("m"), Bytes.toBytes("seq"), Bytes.toBytes(sequence));
      } else {
        marked(put);
      }
      mutations.add(put);
    }
    return Collections.unmodifiableList(mutations);
  }

  /** The same event for Sediment's client. */
  public ChangeEvent changeEvent() {
    ChangeEvent.Builder event =
        ChangeEvent.of(Bytes.toBytes(row)).sequence(Sequence.parse(sequence)).commitTime(commit);
    if (rowDelete) {
      event.deleteRow();
    }
    sets.forEach((column, value) -> event.set(name(column), Bytes.toBytes(value)));
    nulls.forEach(column -> event.setNull(name(column)));
    deltas.forEach(change -> event.add(change.delta()));
    retractions.forEach(change -> event.add(change.retraction()));
    return event.build();
  }

  private static ColumnName name(String column) {
    return new ColumnName(family(column), qualifier(column));
  }

  private Mutation marked(Mutation mutation) {
    mutation.setAttribute(ATTRIBUTE, Bytes.toBytes(sequence));
    return mutation;
  }

  private static byte[] family(String column) {
    return Bytes.toBytes(column.substring(0, column.indexOf(':')));
  }

  private static byte[] qualifier(String column) {
    return Bytes.toBytes(column.substring(column.indexOf(':') + 1));
  }
}
