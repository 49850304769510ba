package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.counterexamples.Events.deleteRow;
import static org.sediment.counterexamples.Events.image;
import static org.sediment.counterexamples.Events.nulls;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Story.HOUR;
import static org.sediment.counterexamples.Story.PAST;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** Cases from the field about order: every permutation of small sets of events, in both modes. */
class CasesOfOrderTest {
  private final Random random = Seeds.random("CasesOfOrderTest");

  private static TestRegionBuilder ground(String guard) {
    return TestRegion.builder().sequence().upsert("u").property("sediment.guard", guard);
  }

  /** R04-like: rows inserted again after their delete, and dated before it. */
  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void r04_aRowInsertedAgainIsThereWhateverItsCommitTime(String guard) throws IOException {
    List<Orders.Made> events =
        List.of(
            row -> List.of(put(row, "1", PAST + 5000, "u:a=1", "u:b=1")),
            row -> List.of(deleteRow(row, "2", PAST + 4000)),
            row -> List.of(put(row, "3", PAST + 100, "u:a=3", "u:b=3")),
            row -> List.of(deleteRow(row, "4", PAST + 4000)),
            row -> List.of(put(row, "5", PAST + 50, "u:a=5", "u:b=5")));
    Orders.allEnd(ground(guard), events, "u:a=5 u:b=5", random);
    Orders.allEnd(ground(guard), events.subList(0, 4), "", random);
  }

  /** R04-like, where the clock of the row is seen: each is there at once, and above what was. */
  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void r04_everyInsertAndDeleteIsSeenAtOnce(String guard) throws IOException {
    Story.in(() -> Story.ordinary().property("sediment.guard", guard))
        .then(r -> r.put(put("r", "1", PAST + 5000, "u:a=1", "u:b=1")))
        .then(r -> r.delete(deleteRow("r", "2", PAST + 4000)))
        .then(r -> assertThat(View.exists(r, "r")).isFalse())
        .then(r -> r.put(put("r", "3", PAST + 100, "u:a=3")))
        .then(r -> assertThat(View.timed(r, "r")).isEqualTo("u:a=3@" + (PAST + 5001)))
        .then(r -> r.delete(deleteRow("r", "4", PAST)))
        .then(r -> assertThat(View.exists(r, "r")).isFalse())
        .then(r -> r.put(put("r", "5", PAST, "u:b=5")))
        .ends(r -> assertThat(View.timed(r, "r")).isEqualTo("u:b=5@" + (PAST + 5002)));
  }

  /** R05-like: a source's clock steps back, and two sources whose clocks lie an hour apart. */
  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void r05_clocksThatStepBackOrDifferDecideNothing(String guard) throws IOException {
    Orders.allEnd(
        ground(guard),
        List.of(
            row -> List.of(put(row, "1", PAST + HOUR, "u:a=1", "u:b=1")),
            row -> List.of(put(row, "2", PAST, "u:a=2", "u:b=2")),
            row -> List.of(deleteRow(row, "3", PAST + HOUR)),
            row -> List.of(put(row, "4", PAST + HOUR + 1, "u:a=4", "u:b=4")),
            row -> List.of(put(row, "5", PAST - 9, "u:a=5", "u:b=5"))),
        "u:a=5 u:b=5",
        random);
  }

  /**
   * R13 and the sets of issue 3, column by column; the end is what their replay in order leaves.
   */
  static Stream<Arguments> partialEvents() {
    return Stream.of(
        Arguments.of(
            "inserts, partial updates, nulls, a clock that steps",
            "u:b=3 u:d=5",
            List.<Orders.Made>of(
                row -> List.of(put(row, "1", PAST + 9, "u:a=1", "u:b=1", "u:c=1")),
                row -> List.of(put(row, "2", PAST + 5, "u:a=2"), nulls(row, "2", PAST + 5, "u:b")),
                row -> List.of(put(row, "3", PAST + 7, "u:b=3")),
                row -> List.of(nulls(row, "4", PAST + 1, "u:a", "u:c")),
                row -> List.of(put(row, "5", PAST + 2, "u:d=5")))),
        Arguments.of(
            "deletes and re-inserts, each dated before the last",
            "u:c=5",
            List.<Orders.Made>of(
                row -> List.of(put(row, "1", PAST + 900, "u:a=1", "u:b=1")),
                row -> List.of(deleteRow(row, "2", PAST + 700)),
                row -> List.of(put(row, "3", PAST + 500, "u:a=3")),
                row -> List.of(deleteRow(row, "4", PAST + 300)),
                row -> List.of(put(row, "5", PAST + 100, "u:c=5")))),
        Arguments.of(
            "all in one millisecond",
            "u:a=4 u:b=5",
            List.<Orders.Made>of(
                row -> List.of(put(row, "1", PAST, "u:a=1", "u:b=1", "u:c=1")),
                row -> List.of(deleteRow(row, "2", PAST)),
                row -> List.of(nulls(row, "3", PAST, "u:a")),
                row -> List.of(put(row, "4", PAST, "u:a=4")),
                row -> List.of(put(row, "5", PAST, "u:b=5")))),
        Arguments.of(
            "full images among partial events",
            "u:a=5 u:b=4",
            List.<Orders.Made>of(
                row -> List.of(put(row, "1", PAST + 1, "u:a=1", "u:c=1")),
                row -> List.of(image(put(row, "2", PAST + 1, "u:a=2", "u:b=2"))),
                row -> List.of(nulls(row, "3", PAST + 3, "u:b")),
                row -> List.of(image(put(row, "4", PAST + 2, "u:b=4"))),
                row -> List.of(put(row, "5", PAST + 2, "u:a=5")))),
        Arguments.of(
            "replacements: a row delete and columns in one event",
            "u:b=4",
            List.<Orders.Made>of(
                row -> List.of(put(row, "1", PAST + 3, "u:a=1", "u:b=1")),
                row -> List.of(deleteRow(row, "2", PAST + 3), put(row, "2", PAST + 3, "u:c=2")),
                row -> List.of(put(row, "3", PAST + 2, "u:a=3")),
                row -> List.of(deleteRow(row, "4", PAST + 1), put(row, "4", PAST + 1, "u:b=4")),
                row -> List.of(nulls(row, "5", PAST + 1, "u:c")))),
        Arguments.of(
            "nothing is left",
            "",
            List.<Orders.Made>of(
                row -> List.of(put(row, "1", PAST + 3, "u:a=1", "u:b=1")),
                row -> List.of(nulls(row, "2", PAST + 3, "u:b", "u:c")),
                row -> List.of(put(row, "3", PAST + 1, "u:c=3")),
                row -> List.of(nulls(row, "4", PAST + 9, "u:a")),
                row -> List.of(nulls(row, "5", PAST + 2, "u:c")))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("partialEvents")
  void r13_everyPermutationOfPartialEventsEndsAsTheirReplay(
      String what, String end, List<Orders.Made> events) throws IOException {
    assertThat(what).isNotEmpty();
    Orders.allEnd(ground("cell"), events, end, random);
  }

  /** R10, both ways round, where events name some columns: every order of arrival. */
  @Test
  void r10_deleteAndInsertOfOneMillisecondInEveryOrderColumnByColumn() throws IOException {
    List<Orders.Made> events =
        List.of(
            row -> List.of(put(row, "1", PAST, "u:a=0", "u:b=0")),
            row -> List.of(deleteRow(row, "7", PAST + 9)),
            row -> List.of(put(row, "8", PAST + 9, "u:a=1")),
            row -> List.of(put(row, "9", PAST + 9, "u:c=2")),
            row -> List.of(deleteRow(row, "10", PAST + 9)));
    Orders.allEnd(ground("cell"), events.subList(0, 4), "u:a=1 u:c=2", random);
    Orders.allEnd(ground("cell"), events, "", random);
  }
}
