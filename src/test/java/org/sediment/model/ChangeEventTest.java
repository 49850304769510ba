package org.sediment.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ChangeEventTest {
  @Test
  void valueNullAndAbsentStayDistinctAndAnEmptyValueIsAValue() {
    ChangeEvent event =
        row("r").sequence(Sequence.parse("7")).set(name("b"), bytes("")).setNull(name("a")).build();
    assertThat(event.columns()).containsOnlyKeys(name("b"));
    assertThat(event.columns().get(name("b"))).isEmpty();
    assertThat(event.nulls()).containsExactly(name("a"));
    assertThat(event.changesState()).isTrue();
  }

  @Test
  void setAndNullOfOneColumnIsRefused() {
    assertRefused(
        row("r").set(name("a"), bytes("1")).setNull(name("a")),
        "row 'r': column f:a is set and null; give a value or null, not both");
  }

  @Test
  void aColumnSetTwiceIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> row("r").set(name("a"), bytes("1")).set(name("a"), bytes("1")))
        .withMessage("row 'r': column f:a is set twice; give one value");
  }

  @Test
  void aNullBesideARowDeleteIsRefusedAndColumnsAreAReplacement() {
    assertRefused(
        row("r").deleteRow().setNull(name("a")),
        "row 'r': the row is deleted and f:a is null; leave the nulls out: a deleted row has no"
            + " columns");
    assertThat(row("r").deleteRow().set(name("a"), bytes("1")).build().rowDeleted()).isTrue();
  }

  @Test
  void anEventThatChangesNothingIsRefused() {
    assertRefused(
        row("r").sequence(Sequence.parse("7")),
        "row 'r': the event changes nothing; set, null, delete or add something");
  }

  @Test
  void twoDeltasOfOneIdentityAreRefusedWhateverTheirValues() {
    assertRefused(
        row("r").add(delta("qty", "e1", 5, "3")).add(delta("qty", "e1", 5, "4")),
        "row 'r': delta d:qty:e1@5=4 is there twice; give each delta of a counter its own ID");
    assertThat(
            row("r")
                .add(delta("qty", "e1", 5, "3"))
                .add(delta("qty", "e1", 6, "3"))
                .add(delta("paid", "e1", 5, "3"))
                .build()
                .changesState())
        .isFalse();
  }

  @Test
  void deltasOfWrongFormAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> delta("q:y", "e", 5, "3"))
        .withMessageContaining("'q:y' has ':', ';' or '<' in its name");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> delta("qty", "", 5, "3"))
        .withMessageContaining("empty event ID");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> delta("qty", "e", Long.MAX_VALUE, "3"))
        .withMessageContaining("milliseconds");
  }

  @Test
  void rowKeysAndTimesThatHBaseCannotTakeAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> ChangeEvent.of(new byte[0]));
    assertThatIllegalArgumentException().isThrownBy(() -> ChangeEvent.of(new byte[32768]));
    assertThatIllegalArgumentException().isThrownBy(() -> row("r").commitTime(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> row("r").commitTime(Long.MAX_VALUE));
  }

  @Test
  void equalWhenAllPartsAre() {
    assertThat(full("1")).isEqualTo(full("1")).hasSameHashCodeAs(full("1"));
    assertThat(full("1")).isNotEqualTo(full("2"));
    assertThat(full("1"))
        .hasToString(
            "row 'r' seq 7 ts 9 FULL deleted set {f:a=1} null [] add [d:qty:e1@5=3, d:qty:e0@5"
                + " taken back]");
  }

  private static ChangeEvent full(String value) {
    return row("r")
        .sequence(Sequence.parse("7"))
        .commitTime(9)
        .image(ChangeEvent.Image.FULL)
        .deleteRow()
        .set(name("a"), bytes(value))
        .add(delta("qty", "e1", 5, "3"))
        .add(DeltaChange.retraction(bytes("d"), bytes("qty"), bytes("e0"), 5))
        .build();
  }

  private static void assertRefused(ChangeEvent.Builder event, String message) {
    assertThatIllegalArgumentException().isThrownBy(event::build).withMessage(message);
  }

  private static ChangeEvent.Builder row(String key) {
    return ChangeEvent.of(bytes(key));
  }

  private static ColumnName name(String qualifier) {
    return new ColumnName(bytes("f"), bytes(qualifier));
  }

  private static DeltaChange delta(String counter, String id, long time, String value) {
    return DeltaChange.of(bytes("d"), bytes(counter), bytes(id), time, bytes(value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
