package org.sediment.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.cdc.Recordings.mapping;
import static org.sediment.cdc.Recordings.nulls;
import static org.sediment.cdc.Recordings.reason;
import static org.sediment.cdc.Recordings.sequence;
import static org.sediment.cdc.Recordings.set;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sediment.model.ChangeEvent;

/** The traps in what Debezium 3.5 recorded of MariaDB 10.11: schemas off, decimals as base64. */
class MariaDbRecordingTest {
  private static final String MAPPING =
      """
      tables:
        shop.o:
          to: o
          row: [{column: id, as: text}]
          columns: {v: 'f:v', n: {to: 'f:n', type: text%s}}
      """;

  private final List<SourceMessage> messages = Recordings.lines("mariadb.jsonl");

  @Test
  void schemaChangesAndTombstonesAreCountedAndRowsAreRead() throws MappingException {
    List<Reading.Kind> kinds = new ArrayList<>();
    for (SourceMessage message : messages) {
      if (reader(", from: unscaled(2)").read(message) instanceof Reading.Skipped some) {
        kinds.add(some.kind());
      }
    }
    assertThat(kinds)
        .hasSize(7)
        .startsWith(Reading.Kind.SCHEMA_CHANGE)
        .contains(Reading.Kind.TOMBSTONE);
    assertThat(events()).hasSize(4);
  }

  @Test
  void r43ADecimalsBytesAreReadByTheScaleOfTheMapping() throws MappingException {
    assertThat(set(events().get(0))).containsExactly(Map.entry("f:n", "2.50"));
  }

  @Test
  void aTextThatMayBeADecimalOrItsBytesIsRefusedForADecimal() throws MappingException {
    DebeziumReader reader =
        new DebeziumReader(mapping(MAPPING.formatted("").replace("type: text", "type: decimal")));
    assertThat(reason(reader.read(messages.get(6))))
        .isEqualTo(
            "table shop.o, key {\"id\":2}: column n: the text \"APo=\" may be a decimal or base64 of"
                + " one's bytes, and no schema part says which; say 'from: text'"
                + " (decimal.handling.mode=string) or 'from: unscaled(<scale>)' (precise) in the"
                + " mapping");
  }

  @Test
  void updatesOfOneSecondRankByTheirPlaceInTheBinlog() throws MappingException {
    List<ChangeEvent> events = events();
    assertThat(events.stream().map(event -> sequence(event).canonical()))
        .containsExactly("0.0.0.2.336.0", "0.3.483.0.2", "0.3.703.0.3", "0.3.927.0.1");
    assertThat(events.get(1).commitTime()).isEqualTo(events.get(3).commitTime());
    assertThat(nulls(events.get(2))).containsExactly("f:v");
    assertThat(events.get(3).rowDeleted()).isTrue();
  }

  private List<ChangeEvent> events() throws MappingException {
    List<ChangeEvent> events = new ArrayList<>();
    for (SourceMessage message : messages) {
      if (reader(", from: unscaled(2)").read(message) instanceof Reading.Changes some) {
        events.addAll(some.events());
      }
    }
    return events;
  }

  private static DebeziumReader reader(String form) throws MappingException {
    return new DebeziumReader(mapping(MAPPING.formatted(form)));
  }
}
