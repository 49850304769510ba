package org.sediment.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of remembered deletes: frozen bytes. */
class RemovalNameTest {
  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void hasFrozenBytes() {
    Sequence sequence = Sequence.parse("0118.108.02");
    assertThat(new RemovalName(RemovalName.Kind.DELETE, sequence, 1700, 1699).qualifier())
        .isEqualTo(ascii("del:118.108.2@1700@1699"));
    assertThat(new RemovalName(RemovalName.Kind.REMOVAL, sequence, 0, 1699).qualifier())
        .isEqualTo(ascii("at:118.108.2@0@1699"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "del:7@1@2",
        "at:18446744073709551616.5@0@0",
        "del:0@0@1700000000000",
        "del:7@5@-1",
        "del:@5@-1"
      })
  void isReadAsWritten(String text) {
    byte[] around = ascii("<" + text + ">");
    RemovalName name = RemovalName.parse(around, 1, around.length - 2).orElseThrow();
    assertThat(name.qualifier()).isEqualTo(ascii(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "seq",
        "img",
        "del:",
        "del:7",
        "del:7@1",
        "del:7@1@",
        "del:@1@2",
        "at:@1@-1",
        "del:x@1@2",
        "del:7@1@2@3",
        "del:7@a@2",
        "DEL:7@1@2",
        "at:7@99999999999999999999@1",
        "c:u:del:7@1@2"
      })
  void anythingElseIsNoSuchName(String text) {
    byte[] bytes = ascii(text);
    assertThat(RemovalName.parse(bytes, 0, bytes.length)).isEmpty();
  }
}
