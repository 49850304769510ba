package org.sediment.model;

import java.util.Arrays;
import java.util.Comparator;

/** Finds the setting that someone most likely meant. Stateless. */
public final class Spelling {
  private Spelling() {}

  /** The setting whose key needs the fewest letters changed to become {@code key}. */
  public static Setting nearest(String key) {
    return Arrays.stream(Setting.values())
        .min(Comparator.comparingInt(setting -> distance(setting.key(), key)))
        .orElseThrow();
  }

  /** Letters to insert, drop or replace until one text is the other (Levenshtein). */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
