package org.sediment.rowkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sediment.rowkey.RandomKeys.Kind;
import org.sediment.testing.Seeds;

/** What a layout is said to answer, its queries answer, in as many scans; and no more. */
class LayoutTest {
  @Test
  void whatIsToldIsWhatQueriesDo() {
    Random random = Seeds.random("LayoutTest.whatIsToldIsWhatQueriesDo");
    for (int i = 0; i < 300; i++) {
      List<Kind> kinds = RandomKeys.kinds(random);
      String spread = List.of("", "bucket(7), ", "bucket(7,p0), ").get(random.nextInt(3));
      KeySchema schema = KeySchema.parse(spread + RandomKeys.schema(kinds));
      Object[] row = RandomKeys.values(kinds, random);
      for (int bound = 0; bound < kinds.size(); bound++) {
        KeyQuery query = schema.where(Arrays.copyOf(row, bound));
        Object value = row[bound];
        String told = equal(bound) + "p" + bound;
        check(schema, told + " from ? to ?", query, () -> query.from(value));
        check(schema, told + " begins with ?", query, () -> query.startingWith(""));
        check(schema, told + " ends with ?", query, () -> query.endingWith(""));
      }
    }
  }

  private static String equal(int bound) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < bound; i++) {
      out.append("p").append(i).append(" = ?, ");
    }
    return out.toString();
  }

  private static void check(KeySchema schema, String told, KeyQuery head, Runnable ask) {
    List<LayoutAnswer> answers =
        schema.queries().stream().filter(each -> each.query().equals(told)).toList();
    boolean answered = answers.stream().anyMatch(LayoutAnswer::answered);
    Throwable refused = catchThrowable(ask::run);
    assertThat(answered).as("%s: %s, %s", schema, told, refused).isEqualTo(refused == null);
    if (answered) {
      int scans = head.ranges().size();
      assertThat(answers.get(0).how())
          .as("%s: %s", schema, told)
          .startsWith(scans == 1 ? "1 scan" : scans + " scans, merged");
    }
  }
}
