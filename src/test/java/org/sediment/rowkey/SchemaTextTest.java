package org.sediment.rowkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text form of schemas: read, written, refused. */
class SchemaTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bucket(16,host), host:text(|), time:reversed-long",
        "salt(2), host:text(\\x00), n:int, random(4)",
        "b:bucket(300), tenant:text(12,\\x00), name:reversed-text(escaped), id:bytes(16)",
        "a:text(\\x2C), b:text(\\x28), c:text(\\x31), d:text(\\x20), e:text(\\x5C), f:text(9)",
        "boolean, digits(9), unsigned, plain-long, long, bytes(escaped), text"
      })
  void theTextFormIsReadAsItIsWritten(String text) {
    assertThat(KeySchema.parse(text)).hasToString(text);
    assertThat(KeySchema.parse(text.replace(", ", ","))).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      value = {
        "a:text, b:long@part 1, 'a:text': has no end@text(\\x00)",
        "a:bytes, b:long@part 1, 'a:bytes': has no end@bytes(escaped)",
        "a:nonsense@part 1, 'a:nonsense': there is no kind 'nonsense'@reversed-long",
        "a:long, , b:long@part 2, '': is not a part@name:kind",
        "a:text(ab)@part 1, 'a:text(ab)': 'ab' is not one byte of ASCII@text(escaped)",
        "a:text(é)@part 1, 'a:text(é)': 'é' is not one byte of ASCII@text(|)",
        "a:text(0)@part 1, 'a:text(0)': '0' is not the number@from 1 to 32767",
        "a:text(|,x)@part 1, 'a:text(|,x)': has 'x' in its brackets@takes no such thing",
        "a:bytes(|)@part 1, 'a:bytes(|)': '|' is no end for bytes@bytes(16)",
        "a:long(8)@part 1, 'a:long(8)': has '8' in its brackets@takes no such thing",
        "a:digits@part 1, 'a:digits': has no number@digits(n)",
        "a:long, a:int@part 2, 'a:int': has the name 'a' of another part@write name:int",
        "bucket(1), a:long@part 1, 'bucket(1)': '1' is not the number@from 2 to 65536",
        "salt(33), a:long@part 1, 'salt(33)': '33' is not the number@from 1 to 32",
        "bucket(4,x), a:long@'bucket' is to be reckoned from 'x'@name each of these once at most: a",
        "a:long, bucket(4)@no value stands behind 'bucket'@bucket(16,host)",
        "bucket(4), salt(1), a:long@a second salt or bucket, 'salt'@keep one",
        "random(2), a:long@part 1, 'random(2)': is not the last part@at the end",
        "random(2)@the schema 'random(2)' holds no value@id:long"
      })
  void aWrongSchemaNamesThePartItsPlaceAndTheRemedy(String text, String what, String remedy) {
    assertThatThrownBy(() -> KeySchema.parse(text))
        .isInstanceOf(KeyException.class)
        .hasMessageStartingWith(what)
        .hasMessageContaining(remedy);
  }

  @Test
  void wrongValuesNameThePartAndTheRemedy() {
    KeySchema schema = KeySchema.parse("n:int, t:reversed-long, name:text");
    assertThatThrownBy(() -> schema.encode(1L << 40, 1, "x"))
        .hasMessage(
            "part 1 'n': 1099511627776 does not lie between -2147483648 and 2147483647, what 'int'"
                + " holds: declare the part as another kind");
    assertThatThrownBy(() -> schema.encode(1, "later", "x")).hasMessageStartingWith("part 2 't': ");
    assertThatThrownBy(() -> schema.encode(1, null, "x")).hasMessageStartingWith("part 2 't': ");
    assertThatThrownBy(() -> schema.encode(1, 1, "half \ud83d"))
        .hasMessageStartingWith("part 3 'name': ");
    assertThatThrownBy(() -> schema.encode(1, 1)).hasMessageContaining("give n, t, name");
    assertThatThrownBy(() -> schema.encode(1, 1, "x".repeat(40_000)))
        .hasMessageContaining("40012 bytes");
    assertThatThrownBy(() -> KeySchema.parse("text").encode("")).hasMessageContaining("0 bytes");
    assertThat(schema.read(List.of("-3", "2025-01-31", "x")))
        .usingRecursiveComparison()
        .isEqualTo(schema.read(List.of("-3", "2025-01-31T00:00:00Z", "x")));
    assertThatThrownBy(() -> schema.read(List.of("1", "yesterday")))
        .hasMessageContaining("2025-01-31T12:00:00Z");
  }

  @Test
  void queriesSayWhatALayoutAnswersAndWhatItLoses() {
    String answers = lines("bucket(16,host), host:text(|), time:reversed-long");
    assertThat(answers)
        .contains(
            "+ one row: host = ?, time = ? | 1 Get",
            "+ host = ? | 1 scan, in order of time, greatest first",
            "+ host begins with ? | 16 scans, merged",
            "+ host = ?, time from ? to ? | 1 scan",
            "- host from ? to ? | declare it as text(\\x00)",
            "- host ends with ? | an inverted-key index table: host:reversed-text(escaped), time:reversed-long",
            "- time = ?, without host | an index table: time:reversed-long, host:text(|)",
            "+ even writes");
    assertThat(lines("time:long, host:text"))
        .contains("- even writes, if time rises", "+ time from ? to ? | 1 scan", "RowFilter");
    assertThat(lines("time:long, n:int")).contains("FuzzyRowFilter");
    assertThat(lines("id:long, random(4)")).contains("- one row, by its values");
    assertThat(lines("mail:reversed-text")).contains("+ mail ends with ? | 1 scan");
  }

  private static String lines(String schema) {
    return KeySchema.parse(schema).queries().stream()
        .map(each -> (each.answered() ? "+ " : "- ") + each.query() + " | " + each.how())
        .collect(Collectors.joining("\n"));
  }
}
