package org.sediment.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Bytes as text. */
class PrintableTest {
  @Test
  void showsAnythingOnOneLine() {
    byte[] bytes = {'a', ' ', '~', '\\', 0, '\n', (byte) 0xFF, 0x7F};
    assertThat(Printable.of(bytes)).isEqualTo("a ~\\x5C\\x00\\x0A\\xFF\\x7F");
    assertThat(Printable.of(bytes, 1, 2)).isEqualTo(" ~");
    assertThat(Printable.of(new byte[0])).isEmpty();
  }

  @Test
  void cutsWhatIsLong() {
    assertThat(Printable.of(new byte[1000])).hasSize(200 * 4 + 3).endsWith("\\x00...");
  }
}
