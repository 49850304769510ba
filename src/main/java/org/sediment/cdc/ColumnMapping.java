package org.sediment.cdc;

import java.util.Optional;
import org.sediment.model.ColumnName;

/**
 * Where a column of the source goes, and how.
 *
 * @param source the source's column
 * @param target family and qualifier; of a delta, family and counter
 * @param type how the value becomes bytes; of a delta, the counter's type
 * @param delta whether changes of the column's number are added to a counter
 * @param from what the JSON value stands for, where the message does not say
 */
record ColumnMapping(
    String source, ColumnName target, ValueType type, boolean delta, SourceForm from) {
  /** Whether a type can be a counter's. */
  static boolean countable(ValueType type) {
    return type == ValueType.INT64 || type == ValueType.DECIMAL;
  }

  /** Reads {@code family:qualifier}; empty if the text has no family or no colon. */
  static Optional<ColumnName> target(String text) {
    int colon = text.indexOf(':');
    if (colon <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        new ColumnName(
            BinaryText.bytes(text.substring(0, colon)),
            BinaryText.bytes(text.substring(colon + 1))));
  }
}
