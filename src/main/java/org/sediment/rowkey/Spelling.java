package org.sediment.rowkey;

/** The text form of a part. Stateless. */
final class Spelling {
  private Spelling() {}

  /** The kind, with what stands in brackets. */
  static String of(String kind, String argument) {
    return argument.isEmpty() ? kind : kind + "(" + argument + ")";
  }
}
