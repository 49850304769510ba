package org.sediment.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One change to one row, as a source tells it: what an applier turns into mutations of the row that
 * arrive together and are judged as one event.
 *
 * <p>Three states of a column stay distinct: <i>set</i> (to a value, which may have no bytes: an
 * empty value is a value), <i>null</i> (the column has no value from here on) and <i>absent</i>
 * (untouched). The names say nothing about kinds of families: whether a column is guarded, plain or
 * not there is the table's to know, and the server's to refuse.
 *
 * <p>{@code rowDeleted} alone deletes the whole row. With columns it is a replacement: the row was
 * deleted and these columns are all it has, and older deltas are gone, too. Deltas beside it count
 * after the delete. Nulls beside it say nothing and are refused.
 *
 * <p>What section "addColumn" of the guide calls the repair of one stored version is not a change
 * event and has no place here.
 *
 * <p>Immutable as long as nobody changes the arrays given and got, which are not copied. Equal when
 * all parts are equal; columns are kept in byte order, deltas in the order given.
 */
public final class ChangeEvent {
  /** Longest row key that HBase takes, in bytes. */
  public static final int LONGEST_ROW = Short.MAX_VALUE;

  /** What the columns that are set are, of the row. */
  public enum Image {
    /** What the table's setting {@code sediment.image} says; the event bears no attribute. */
    TABLE,
    /** Some columns: the others are untouched. */
    PARTIAL,
    /** All columns: whatever else the guarded families hold is gone. */
    FULL
  }

  private final byte[] row;
  private final Optional<Sequence> sequence;
  private final OptionalLong commitTime;
  private final Image image;
  private final boolean rowDeleted;
  private final SortedMap<ColumnName, byte[]> columns;
  private final SortedSet<ColumnName> nulls;
  private final List<DeltaChange> deltas;

  private ChangeEvent(Builder from) {
    row = from.row;
    sequence = Optional.ofNullable(from.sequence);
    commitTime = from.commitTime;
    image = from.image;
    rowDeleted = from.rowDeleted;
    columns = Collections.unmodifiableSortedMap(new TreeMap<>(from.columns));
    nulls = Collections.unmodifiableSortedSet(new TreeSet<>(from.nulls));
    deltas = List.copyOf(from.deltas);
  }

  /** Starts an event of a row. */
  public static Builder of(byte[] row) {
    return new Builder(row);
  }

  /** The row key: 1 to {@link #LONGEST_ROW} bytes. */
  public byte[] row() {
    return row;
  }

  /**
   * The event's place in its source's order. Empty only where nothing needs one: deltas alone, or
   * columns of plain families alone; the server refuses anything else without it.
   */
  public Optional<Sequence> sequence() {
    return sequence;
  }

  /**
   * When the change was committed in the source, milliseconds since 1970, from 0, below {@code
   * Long.MAX_VALUE}: the timestamp of columns, nulls and row delete. Empty: unknown; ordered by
   * sequence alone and stamped by the server, which a table with a delta family refuses for a row
   * delete. Deltas bear their own times.
   */
  public OptionalLong commitTime() {
    return commitTime;
  }

  /** What the columns are, of the row. */
  public Image image() {
    return image;
  }

  /** Whether the row is deleted before the columns and deltas of this event count. */
  public boolean rowDeleted() {
    return rowDeleted;
  }

  /** Columns that get a value, in byte order. */
  public SortedMap<ColumnName, byte[]> columns() {
    return columns;
  }

  /** Columns that get null, in byte order; none of them is in {@link #columns()}. */
  public SortedSet<ColumnName> nulls() {
    return nulls;
  }

  /** Changes to counters; no two of one identity. */
  public List<DeltaChange> deltas() {
    return deltas;
  }

  /**
   * Whether there is anything but deltas. Such an event needs a sequence, unless all its columns
   * are plain.
   */
  public boolean changesState() {
    return rowDeleted || !columns.isEmpty() || !nulls.isEmpty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChangeEvent that
        && Arrays.equals(row, that.row)
        && sequence.equals(that.sequence)
        && commitTime.equals(that.commitTime)
        && image == that.image
        && rowDeleted == that.rowDeleted
        && sameColumns(that)
        && nulls.equals(that.nulls)
        && deltas.equals(that.deltas);
  }

  private boolean sameColumns(ChangeEvent that) {
    return columns.size() == that.columns.size()
        && columns.entrySet().stream()
            .allMatch(set -> Arrays.equals(set.getValue(), that.columns.get(set.getKey())));
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(row) + sequence.hashCode();
  }

  /** For messages and failed tests: everything, printable. */
  @Override
  public String toString() {
    Map<ColumnName, String> set = new TreeMap<>();
    columns.forEach((name, value) -> set.put(name, Printable.of(value)));
    return "row '%s' seq %s ts %s %s%s set %s null %s add %s"
        .formatted(
            Printable.of(row),
            sequence.map(Sequence::canonical).orElse("none"),
            commitTime.isPresent() ? Long.toString(commitTime.getAsLong()) : "none",
            image,
            rowDeleted ? " deleted" : "",
            set,
            nulls,
            deltas);
  }

  /**
   * Collects an event; for one thread. Every method but {@link #build} returns this, and throws
   * {@link IllegalArgumentException} with row, column, value and remedy if its part cannot be in an
   * event.
   */
  public static final class Builder {
    private final byte[] row;
    private Sequence sequence;
    private OptionalLong commitTime = OptionalLong.empty();
    private Image image = Image.TABLE;
    private boolean rowDeleted;
    private final Map<ColumnName, byte[]> columns = new HashMap<>();
    private final SortedSet<ColumnName> nulls = new TreeSet<>();
    private final List<DeltaChange> deltas = new ArrayList<>();

    private Builder(byte[] row) {
      if (row.length == 0 || row.length > LONGEST_ROW) {
        throw new IllegalArgumentException(
            "row key '%s' has %d bytes; HBase takes 1 to %d"
                .formatted(Printable.of(row), row.length, LONGEST_ROW));
      }
      this.row = row;
    }

    /** Gives the event its place in the source's order. */
    public Builder sequence(Sequence place) {
      sequence = place;
      return this;
    }

    /** Gives the source's commit time in milliseconds since 1970. */
    public Builder commitTime(long milliseconds) {
      if (milliseconds < 0 || milliseconds == Long.MAX_VALUE) {
        throw refused(
            "commit time " + milliseconds + " is no time",
            "give milliseconds since 1970, or none to order by sequence alone");
      }
      commitTime = OptionalLong.of(milliseconds);
      return this;
    }

    /** Says what the columns are, of the row; {@link Image#TABLE} if not called. */
    public Builder image(Image kind) {
      image = kind;
      return this;
    }

    /** Deletes the row, before the event's columns and deltas. */
    public Builder deleteRow() {
      rowDeleted = true;
      return this;
    }

    /** Sets a column; an empty value is a value. */
    public Builder set(ColumnName column, byte[] value) {
      if (columns.putIfAbsent(column, value) != null) {
        throw refused("column " + column + " is set twice", "give one value");
      }
      return this;
    }

    /** Sets a column to null. */
    public Builder setNull(ColumnName column) {
      nulls.add(column);
      return this;
    }

    /** Adds a change to a counter. */
    public Builder add(DeltaChange delta) {
      deltas.add(delta);
      return this;
    }

    /** Whether there is nothing in the event yet, so that it cannot be built. */
    public boolean isEmpty() {
      return !rowDeleted && columns.isEmpty() && nulls.isEmpty() && deltas.isEmpty();
    }

    /**
     * The event.
     *
     * @throws IllegalArgumentException if the parts contradict each other, or there are none
     */
    public ChangeEvent build() {
      for (ColumnName column : nulls) {
        if (columns.containsKey(column)) {
          throw refused("column " + column + " is set and null", "give a value or null, not both");
        }
      }
      if (rowDeleted && !nulls.isEmpty()) {
        throw refused(
            "the row is deleted and " + nulls.first() + " is null",
            "leave the nulls out: a deleted row has no columns");
      }
      checkDeltas();
      if (isEmpty()) {
        throw refused("the event changes nothing", "set, null, delete or add something");
      }
      return new ChangeEvent(this);
    }

    private void checkDeltas() {
      if (deltas.size() < 2) {
        return;
      }
      Map<String, DeltaChange> known = new HashMap<>();
      for (DeltaChange delta : deltas) {
        String identity =
            Arrays.toString(delta.family()) + Arrays.toString(delta.qualifier()) + delta.time();
        if (known.put(identity, delta) != null) {
          throw refused(
              "delta " + delta + " is there twice", "give each delta of a counter its own ID");
        }
      }
    }

    private IllegalArgumentException refused(String what, String remedy) {
      return new IllegalArgumentException(
          "row '" + Printable.of(row) + "': " + what + "; " + remedy);
    }
  }
}
