package org.sediment.rowkey;

/** How the values of one part become bytes, and back. Stateless, thread-safe. */
interface Codec {
  /**
   * The bytes of a value. No two values have the same.
   *
   * @throws KeyException if the part cannot hold the value
   */
  byte[] encode(Object value);

  /** The place behind the part that begins at a place of the key. */
  int end(byte[] key, int from);

  /** The value of bytes; refuses what {@link #encode} would not have made. */
  Object decode(byte[] bytes);

  /** How the bytes sort. */
  Order order();

  /** Bytes of each value; 0 if they vary. */
  int width();

  /** How the bytes of all values begin that begin with a text, or, reversed, end with it. */
  default Lead lead(String text) {
    throw new KeyException(
        "a part as " + spelling() + " has no beginning to search for", "give a value or a range");
  }

  /** Whether it holds texts that can be searched for by their beginning. */
  default boolean hasBeginnings() {
    return false;
  }

  /** Whether it holds texts that can be searched for by their end. */
  default boolean hasEnds() {
    return false;
  }

  /** A value as it is written on a command line. */
  Object read(String text);

  /** A value as {@link #read} takes it. */
  String show(Object value);

  /** The text form, such as {@code text(12)}. */
  String spelling();
}
