package org.sediment.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The names of columns in the sequence family, as they are stored. */
class ColumnMarkTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static ColumnName column(String family, String qualifier) {
    return new ColumnName(bytes(family), bytes(qualifier));
  }

  @Test
  void layoutsAreFrozen() {
    assertThat(text(ColumnMark.value(column("u", "a")))).isEqualTo("c:u:a");
    assertThat(text(ColumnMark.removal(column("u", "a"), Sequence.parse("0017.2"), 99)))
        .isEqualTo("n:u:a\0" + "17.2@99");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", ":", "a:b", "\0", "a\0" + "5@6", "\u00ff\u0000", "@"})
  void everyQualifierIsReadBack(String qualifier) {
    ColumnName column = column("fam", qualifier);
    byte[] value = ColumnMark.value(column);
    assertThat(ColumnMark.parseValue(value, 0, value.length)).contains(column);
    Sequence sequence = Sequence.parse("118.2");
    byte[] removal = bytes("xx" + text(ColumnMark.removal(column, sequence, 1234)) + "x");
    assertThat(ColumnMark.parseRemoval(removal, 2, removal.length - 3))
        .contains(new ColumnMark.Removal(column, sequence, 1234));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "c", "c:", "c:u", "c::a", "d:u:a", "seq", "n:u:a", "n:u:a\0", "n:u:a\0" + "5"})
  void whatIsNoSuchNameIsNotRead(String name) {
    byte[] bytes = bytes(name);
    assertThat(ColumnMark.parseValue(bytes, 0, bytes.length)).isEqualTo(Optional.empty());
    assertThat(ColumnMark.parseRemoval(bytes, 0, bytes.length)).isEqualTo(Optional.empty());
  }
}
