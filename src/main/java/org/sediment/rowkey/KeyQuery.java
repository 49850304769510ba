package org.sediment.rowkey;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows whose first parts have given values, and whose next part begins, ends or lies as asked; made
 * by {@link KeySchema#where}. Its ranges hold exactly the keys of these rows, and no neighbour's.
 * Immutable, thread-safe.
 */
public final class KeyQuery {
  private final KeySchema schema;
  private final List<byte[]> bound;
  private final Lead lead;
  private final byte[] from;
  private final byte[] to;

  private KeyQuery(KeySchema schema, List<byte[]> bound, Lead lead, byte[] from, byte[] to) {
    this.schema = schema;
    this.bound = bound;
    this.lead = lead;
    this.from = from;
    this.to = to;
  }

  static KeyQuery of(KeySchema schema, List<byte[]> bound) {
    return new KeyQuery(schema, List.copyOf(bound), null, null, null);
  }

  /** The next part begins with a text (bytes: with {@code \xHH}). */
  public KeyQuery startingWith(String text) {
    return leading(text, next("a beginning").codec().hasBeginnings(), "endingWith");
  }

  /** The next part, a reversed text, ends with a text. */
  public KeyQuery endingWith(String text) {
    return leading(text, next("an end").codec().hasEnds(), "startingWith");
  }

  private KeyQuery leading(String text, boolean can, String other) {
    KeyPart.Valued part = next("a text");
    boolean opposite = part.codec().hasBeginnings() || part.codec().hasEnds();
    try {
      if (!can && opposite) {
        throw new KeyException(
            "keys do not lie together that way under " + part.spelling(),
            other + " is what it answers; declare it the other way round, or keep an index table");
      }
      if (from != null || to != null) {
        throw new KeyException("has a range already", "ask for one of the two");
      }
      return new KeyQuery(schema, bound, part.codec().lead(text), null, null);
    } catch (KeyException wrong) {
      throw wrong.at(schema.place(part));
    }
  }

  /** The next part is this value or a greater one. */
  public KeyQuery from(Object value) {
    return new KeyQuery(schema, bound, lead, limit(value), to);
  }

  /** The next part is less than this value. */
  public KeyQuery to(Object value) {
    return new KeyQuery(schema, bound, lead, from, limit(value));
  }

  private byte[] limit(Object value) {
    KeyPart.Valued part = next("a range");
    if (lead != null) {
      throw new KeyException(
          schema.place(part) + ": has a beginning or end already", "ask for one of the two");
    }
    if (part.codec().order() == Order.OTHER) {
      throw new KeyException(
          "%s: as %s it does not sort as its values".formatted(schema.place(part), part.spelling()),
          "declare it as text(\\x00), text(escaped), long, or unsigned (the bytes of plain-long"
              + " from 0), or filter rows");
    }
    return schema.encodeOne(bound.size(), value);
  }

  private KeyPart.Valued next(String what) {
    if (bound.size() == schema.valued().size()) {
      throw new KeyException("there is no part left to ask " + what + " of", "give fewer values");
    }
    return schema.valued().get(bound.size());
  }

  /**
   * The ranges, disjoint, in the order of keys: one, or one for each salt or bucket that rows of
   * the query may have. Within a range keys are in the order of their values. None if no row can be
   * meant, such as from a time to the same time.
   *
   * @throws KeyException if there would be more than 65,536
   */
  public List<ScanRange> ranges() {
    Head head = head();
    List<ScanRange> out = new ArrayList<>();
    for (byte[] spread : head.spreads()) {
      add(out, concat(concat(head.before(), spread), head.after()), head.whole());
    }
    return out;
  }

  /**
   * Where in the keys of the query's ranges the salt or bucket stands that tells them apart.
   *
   * @return its first byte; -1 if the query has one range
   */
  public int spreadOffset() {
    Head head = head();
    return head.spreads().size() == 1 ? -1 : head.before().length;
  }

  /** Bytes of that salt or bucket; 0 if the query has one range. */
  public int spreadWidth() {
    Head head = head();
    return head.spreads().size() == 1 ? 0 : head.spreads().get(0).length;
  }

  /**
   * Whether the ranges, merged without their salt or bucket, are in the order of values. They are
   * not if the salt stands behind a part that has no value yet.
   */
  public boolean isMergeable() {
    return head().ordered();
  }

  /**
   * What all keys of the query begin with.
   *
   * @param before bytes before the salt or bucket, or all, if it is not reached or there is none
   * @param spreads the bytes of the salts or buckets; one with no bytes if there is none
   * @param after bytes behind it
   * @param whole whether these are whole keys
   * @param ordered whether no salt or bucket stands behind
   */
  private record Head(
      byte[] before, List<byte[]> spreads, byte[] after, boolean whole, boolean ordered) {}

  private Head head() {
    ByteArrayOutputStream before = new ByteArrayOutputStream();
    ByteArrayOutputStream after = new ByteArrayOutputStream();
    List<byte[]> spreads = null;
    int next = 0;
    int at = 0;
    for (KeyPart part : schema.parts()) {
      if (part instanceof KeyPart.Spreading spreading) {
        spreads = spreads(spreading);
      } else if (part instanceof KeyPart.Valued && next < bound.size()) {
        (spreads == null ? before : after).writeBytes(bound.get(next++));
      } else {
        break;
      }
      at++;
    }
    List<KeyPart> rest = schema.parts().subList(at, schema.parts().size());
    return new Head(
        before.toByteArray(),
        spreads == null ? List.of(new byte[0]) : spreads,
        after.toByteArray(),
        rest.isEmpty(),
        rest.stream().noneMatch(KeyPart.Spreading.class::isInstance));
  }

  private List<byte[]> spreads(KeyPart.Spreading part) {
    if (part.inputs().stream().allMatch(input -> input < bound.size())) {
      return List.of(KeySchema.spread(part, bound));
    }
    int count = part.spread().count();
    if (count > Spread.MOST) {
      throw new KeyException(
          "%s has more than %d values, each a range".formatted(schema.place(part), Spread.MOST),
          "give the values it is reckoned from, or declare fewer");
    }
    List<byte[]> out = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      out.add(part.spread().at(i));
    }
    return out;
  }

  private void add(List<ScanRange> out, byte[] head, boolean whole) {
    byte[] start = head;
    byte[] stop = whole ? Arrays.copyOf(head, head.length + 1) : ScanRange.behind(head);
    if (lead != null) {
      byte[] all = concat(head, lead.bytes());
      start = lead.without() == null ? all : ScanRange.behind(concat(head, lead.without()));
      stop = ScanRange.behind(all);
    } else if (from != null || to != null) {
      boolean falling = schema.valued().get(bound.size()).codec().order() == Order.DESCENDING;
      byte[] first = falling ? to : from;
      byte[] end = falling ? from : to;
      if (first != null) {
        byte[] edge = concat(head, first);
        start = falling ? ScanRange.behind(edge) : edge;
      }
      if (end != null) {
        byte[] edge = concat(head, end);
        stop = falling ? ScanRange.behind(edge) : edge;
      }
      // a stop of no bytes would be the table's end, but here nothing is less than the value
      if (end != null && !falling && stop.length == 0) {
        return;
      }
      // likewise a start: nothing is behind the last of all
      if (first != null && falling && start.length == 0) {
        return;
      }
    }
    if (stop.length == 0 || Arrays.compareUnsigned(start, stop) < 0) {
      out.add(new ScanRange(start, stop));
    }
  }

  private static byte[] concat(byte[] a, byte[] b) {
    byte[] out = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, out, a.length, b.length);
    return out;
  }
}
