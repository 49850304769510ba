package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the JSON value of a column stands for: JSON alone does not tell a date from a number, or the
 * bytes of a decimal from a text.
 *
 * <p>Taken from the message's schema part where it says (by the semantic types of Kafka Connect and
 * Debezium: the connectors' documentation, section "Data type mappings"), else from the mapping's
 * {@code from}, else {@link Kind#UNKNOWN}. Immutable.
 *
 * @param kind the meaning
 * @param scale digits behind the point, for {@link Kind#UNSCALED}; else 0
 */
record SourceForm(Kind kind, int scale) {
  /** Meanings. */
  enum Kind {
    /** Nobody said: a number or text is itself, and never a decimal's bytes, date or time. */
    UNKNOWN,
    /** A text or number is itself, so the text {@code 12.34} may be a decimal. */
    TEXT,
    /** Base64 of bytes. */
    BASE64,
    /** Base64 of a decimal's unscaled number, two's complement, big-endian. */
    UNSCALED,
    /** An object of scale and base64 of the unscaled number. */
    VARIABLE_SCALE,
    /** Days since 1970. */
    DAYS,
    /** Milliseconds since 1970. */
    MILLIS,
    /** Microseconds since 1970. */
    MICROS,
    /** Nanoseconds since 1970. */
    NANOS,
    /** A date, or a time with its zone, as ISO 8601 text. */
    ISO,
    /** Milliseconds since midnight. */
    TIME_MILLIS,
    /** Microseconds since midnight. */
    TIME_MICROS,
    /** Nanoseconds since midnight. */
    TIME_NANOS
  }

  /** What the mapping's {@code from} may be, for messages. */
  static final String CHOICES = "text, base64, unscaled(2), days, millis, micros, nanos, iso";

  static final SourceForm UNKNOWN = of(Kind.UNKNOWN);
  static final SourceForm TEXT = of(Kind.TEXT);

  private static final Pattern UNSCALED = Pattern.compile("unscaled\\((-?\\d{1,4})\\)");

  private static final Map<String, Kind> SEMANTIC =
      Map.ofEntries(
          Map.entry("org.apache.kafka.connect.data.Decimal", Kind.UNSCALED),
          Map.entry("org.apache.kafka.connect.data.Date", Kind.DAYS),
          Map.entry("org.apache.kafka.connect.data.Time", Kind.TIME_MILLIS),
          Map.entry("org.apache.kafka.connect.data.Timestamp", Kind.MILLIS),
          Map.entry("io.debezium.data.VariableScaleDecimal", Kind.VARIABLE_SCALE),
          Map.entry("io.debezium.time.Date", Kind.DAYS),
          Map.entry("io.debezium.time.IsoDate", Kind.ISO),
          Map.entry("io.debezium.time.Time", Kind.TIME_MILLIS),
          Map.entry("io.debezium.time.MicroTime", Kind.TIME_MICROS),
          Map.entry("io.debezium.time.NanoTime", Kind.TIME_NANOS),
          Map.entry("io.debezium.time.Timestamp", Kind.MILLIS),
          Map.entry("io.debezium.time.MicroTimestamp", Kind.MICROS),
          Map.entry("io.debezium.time.NanoTimestamp", Kind.NANOS),
          Map.entry("io.debezium.time.ZonedTimestamp", Kind.ISO),
          Map.entry("io.debezium.time.IsoTimestamp", Kind.ISO));

  private static SourceForm of(Kind kind) {
    return new SourceForm(kind, 0);
  }

  /** Reads the mapping's {@code from}; empty if it is none of {@link #CHOICES}. */
  static Optional<SourceForm> parse(String text) {
    Matcher unscaled = UNSCALED.matcher(text);
    if (unscaled.matches()) {
      return Optional.of(new SourceForm(Kind.UNSCALED, Integer.parseInt(unscaled.group(1))));
    }
    return switch (text) {
      case "text", "base64", "days", "millis", "micros", "nanos", "iso" ->
          Optional.of(of(Kind.valueOf(text.toUpperCase(Locale.ROOT))));
      default -> Optional.empty();
    };
  }

  /**
   * What a field of the message's schema part says.
   *
   * @param field the field's schema: {@code type}, {@code name}, {@code parameters}
   * @param otherwise the mapping's {@code from}, taken where the schema has a bare number or text
   */
  static SourceForm of(JsonNode field, SourceForm otherwise) throws Refusal {
    Kind kind = SEMANTIC.get(field.path("name").asText());
    if (kind == Kind.UNSCALED) {
      String scale = field.path("parameters").path("scale").asText();
      if (!scale.matches("-?\\d{1,4}")) {
        throw new Refusal(
            "the schema part names a decimal with scale '" + scale + "'",
            "keep the converter's parameter 'scale' in the message");
      }
      return new SourceForm(kind, Integer.parseInt(scale));
    }
    if (kind != null) {
      return of(kind);
    }
    if (field.path("type").asText().equals("bytes")) {
      return of(Kind.BASE64);
    }
    return otherwise.kind == Kind.UNKNOWN ? TEXT : otherwise;
  }
}
