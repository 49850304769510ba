package org.sediment.cdc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sediment.model.ChangeEvent;
import org.sediment.model.ColumnName;
import org.sediment.model.Sequence;

/** Recorded and hand-made messages, and short words for what tests say about events. */
final class Recordings {
  private Recordings() {}

  /** The lines of a recording in src/test/resources, as one message each. */
  static List<SourceMessage> lines(String file) {
    try (InputStream in = Recordings.class.getResourceAsStream(file)) {
      List<String> lines = new String(in.readAllBytes(), UTF_8).lines().toList();
      List<SourceMessage> messages = new ArrayList<>();
      for (int i = 0; i < lines.size(); i++) {
        messages.add(SourceMessage.line(file + " line " + (i + 1), lines.get(i)));
      }
      return messages;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same message as Kafka would bring it: key and value apart. */
  static SourceMessage asRecord(SourceMessage line) throws Refusal {
    JsonNode node = Json.parse(line.value().orElseThrow());
    return new SourceMessage(line.origin(), bytes(node.get("key")), bytes(node.get("value")));
  }

  private static Optional<byte[]> bytes(JsonNode node) {
    return node.isNull() ? Optional.empty() : Optional.of(Json.write(node).getBytes(UTF_8));
  }

  /** A message from JSON in which ' stands for ". */
  static SourceMessage message(String key, String value) {
    return SourceMessage.line(
        "here", ("{'key':" + key + ",'value':" + value + "}").replace('\'', '"'));
  }

  static Mapping mapping(String... lines) throws MappingException {
    return Mapping.parse("mapping.yaml", String.join("\n", lines));
  }

  /** All events of a reading that must be changes. */
  static List<ChangeEvent> events(Reading reading) {
    assertThat(reading).isInstanceOf(Reading.Changes.class);
    return ((Reading.Changes) reading).events();
  }

  /** The event of a reading that must be one. */
  static ChangeEvent event(Reading reading) {
    assertThat(events(reading)).hasSize(1);
    return events(reading).get(0);
  }

  /** Why a reading that must be a rejection is one. */
  static String reason(Reading reading) {
    assertThat(reading).isInstanceOf(Reading.Rejected.class);
    return ((Reading.Rejected) reading).reason();
  }

  /** The columns of an event as texts. */
  static Map<String, String> set(ChangeEvent event) {
    Map<String, String> out = new TreeMap<>();
    event.columns().forEach((name, value) -> out.put(name.toString(), new String(value, UTF_8)));
    return out;
  }

  static List<String> nulls(ChangeEvent event) {
    return event.nulls().stream().map(ColumnName::toString).toList();
  }

  static Sequence sequence(ChangeEvent event) {
    return event.sequence().orElseThrow();
  }

  static String row(ChangeEvent event) {
    return new String(event.row(), UTF_8);
  }
}
