package org.sediment.live.postgres;

import java.util.Random;

/** Random texts, with what breaks careless writers of lines, JSON and column names. Stateless. */
final class Texts {
  private static final String[] PIECES = {
    "a", "b", "7", " ", "\t", "\n", "\"", "\\", "'", "|", ":", ";", "<", "{", "null", "é", "漢",
    "😀", "\\x00"
  };

  private Texts() {}

  /** A text of at most about so many pieces; sometimes the empty one. */
  static String random(Random random, int most) {
    int length = most > 100 ? most : random.nextInt(most);
    StringBuilder out = new StringBuilder();
    while (out.length() < length) {
      out.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return out.toString();
  }
}
