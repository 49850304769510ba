package org.sediment.cdc;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A message as it came, before anyone understood it: a Kafka record, or a line of a file.
 *
 * @param origin where it came from, for messages to people: {@code orders.jsonl line 7}, {@code
 *     shop.orders-0 offset 42}
 * @param key the key's bytes; empty for a line, and for a record without key
 * @param value the value's bytes, UTF-8 JSON; empty for a tombstone
 */
public record SourceMessage(String origin, Optional<byte[]> key, Optional<byte[]> value) {
  /** A line of a file or of standard input, without its line end. */
  public static SourceMessage line(String origin, byte[] line) {
    return new SourceMessage(origin, Optional.empty(), Optional.of(line));
  }

  /** As {@link #line(String, byte[])}, from a text. */
  public static SourceMessage line(String origin, String line) {
    return line(origin, line.getBytes(StandardCharsets.UTF_8));
  }
}
