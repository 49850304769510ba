package org.sediment.coprocessor;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.sediment.model.Printable;
import org.sediment.model.Setting;

/** What a plain read shows of a delta family, as an operation asks for it by attribute. */
enum ReadMode {
  /** Cells as they are stored. */
  RAW,
  /** One cell per counter, its total. */
  TOTAL;

  /** The attribute has the name of the setting that it overrides. */
  static final String ATTRIBUTE = Setting.READ.key();

  /**
   * Reads the attribute of an operation.
   *
   * @return empty if it has none, so that each family's setting decides
   * @throws DoNotRetryIOException if it is neither word
   */
  static Optional<ReadMode> of(OperationWithAttributes operation) throws DoNotRetryIOException {
    byte[] value = operation.getAttribute(ATTRIBUTE);
    if (value == null) {
      return Optional.empty();
    }
    String text = new String(value, StandardCharsets.UTF_8);
    for (ReadMode mode : values()) {
      if (mode.text().equals(text)) {
        return Optional.of(mode);
      }
    }
    throw new DoNotRetryIOException(
        "attribute "
            + ATTRIBUTE
            + " = '"
            + Printable.of(value)
            + "': it is total or raw, or absent for what the family's setting says");
  }

  /** Sets the attribute of an operation. */
  void set(OperationWithAttributes operation) {
    operation.setAttribute(ATTRIBUTE, text().getBytes(StandardCharsets.UTF_8));
  }

  private String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
