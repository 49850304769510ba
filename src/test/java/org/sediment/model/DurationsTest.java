package org.sediment.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Durations as text. */
class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "7, 7",
    "15ms, 15",
    "2s, 2000",
    "3m, 180000",
    "1h, 3600000",
    "10d, 864000000",
    "007s, 7000",
    "999999999999ms, 999999999999",
  })
  void aNumberWithAUnit(String text, long millis) {
    assertThat(Durations.parse(text)).isEqualTo(millis);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "h", "-1h", "1.5h", "1 h", "1H", "1w", "1h30m", "1e3", "forever"})
  void anythingElseIsRefusedWithTheRemedy(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("such as 1h");
  }

  @ParameterizedTest
  @ValueSource(strings = {"36501d", "999999999999d", "999999999999h"})
  void whatIsTooLongIsRefusedNotWrapped(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("36500d or less");
    assertThat(Durations.parse("36500d")).isEqualTo(Durations.LONGEST);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1ms", "1500, 1500ms", "60000, 1m", "5400000, 90m", "864000000, 10d"})
  void isWrittenInTheLargestUnitThatFits(long millis, String text) {
    assertThat(Durations.parse(Durations.text(millis))).isEqualTo(millis);
    if (millis > 0) {
      assertThat(Durations.text(millis)).isEqualTo(text);
    }
  }
}
