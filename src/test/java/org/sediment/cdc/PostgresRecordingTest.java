package org.sediment.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.cdc.Recordings.event;
import static org.sediment.cdc.Recordings.mapping;
import static org.sediment.cdc.Recordings.nulls;
import static org.sediment.cdc.Recordings.reason;
import static org.sediment.cdc.Recordings.row;
import static org.sediment.cdc.Recordings.sequence;
import static org.sediment.cdc.Recordings.set;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sediment.model.ChangeEvent;
import org.sediment.model.Sequence;

/** The traps in what Debezium 3.6 recorded of PostgreSQL 15: schemas off, decimals as texts. */
class PostgresRecordingTest {
  private static final String[] MAPPING = {
    "tables:",
    "  shop.orders:",
    "    to: orders",
    "    row: [{column: id, as: text}]",
    "    columns:",
    "      customer: 'f:customer'",
    "      status: 'f:status'",
    "      amount: {to: 'f:amount', type: text}",
    "      qty: 'f:qty'",
    "      note: 'f:note'",
    "      doc: {to: 'f:doc', type: json}",
    "      tags: {to: 'f:tags', type: json}",
    "      flag: 'f:flag'",
    "      uid: 'f:uid'",
    "      raw: {to: 'f:raw', type: bytes}",
    "      at: {to: 'f:at', type: timestamp-micros, from: iso}",
    "      d: {to: 'f:d', type: text, from: days}",
    "      dbl: {to: 'f:dbl', type: double}",
    "  shop.kv:",
    "    to: kv",
    "    row: [{column: a, as: text, delimiter: '|'}, {column: b, as: text}]",
    "    columns: {v: 'f:v'}",
    "  shop.fullid:",
    "    to: fullid",
    "    row: [{column: id, as: text}]",
    "    before: full",
    "    columns: {v: 'f:v', big: 'f:big'}",
    "  shop.nopk:",
    "    to: nopk",
    "    row: [{column: v, as: text}]",
    "    columns: {v: 'f:v'}"
  };

  private final List<SourceMessage> messages = Recordings.lines("postgres.jsonl");
  private DebeziumReader reader;

  @BeforeEach
  void readMapping() throws MappingException {
    reader = new DebeziumReader(mapping(MAPPING));
  }

  @Test
  void everyMessageIsAccountedFor() {
    Map<Reading.Kind, Integer> skipped = new EnumMap<>(Reading.Kind.class);
    Map<String, Integer> changes = new TreeMap<>();
    List<String> rejected = new ArrayList<>();
    for (SourceMessage message : messages) {
      Reading reading = reader.read(message);
      if (reading instanceof Reading.Changes some) {
        changes.merge(some.table(), some.events().size(), Integer::sum);
      } else if (reading instanceof Reading.Skipped some) {
        skipped.merge(some.kind(), 1, Integer::sum);
      } else {
        rejected.add(((Reading.Rejected) reading).message());
      }
    }
    assertThat(changes)
        .containsOnly(
            Map.entry("orders", 8),
            Map.entry("kv", 4),
            Map.entry("fullid", 3),
            Map.entry("nopk", 1));
    assertThat(skipped)
        .containsOnly(
            Map.entry(Reading.Kind.TOMBSTONE, 4),
            Map.entry(Reading.Kind.TRANSACTION, 26),
            Map.entry(Reading.Kind.LOGICAL_MESSAGE, 1));
    assertThat(rejected)
        .containsExactly(
            "postgres.jsonl line 47: table shop.kv, key null: the source truncated the table, which no"
                + " event of a row can say; delete the rows of 'kv' yourself, then write 'truncate:"
                + " skip' for it");
  }

  @Test
  void aKafkaRecordIsReadAsTheLineOfTheSameMessage() throws Refusal {
    for (SourceMessage line : messages) {
      assertThat(reader.read(Recordings.asRecord(line))).isEqualTo(reader.read(line));
    }
  }

  @Test
  void sequencesRiseInTheOrderOfTheStreamAndTheSnapshotIsBelow() {
    List<Sequence> sequences = new ArrayList<>();
    allEvents().forEach(event -> sequences.add(sequence(event)));
    assertThat(sequences).hasSize(16).isSorted().doesNotHaveDuplicates();
    assertThat(sequences.get(0)).hasToString("0.0.0.22277504");
    assertThat(sequences.get(1)).hasToString("0.0.22287328.2");
  }

  @Test
  void valuesComeWithAllTheirDigits() {
    Map<String, String> set = set(nth("orders", 1));
    assertThat(set)
        .containsEntry("f:customer", "alice")
        .containsEntry("f:amount", "12.34")
        .containsEntry("f:qty", "3")
        .containsEntry("f:doc", "{\"k\":1}")
        .containsEntry("f:tags", "[\"a\",\"b\"]")
        .containsEntry("f:flag", "true")
        .containsEntry("f:uid", "123e4567-e89b-12d3-a456-426614174000")
        .containsEntry("f:d", "2026-01-02");
    ChangeEvent event = nth("orders", 1);
    assertThat(value(event, "raw")).containsExactly(0xDE, 0xAD, 0xBE, 0xEF);
    assertThat(value(event, "at"))
        .isEqualTo(ByteBuffer.allocate(8).putLong(1_767_323_045_678_901L).array());
    assertThat(value(event, "dbl")).isEqualTo(ByteBuffer.allocate(8).putDouble(0.1).array());
  }

  @Test
  void theCommitTimeIsTheDatabasesNotTheConnectors() {
    assertThat(nth("orders", 1).commitTime()).hasValue(1796062003844L);
  }

  @Test
  void anUnchangedToastValueIsLeftAloneAndANullIsNull() {
    ChangeEvent paid = nth("orders", 3);
    assertThat(set(paid)).containsEntry("f:status", "paid").doesNotContainKey("f:note");
    assertThat(nulls(paid)).isEmpty();
    ChangeEvent nulled = nth("orders", 4);
    assertThat(set(nulled)).doesNotContainKeys("f:note", "f:status", "f:qty");
    assertThat(nulls(nulled)).containsExactly("f:qty", "f:status");
  }

  @Test
  void aKeyChangeIsADeleteOfTheOldRowAndAnInsertOfTheNewOneAtOnePosition() {
    ChangeEvent deleted = nth("orders", 5);
    ChangeEvent created = nth("orders", 6);
    assertThat(row(deleted)).isEqualTo("11");
    assertThat(deleted.rowDeleted()).isTrue();
    assertThat(row(created)).isEqualTo("12");
    assertThat(set(created)).containsExactly(Map.entry("f:customer", "bob"));
    assertThat(sequence(deleted)).hasToString("0.22288520.22288520.1");
    assertThat(sequence(created)).hasToString("0.22288520.22288520.2");
  }

  @Test
  void aReplayFromTheMiddleOfAKeyChangeYieldsTheSameEvents() throws MappingException {
    List<ChangeEvent> all = allEvents();
    for (int start = 0; start < messages.size(); start++) {
      DebeziumReader fresh = new DebeziumReader(mapping(MAPPING));
      List<ChangeEvent> rest = new ArrayList<>();
      for (SourceMessage message : messages.subList(start, messages.size())) {
        if (fresh.read(message) instanceof Reading.Changes some) {
          rest.addAll(some.events());
        }
      }
      assertThat(rest).isEqualTo(all.subList(all.size() - rest.size(), all.size()));
    }
  }

  @Test
  void theEmptyTextsOfADeletesBeforeAreNotTakenForValues() throws MappingException {
    DebeziumReader byCustomer =
        new DebeziumReader(
            mapping(
                "tables:",
                "  shop.orders:",
                "    to: orders",
                "    row: [{column: customer, as: text, delimiter: '|'}, {column: id, as: text}]",
                "    others: ignore",
                "    columns: {status: 'f:status'}"));
    List<String> reasons = new ArrayList<>();
    for (SourceMessage message : messages) {
      if (byCustomer.read(message) instanceof Reading.Rejected some
          && some.reason().contains("orders")) {
        reasons.add(some.reason());
      }
    }
    assertThat(reasons).hasSize(4).allMatch(reason -> reason.contains("REPLICA IDENTITY FULL"));
    assertThat(reasons.get(0)).contains("'before' is not there");
    assertThat(reasons.get(2)).contains("'before' is not known to be whole");
  }

  @Test
  void withReplicaIdentityFullNothingIsLeftOut() {
    assertThat(set(nth("fullid", 1))).containsOnlyKeys("f:v", "f:big");
    assertThat(nth("fullid", 2).rowDeleted()).isTrue();
  }

  @Test
  void changesOfOneTransactionStayInTheirOrder() {
    assertThat(row(nth("kv", 0))).isEqualTo("1|1");
    assertThat(set(nth("kv", 2))).containsExactly(Map.entry("f:v", "z"));
    assertThat(sequence(nth("kv", 2))).isGreaterThan(sequence(nth("kv", 0)));
    assertThat(nth("kv", 2).commitTime()).isEqualTo(nth("kv", 0).commitTime());
  }

  @Test
  void aTruncationMayBeSkippedButOnlyIfTheMappingSaysSo() throws MappingException {
    String skip = String.join("\n", MAPPING).replace("to: kv", "to: kv\n    truncate: skip");
    assertThat(new DebeziumReader(mapping(skip)).read(messages.get(46)))
        .isEqualTo(new Reading.Skipped(Reading.Kind.TRUNCATE, "shop.kv"));
  }

  @Test
  void aTableThatIsNotInTheMappingIsRejectedUnlessTheMappingSaysSkip() throws MappingException {
    String[] one = {
      "tables:",
      "  shop.kv:",
      "    to: kv",
      "    row: [{column: a, as: text}]",
      "    columns: {v: 'f:v'}",
      "    others: ignore"
    };
    assertThat(reason(new DebeziumReader(mapping(one)).read(messages.get(0))))
        .isEqualTo(
            "table postgres.shop.orders is not in the mapping; add it under 'tables', or write"
                + " 'unmapped: skip'");
    one[0] = "unmapped: skip\ntables:";
    assertThat(new DebeziumReader(mapping(one)).read(messages.get(0)))
        .isEqualTo(new Reading.Skipped(Reading.Kind.OTHER_TABLE, "postgres.shop.orders"));
  }

  private static byte[] value(ChangeEvent event, String qualifier) {
    return event.columns().get(ColumnMapping.target("f:" + qualifier).orElseThrow());
  }

  private List<ChangeEvent> allEvents() {
    List<ChangeEvent> events = new ArrayList<>();
    for (SourceMessage message : messages) {
      if (reader.read(message) instanceof Reading.Changes some) {
        events.addAll(some.events());
      }
    }
    return events;
  }

  private ChangeEvent nth(String table, int index) {
    Map<String, List<ChangeEvent>> events = new HashMap<>();
    for (SourceMessage message : messages) {
      if (reader.read(message) instanceof Reading.Changes some) {
        events.computeIfAbsent(some.table(), name -> new ArrayList<>()).add(event(some));
      }
    }
    return events.get(table).get(index);
  }
}
