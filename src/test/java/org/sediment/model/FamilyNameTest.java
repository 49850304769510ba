package org.sediment.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of families as text and back. */
class FamilyNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"x", "cf1", "größe", "\uD83D\uDE00", "a-b c_\"'", "x\uFFFD"})
  void aNameInUtf8IsItsOwnText(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    assertThat(FamilyName.text(bytes)).isEqualTo(name);
    assertThat(FamilyName.bytes(name)).isEqualTo(bytes);
  }

  @Test
  void anyOtherIsWrittenAsTheShellDoes() {
    byte[] name = {'x', (byte) 0xFF, (byte) 0xC3, '1'};
    assertThat(FamilyName.text(name)).isEqualTo("x\\xFF\\xC31");
    assertThat(FamilyName.bytes("x\\xFF\\xC31")).isEqualTo(name);
    assertThat(FamilyName.bytes("ö\\xFF")).isEqualTo(new byte[] {(byte) 0xC3, (byte) 0xB6, -1});
    assertThat(FamilyName.bytes("\\x4\\xZZ\\x")).asString().isEqualTo("\\x4\\xZZ\\x");
  }

  /** Every name of two bytes that HBase allows. */
  @Test
  void noTwoNamesHaveOneText() {
    Map<String, byte[]> names = new HashMap<>();
    for (int i = 0; i < 0x10000; i++) {
      byte[] name = {(byte) (i >> 8), (byte) i};
      if (name[0] != '\\' && name[1] != '\\') {
        String text = FamilyName.text(name);
        assertThat(names.put(text, name)).as(text).isNull();
        assertThat(FamilyName.bytes(text)).isEqualTo(name);
      }
    }
  }
}
