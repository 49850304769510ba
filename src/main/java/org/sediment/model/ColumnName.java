package org.sediment.model;

import java.util.Arrays;

/**
 * Family and qualifier of a column, compared by their bytes. Immutable as long as nobody changes
 * the arrays, which are not copied.
 *
 * @param family not empty
 * @param qualifier may be empty
 */
public record ColumnName(byte[] family, byte[] qualifier) implements Comparable<ColumnName> {
  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the family is empty
   */
  public ColumnName {
    if (family.length == 0) {
      throw new IllegalArgumentException(
          "column '" + Printable.of(qualifier) + "' has no family; name one of the table's");
    }
  }

  @Override
  public int compareTo(ColumnName other) {
    int order = Arrays.compareUnsigned(family, other.family);
    return order != 0 ? order : Arrays.compareUnsigned(qualifier, other.qualifier);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ColumnName that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(family) + Arrays.hashCode(qualifier);
  }

  /** {@code family:qualifier}, printable. */
  @Override
  public String toString() {
    return Printable.of(family) + ":" + Printable.of(qualifier);
  }
}
