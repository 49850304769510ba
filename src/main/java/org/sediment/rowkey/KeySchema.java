package org.sediment.rowkey;

import java.io.ByteArrayOutputStream;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A row key as a composition of typed parts. The text form names them in their order, with commas:
 *
 * <pre>
 * bucket(16,host), host:text(|), time:reversed-long
 *
 * text            to the end; the last part only     long           8 bytes, sorts as the number
 * text(12)        padded with spaces to 12 bytes     reversed-long  8 bytes, greatest first
 * text(12,\x00)   padded with another byte           int            4 bytes, sorts as the number
 * text(|)         a delimiter that no value has      unsigned       8 bytes, from 0
 * text(escaped)   any value                          plain-long     8 bytes, negative ones last
 * reversed-text   as text: found by their end        digits(12)     decimal, padded with zeros
 * bytes           as text; bytes(16), bytes(escaped) boolean        1 byte
 * salt(2)         2 hex characters of the MD5 of what is behind it; salt(2,host): of these parts
 * bucket(16)      that MD5 modulo 16; bucket(16,host)
 * random(4)       4 random bytes at the end
 * </pre>
 *
 * <p>No two tuples of values have one key, no part runs into the next, and keys sort as their
 * values do, part by part (within one salt or bucket; not: texts with another delimiter than {@code
 * \\x00}, reversed texts, negative plain-longs). A decoded key, encoded again, is the same key.
 * Immutable, thread-safe.
 */
public final class KeySchema {
  private static final int LONGEST = Short.MAX_VALUE;

  private final List<KeyPart> parts;
  private final List<KeyPart.Valued> valued = new ArrayList<>();
  private final RandomGenerator random;

  private KeySchema(List<KeyPart> parts, RandomGenerator random) {
    this.parts = parts;
    this.random = random;
    for (KeyPart part : parts) {
      if (part instanceof KeyPart.Valued one) {
        valued.add(one);
      }
    }
  }

  /**
   * Reads the text form.
   *
   * @throws KeyException naming the part, its place and the remedy
   */
  public static KeySchema parse(String text) {
    return parse(text, new SecureRandom());
  }

  /** As {@link #parse(String)}, with the source of random suffixes. */
  public static KeySchema parse(String text, RandomGenerator random) {
    return new KeySchema(SchemaReader.read(text), random);
  }

  /**
   * The key of values, one for each part that holds one: a {@code String}, any whole number, a
   * {@code Boolean} or a {@code byte[]}.
   *
   * @throws KeyException naming the part, the value and the remedy
   */
  public byte[] encode(Object... values) {
    if (values.length != valued.size()) {
      throw new KeyException(
          values.length + " values for " + valued.size() + " parts", "give " + names());
    }
    List<byte[]> encoded = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      encoded.add(encodeOne(i, values[i]));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int next = 0;
    for (KeyPart part : parts) {
      if (part instanceof KeyPart.Valued) {
        out.writeBytes(encoded.get(next++));
      } else if (part instanceof KeyPart.Spreading spreading) {
        out.writeBytes(spread(spreading, encoded));
      } else {
        byte[] suffix = new byte[part.width()];
        random.nextBytes(suffix);
        out.writeBytes(suffix);
      }
    }
    if (out.size() == 0 || out.size() > LONGEST) {
      throw new KeyException("the key has " + out.size() + " bytes", "HBase takes 1 to " + LONGEST);
    }
    return out.toByteArray();
  }

  /** The bytes of one value, counted from 0. */
  byte[] encodeOne(int index, Object value) {
    KeyPart.Valued part = valued.get(index);
    try {
      return part.codec().encode(value);
    } catch (KeyException wrong) {
      throw wrong.at(place(part));
    }
  }

  /** The bytes of a salt or bucket. */
  static byte[] spread(KeyPart.Spreading part, List<byte[]> encoded) {
    ByteArrayOutputStream hashed = new ByteArrayOutputStream();
    part.inputs().forEach(input -> hashed.writeBytes(encoded.get(input)));
    return part.spread().of(hashed.toByteArray());
  }

  /**
   * Takes a key apart.
   *
   * @throws KeyException if it is not one that {@link #encode} makes, its salt or bucket included
   */
  public DecodedKey decode(byte[] key) {
    List<DecodedKey.Part> out = new ArrayList<>();
    List<byte[]> encoded = new ArrayList<>();
    byte[] found = null;
    int at = 0;
    for (KeyPart part : parts) {
      try {
        Codec codec = part instanceof KeyPart.Valued one ? one.codec() : null;
        int end = codec != null ? codec.end(key, at) : Framing.fixedEnd(key, at, part.width());
        byte[] bytes = Arrays.copyOfRange(key, at, end);
        Object value = codec != null ? codec.decode(bytes) : null;
        String shown = codec != null ? codec.show(value) : ByteText.text(bytes);
        out.add(new DecodedKey.Part(part.name(), part.spelling(), at, bytes, value, shown));
        if (codec != null) {
          encoded.add(bytes);
        } else if (part instanceof KeyPart.Spreading) {
          found = bytes;
        }
        at = end;
      } catch (KeyException wrong) {
        throw wrong.at("key '" + ByteText.text(key) + "', byte " + at + ", " + place(part));
      }
    }
    if (at != key.length) {
      throw new KeyException(
          "key '%s' has %d bytes behind its last part"
              .formatted(ByteText.text(key), key.length - at),
          "is it a key of this schema?");
    }
    checkSpread(key, found, encoded);
    return new DecodedKey(List.copyOf(out));
  }

  private void checkSpread(byte[] key, byte[] found, List<byte[]> encoded) {
    for (KeyPart part : parts) {
      if (part instanceof KeyPart.Spreading spreading) {
        byte[] right = spread(spreading, encoded);
        if (!Arrays.equals(found, right)) {
          throw new KeyException(
              "key '%s' has %s '%s', but its parts make '%s'"
                  .formatted(
                      ByteText.text(key), place(part), ByteText.text(found), ByteText.text(right)),
              "was it written with another number of salts or buckets, or another function?");
        }
      }
    }
  }

  /**
   * The rows whose first parts have these values; all rows if there are none. What more to ask of
   * the next part, the query says.
   */
  public KeyQuery where(Object... values) {
    if (values.length > valued.size()) {
      throw new KeyException(
          values.length + " values for " + valued.size() + " parts",
          "give the first of " + names());
    }
    List<byte[]> bound = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      bound.add(encodeOne(i, values[i]));
    }
    return KeyQuery.of(this, bound);
  }

  /**
   * Values as a command line has them, for the parts in their order: texts as they are, bytes with
   * {@code \xHH}, times like {@code 2025-01-31T12:00:00Z} as milliseconds.
   */
  public Object[] read(List<String> texts) {
    Object[] out = new Object[texts.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = read(i, texts.get(i));
    }
    return out;
  }

  /** As {@link #read(List)}, for the part at a place, counted from 0 among those with values. */
  public Object read(int index, String text) {
    if (index >= valued.size()) {
      throw new KeyException(
          "a value '" + text + "' too many", "the schema has " + valued.size() + ": " + names());
    }
    try {
      return valued.get(index).codec().read(text);
    } catch (KeyException wrong) {
      throw wrong.at(place(valued.get(index)));
    }
  }

  /**
   * Keys at which to split a new table, so that rows spread evenly over so many regions.
   *
   * @throws KeyException if the schema does not begin with a salt or bucket, or has fewer of them
   */
  public List<byte[]> splits(int regions) {
    return SplitPoints.of(this, regions);
  }

  /** Which queries this layout answers, at what cost, and which it loses, with the alternatives. */
  public List<LayoutAnswer> queries() {
    return new Layout(this).answers();
  }

  /** How many scans it takes to read a range in the order of its values: salts or buckets. */
  public int spreadCount() {
    return parts.stream()
        .filter(KeyPart.Spreading.class::isInstance)
        .mapToInt(part -> ((KeyPart.Spreading) part).spread().count())
        .findFirst()
        .orElse(1);
  }

  /** Whether keys begin with a salt or bucket, so that {@link #splits} knows how they spread. */
  public boolean isSpreadFirst() {
    return parts.get(0) instanceof KeyPart.Spreading;
  }

  List<KeyPart> parts() {
    return parts;
  }

  List<KeyPart.Valued> valued() {
    return valued;
  }

  /** A part for messages: its place, counted from 1, and its name. */
  String place(KeyPart part) {
    return "part " + (parts.indexOf(part) + 1) + " '" + part.name() + "'";
  }

  private String names() {
    return String.join(", ", valued.stream().map(KeyPart.Valued::name).toList());
  }

  /** The text form, from which {@link #parse} makes the same schema. */
  @Override
  public String toString() {
    List<String> out = new ArrayList<>();
    for (KeyPart part : parts) {
      String kind = part.spelling().replaceFirst("\\(.*", "");
      out.add(part.name().equals(kind) ? part.spelling() : part.name() + ":" + part.spelling());
    }
    return String.join(", ", out);
  }
}
