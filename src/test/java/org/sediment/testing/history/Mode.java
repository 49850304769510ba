package org.sediment.testing.history;

/** How the guard of a history's table judges. */
public enum Mode {
  /** Row by row. */
  ROW,
  /** Column by column. */
  CELL,
  /** Row by row at first, then now one way, now the other: the table is altered while it lives. */
  SWITCHED;

  /** Whether events name some columns and come in any order. */
  boolean isPartial() {
    return this != ROW;
  }
}
