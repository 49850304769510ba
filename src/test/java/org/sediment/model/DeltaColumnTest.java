package org.sediment.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sediment.model.DeltaColumn.Kind;
import org.sediment.testing.Seeds;

/** Qualifiers of delta families: frozen layout, and neighbours that stay together. */
class DeltaColumnTest {
  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      emptyValue = "",
      value = {
        "amt:e1, DELTA, amt, e1",
        "amt2:e1, DELTA, amt2, e1",
        ":e1, DELTA, '', e1",
        "amt:a:b, DELTA, amt, a:b",
        "amt:;, DELTA, amt, ;",
        "amt:<d:x, DELTA, amt, <d:x",
        "amt;, BASE, amt, ''",
        ";, BASE, '', ''",
        "amt<d:e1, LATE_DELTA, amt, e1",
        "<d:e1, LATE_DELTA, '', e1",
        "amt<d::, LATE_DELTA, amt, :",
        "amt<r:e1, LATE_RETRACTION, amt, e1",
        "amt<R, LATE_ROW_DELETE, amt, ''",
        "<R, LATE_ROW_DELETE, '', ''",
        "amt<x:e1@17, MARK, amt, e1",
        "amt<x:a@b@17, MARK, amt, a@b",
        "<x:@17, MARK, '', ''",
        "'', MALFORMED, '', ''",
        "amt, MALFORMED, '', ''",
        "amt:, MALFORMED, '', ''",
        ":, MALFORMED, '', ''",
        "amt;x, MALFORMED, '', ''",
        "amt;:x, MALFORMED, '', ''",
        "amt<, MALFORMED, '', ''",
        "amt<d, MALFORMED, '', ''",
        "amt<d:, MALFORMED, '', ''",
        "amt<r:, MALFORMED, '', ''",
        "amt<Rx, MALFORMED, '', ''",
        "amt<R:x, MALFORMED, '', ''",
        "amt<x:e1, MALFORMED, '', ''",
        "amt<q:e1, MALFORMED, '', ''",
      })
  void readsEveryForm(String qualifier, Kind kind, String counter, String eventId) {
    byte[] around = latin("::" + qualifier + "::");
    DeltaColumn column = DeltaColumn.parse(around, 2, around.length - 4);
    assertThat(column.kind()).isEqualTo(kind);
    assertThat(column.counter()).isEqualTo(latin(counter));
    assertThat(column.eventId()).isEqualTo(latin(eventId));
  }

  @Test
  void writesFrozenBytes() {
    byte[] counter = latin("amt");
    byte[] id = latin("e:\u0000\u00ff");
    assertThat(DeltaColumn.delta(counter, id)).isEqualTo(latin("amt:e:\u0000\u00ff"));
    assertThat(DeltaColumn.base(counter)).isEqualTo(latin("amt;"));
    assertThat(DeltaColumn.lateDelta(counter, id)).isEqualTo(latin("amt<d:e:\u0000\u00ff"));
    assertThat(DeltaColumn.lateRetraction(counter, id)).isEqualTo(latin("amt<r:e:\u0000\u00ff"));
    assertThat(DeltaColumn.lateRowDelete(counter)).isEqualTo(latin("amt<R"));
    assertThat(DeltaColumn.retractionMark(counter, id, 1700))
        .isEqualTo(latin("amt<x:e:\u0000\u00ff@1700"));
    assertThat(DeltaColumn.rowDeleteMark(1700)).isEqualTo(latin("<x:@1700"));
  }

  @ParameterizedTest
  @CsvSource({
    "<x:@1700, 1700",
    "amt<x:a@5@17, 17",
    "amt<x:a@, -1",
    "amt<x:a@x, -1",
    "amt<x:a@-5, -1",
    "amt<x:a@99999999999999999999, -1",
    "amt, -1",
  })
  void readsTheTimeOfAMark(String qualifier, long time) {
    assertThat(DeltaColumn.markTime(latin(qualifier))).isEqualTo(time);
  }

  @Test
  void anyEventIdSurvives() {
    Random random = Seeds.random("DeltaColumnTest");
    for (int i = 0; i < 5_000; i++) {
      byte[] counter = counter(random);
      byte[] id = new byte[1 + random.nextInt(i % 100 == 0 ? 1024 : 6)];
      random.nextBytes(id);
      if (random.nextBoolean()) {
        id[random.nextInt(id.length)] = (byte) ":;<@".charAt(random.nextInt(4));
      }
      same(DeltaColumn.delta(counter, id), Kind.DELTA, counter, id);
      same(DeltaColumn.lateDelta(counter, id), Kind.LATE_DELTA, counter, id);
      same(DeltaColumn.lateRetraction(counter, id), Kind.LATE_RETRACTION, counter, id);
      long time = random.nextLong() & Long.MAX_VALUE;
      byte[] mark = DeltaColumn.retractionMark(counter, id, time);
      same(mark, Kind.MARK, counter, id);
      assertThat(DeltaColumn.markTime(mark)).isEqualTo(time);
    }
  }

  private static byte[] counter(Random random) {
    byte[] out = new byte[random.nextInt(5)];
    random.nextBytes(out);
    for (int i = 0; i < out.length; i++) {
      if (out[i] >= ':' && out[i] <= '<') {
        out[i] = '=';
      }
    }
    return out;
  }

  private static void same(byte[] qualifier, Kind kind, byte[] counter, byte[] id) {
    DeltaColumn column = DeltaColumn.parse(qualifier);
    assertThat(column.kind()).isEqualTo(kind);
    assertThat(column.counter()).isEqualTo(counter);
    assertThat(column.eventId()).isEqualTo(id);
  }

  @Test
  void theCellsOfACounterAreNeighboursInOrderDeltasBaseEntries() {
    List<String> counters = List.of("", "a", "a\u0000", "a9", "a=", "amt", "amt2", "b", "\u00ff");
    List<byte[]> sorted =
        counters.stream()
            .flatMap(
                name ->
                    List.of(
                        DeltaColumn.lateRowDelete(latin(name)),
                        DeltaColumn.base(latin(name)),
                        DeltaColumn.delta(latin(name), latin("\u00ff\u00ff")),
                        DeltaColumn.lateDelta(latin(name), latin("e")),
                        DeltaColumn.delta(latin(name), latin("\u0000")))
                        .stream())
            .sorted(Arrays::compareUnsigned)
            .toList();
    for (int i = 0; i < sorted.size(); i += 5) {
      byte[] counter = DeltaColumn.parse(sorted.get(i)).counter();
      List<Kind> kinds =
          sorted.subList(i, i + 5).stream().map(each -> DeltaColumn.parse(each).kind()).toList();
      assertThat(kinds)
          .containsExactly(
              Kind.DELTA, Kind.DELTA, Kind.BASE, Kind.LATE_ROW_DELETE, Kind.LATE_DELTA);
      assertThat(sorted.subList(i, i + 5))
          .allSatisfy(each -> assertThat(DeltaColumn.parse(each).counter()).isEqualTo(counter));
    }
  }
}
