package org.sediment.rowkey;

/** How the bytes of a part sort. */
enum Order {
  /** As its values. */
  ASCENDING,
  /** Against its values: the greatest first. */
  DESCENDING,
  /**
   * Not as its values for some of them, so that there is no range of bytes for a range of values.
   */
  OTHER
}
