package org.sediment.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Names under which the sequence family keeps, in {@code cell} mode, what it knows of one column.
 *
 * <p>Frozen layouts:
 *
 * <ul>
 *   <li>a column with a value: {@code c:}, family, {@code :}, qualifier, split at the first {@code
 *       :} after the prefix. A cell: its value is the canonical sequence of the column's last
 *       accepted writer, no bytes if that wrote before there were sequences; its timestamp is the
 *       time of the column's own cell.
 *   <li>a column that was set to null: {@code n:}, family, {@code :}, qualifier, a zero byte, the
 *       canonical sequence, {@code @}, the time of the column's own marker in milliseconds,
 *       decimal; split at the last zero byte. A marker of a column that is never written.
 * </ul>
 *
 * <p>Stateless.
 */
public final class ColumnMark {
  private static final byte VALUE = 'c';
  private static final byte REMOVAL = 'n';
  private static final int PREFIX = 2;

  private ColumnMark() {}

  /**
   * A column that was set to null.
   *
   * @param column the column
   * @param sequence of the event that did it
   * @param time of the column's marker in milliseconds
   */
  public record Removal(ColumnName column, Sequence sequence, long time) {}

  /** Qualifier of the cell of a column with a value. */
  public static byte[] value(ColumnName column) {
    return start(VALUE, column, 0).array();
  }

  /** Qualifier of the marker that remembers a null. */
  public static byte[] removal(ColumnName column, Sequence sequence, long time) {
    byte[] end = (sequence.canonical() + '@' + time).getBytes(StandardCharsets.US_ASCII);
    return start(REMOVAL, column, 1 + end.length).put((byte) 0).put(end).array();
  }

  private static ByteBuffer start(byte prefix, ColumnName column, int more) {
    byte[] family = column.family();
    byte[] qualifier = column.qualifier();
    return ByteBuffer.allocate(PREFIX + family.length + 1 + qualifier.length + more)
        .put(prefix)
        .put((byte) ':')
        .put(family)
        .put((byte) ':')
        .put(qualifier);
  }

  /** Reads the name of a column with a value; empty if it is not such a name. */
  public static Optional<ColumnName> parseValue(byte[] qualifier, int offset, int length) {
    return column(VALUE, qualifier, offset, offset + length);
  }

  /** Reads the name of a null; empty if it is not such a name. */
  public static Optional<Removal> parseRemoval(byte[] qualifier, int offset, int length) {
    int end = offset + length;
    int zero = end - 1;
    while (zero >= offset && qualifier[zero] != 0) {
      zero--;
    }
    if (zero < offset) {
      return Optional.empty();
    }
    String[] parts =
        new String(qualifier, zero + 1, end - zero - 1, StandardCharsets.ISO_8859_1).split("@", -1);
    Optional<ColumnName> column = column(REMOVAL, qualifier, offset, zero);
    if (column.isEmpty() || parts.length != 2) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Removal(column.get(), Sequence.parse(parts[0]), Long.parseLong(parts[1])));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  private static Optional<ColumnName> column(byte prefix, byte[] bytes, int from, int to) {
    int start = from + PREFIX;
    if (to <= start || bytes[from] != prefix || bytes[from + 1] != ':') {
      return Optional.empty();
    }
    for (int colon = start + 1; colon < to; colon++) {
      if (bytes[colon] == ':') {
        return Optional.of(
            new ColumnName(
                Arrays.copyOfRange(bytes, start, colon), Arrays.copyOfRange(bytes, colon + 1, to)));
      }
    }
    return Optional.empty();
  }
}
