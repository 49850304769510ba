package org.sediment.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A wrong mapping is refused at once, with every problem, its line and the remedy. */
class MappingTest {
  @Test
  void everyProblemIsToldWithLineColumnAndRemedy() {
    MappingException wrong =
        refused(
            """
            generation: -1
            tabels: {}
            tables:
              shop.orders:
                to: orders
                row:
                  - {column: customer, as: text}
                  - {column: id, as: number}
                columns:
                  status: status
                  amount: {to: "f:amount", type: strng}
                  qty: {to: "d:a:b", delta: text}
                  note: {to: "f:amount", form: iso}
                  flag: {type: boolean}
                image: whole
            """);
    assertThat(wrong.problems())
        .extracting(problem -> problem.line() + " " + problem.what())
        .containsExactly(
            "1 'generation' of the mapping is '-1'",
            "2 the mapping has an unknown entry 'tabels'",
            "7 a text that is not the last part of 'row' has no end",
            "8 'as' of a part of 'row' is 'number'",
            "10 column status goes to 'status', which names no family",
            "11 'type' of column amount is 'strng'",
            "12 counter 'd:a:b' of column qty has ':', ';' or '<'",
            "12 'delta' of column qty is 'text'",
            "13 columns amount and note go to f:amount",
            "13 column note has an unknown entry 'form'",
            "14 column flag has no 'to'",
            "15 'image' of table shop.orders is 'whole'");
    assertThat(wrong)
        .hasMessageStartingWith("mapping.yaml cannot be used:\n  line 1, column 1: ")
        .hasMessageContaining("write one of text, json, bytes, boolean, int32, int64")
        .hasMessageContaining("write one of partial, full");
  }

  @Test
  void aTimeNeedsItsZoneAndIsAfter1970() {
    String rest = "tables: {s.t: {to: t, row: [{column: id, as: text}], columns: {a: 'f:a'}}}\n";
    for (String time : List.of("yesterday", "2026-01-31T12:00:00", "1969-12-31T23:59:59Z", "''")) {
      assertThatThrownBy(() -> Mapping.parse("m.yaml", "snapshot-time: " + time + "\n" + rest))
          .hasMessageContaining("'snapshot-time' of the mapping is")
          .hasMessageContaining("2026-01-31T12:00:00Z");
    }
  }

  @Test
  void whatIsNoYamlIsToldWithItsLine() {
    MappingException wrong = refused("tables:\n  shop.orders: {to: orders\n  row: [");
    assertThat(wrong.problems()).hasSize(1);
    assertThat(wrong.problems().get(0).line()).isGreaterThan(1);
    assertThat(wrong).hasMessageContaining("not YAML");
  }

  @Test
  void anEntryThatIsThereTwiceIsRefused() {
    String twice = "tables:\n  t: {to: a, to: b, row: [{column: id, as: long}], columns: {}}\n";
    assertThat(refused(twice)).hasMessageContaining("line 2");
  }

  @Test
  void anEmptyFileAndAFileWithoutTablesAreRefused() {
    for (String yaml : List.of("", "tables:\n", "tables: {}\n", "generation: 1\n", "- a\n", "x")) {
      assertThat(refused(yaml).problems()).as(yaml).isNotEmpty();
    }
  }

  @Test
  void deltasNeedAWholeBeforeAndASecondGenerationAWordAboutSnapshots() {
    String yaml =
        """
        generation: 1
        tables:
          t:
            to: t
            row: [{column: id, as: long}]
            before: key
            columns: {qty: {to: "d:qty", delta: int64}}
        """;
    assertThat(refused(yaml))
        .hasMessageContaining("REPLICA IDENTITY FULL")
        .hasMessageContaining("snapshot-deltas: skip");
  }

  private static MappingException refused(String yaml) {
    MappingException wrong =
        catchThrowableOfType(MappingException.class, () -> Mapping.parse("mapping.yaml", yaml));
    assertThat(wrong).as(yaml).isNotNull();
    return wrong;
  }
}
