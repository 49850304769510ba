package org.sediment.model;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Name of a remembered delete ({@code del:}) or of a remembered removal of columns ({@code at:}) in
 * the sequence family: the qualifier of a marker on a column that is never written.
 *
 * <p>Frozen layout: {@code del:} or {@code at:}, the canonical sequence, {@code @}, the effective
 * time, {@code @}, the commit time; both in milliseconds, decimal. A delete that was stale on
 * arrival has effective time 0.
 *
 * <p>{@code cell} mode remembers in the same manner what replaced a row, with commit time {@link
 * #NO_COMMIT}, since deltas are no part of that; and what a row held before it had a sequence, with
 * no sequence at all, which is lower than every other.
 *
 * @param kind what is remembered
 * @param sequence the event's sequence; null for none
 * @param effective the event's effective time in milliseconds, 0 for a stale delete
 * @param commit the event's commit time in milliseconds
 */
public record RemovalName(Kind kind, Sequence sequence, long effective, long commit) {
  /** Commit time of what is no delete at the source: no delta is older than it. */
  public static final long NO_COMMIT = -1;

  /** What a marker remembers. */
  public enum Kind {
    /** A whole row was deleted. */
    DELETE("del:"),
    /** Columns were set to null on a row that had no live sequence. */
    REMOVAL("at:");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }
  }

  /** The qualifier that bears this name. */
  public byte[] qualifier() {
    String first = sequence == null ? "" : sequence.canonical();
    String text = kind.prefix + first + '@' + effective + '@' + commit;
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Reads a qualifier; empty if it is not such a name. */
  public static Optional<RemovalName> parse(byte[] qualifier, int offset, int length) {
    String text = new String(qualifier, offset, length, StandardCharsets.ISO_8859_1);
    for (Kind kind : Kind.values()) {
      if (text.startsWith(kind.prefix)) {
        return parse(kind, text.substring(kind.prefix.length()));
      }
    }
    return Optional.empty();
  }

  private static Optional<RemovalName> parse(Kind kind, String text) {
    String[] parts = text.split("@", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      long commit = Long.parseLong(parts[2]);
      boolean before = kind == Kind.DELETE && parts[0].isEmpty() && commit == NO_COMMIT;
      Sequence sequence = before ? null : Sequence.parse(parts[0]);
      return Optional.of(new RemovalName(kind, sequence, Long.parseLong(parts[1]), commit));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }
}
