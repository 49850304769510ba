package org.sediment.fold;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sediment.model.Base;

/** The one rule, as a table. */
class JudgementTest {
  /** Base of the table: through 100, highest folded sequence ID 50. */
  private static final Base BASE = new Base("sum", "int64", 100, BigDecimal.TEN, 3, 10, 50);

  @ParameterizedTest
  @CsvSource({
    // no base
    "false, 0, 0, PENDING",
    "false, 100, 51, PENDING",
    // above it, whatever the sequence ID
    "true, 101, 0, PENDING",
    "true, 101, 50, PENDING",
    "true, 101, 51, PENDING",
    // at or below it: a copy by proof only
    "true, 100, 50, COPY",
    "true, 100, 51, LATE",
    "true, 100, 0, COPY",
    "true, 10, 1, COPY",
    "true, 10, 51, LATE",
    // even below its oldest
    "true, 9, 50, COPY",
    "true, 9, 51, LATE",
    "true, 0, 9223372036854775807, LATE",
  })
  void tellsPendingFromCopyFromLate(boolean hasBase, long time, long id, Judgement expected) {
    assertThat(Judgement.of(time, id, hasBase ? BASE : null)).isEqualTo(expected);
  }
}
