package org.sediment.rowkey;

/**
 * A schema, value, key or query that is wrong. The message says where, what, and what to do about
 * it. Permanent: the same input fails again.
 */
public final class KeyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String what;
  private final String remedy;

  KeyException(String what, String remedy) {
    super(what + ": " + remedy);
    this.what = what;
    this.remedy = remedy;
  }

  /** The same, with the place it is about in front. */
  KeyException at(String place) {
    return new KeyException(place + ": " + what, remedy);
  }
}
