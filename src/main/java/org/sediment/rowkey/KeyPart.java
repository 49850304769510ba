package org.sediment.rowkey;

import java.util.List;

/** One part of a key. Immutable. */
sealed interface KeyPart {
  /** Its name, of which a schema has no two. */
  String name();

  /** Its text form, without the name. */
  String spelling();

  /** Bytes of it; 0 if they vary. */
  int width();

  /**
   * A part that holds a value.
   *
   * @param name its name
   * @param codec how the value becomes bytes
   */
  record Valued(String name, Codec codec) implements KeyPart {
    @Override
    public String spelling() {
      return codec.spelling();
    }

    @Override
    public int width() {
      return codec.width();
    }
  }

  /**
   * A part that is reckoned from others.
   *
   * @param name its name
   * @param spread how
   * @param named the parts that the schema names for it; none for those behind it
   * @param inputs the same parts, counted from 0 among those that hold values, in the key's order
   */
  record Spreading(String name, Spread spread, List<String> named, List<Integer> inputs)
      implements KeyPart {
    @Override
    public String spelling() {
      String of = named.isEmpty() ? "" : "," + String.join(",", named);
      return Spelling.of(spread.kind(), spread.size() + of);
    }

    @Override
    public int width() {
      return spread.width();
    }
  }

  /**
   * Random bytes at the end.
   *
   * @param name its name
   * @param width how many
   */
  record Suffix(String name, int width) implements KeyPart {
    @Override
    public String spelling() {
      return Spelling.of("random", Integer.toString(width));
    }
  }
}
