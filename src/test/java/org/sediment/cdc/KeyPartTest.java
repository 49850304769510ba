package org.sediment.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.cdc.Recordings.mapping;
import static org.sediment.cdc.Recordings.reason;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sediment.rowkey.KeySchema;

/** R42: row keys never mix, and numbers in them sort as numbers. */
class KeyPartTest {
  private static final String TWO_TEXTS =
      "[{column: a, as: text, delimiter: '%s'}, {column: b, as: text}]";

  @Test
  void numbersSortAsNumbersNegativeOnesFirst() throws MappingException {
    List<byte[]> keys = new ArrayList<>();
    for (long number : new long[] {Long.MIN_VALUE, -300, -1, 0, 1, 255, 256, Long.MAX_VALUE}) {
      keys.add(key("[{column: a, as: long}]", "{'a':" + number + "}"));
    }
    assertThat(keys).isSortedAccordingTo(Arrays::compareUnsigned);
    assertThat(key("[{column: a, as: plain-long}]", "{'a':258}"))
        .containsExactly(0, 0, 0, 0, 0, 0, 1, 2);
    assertThat(key("[{column: a, as: digits, width: 5}]", "{'a':42}"))
        .asString()
        .isEqualTo("00042");
  }

  @Test
  void noTwoPairsOfTextsGetOneKey() throws MappingException {
    List<String> texts =
        List.of("", "a", "b", "|", "a|", "|a", "||", "a||", "|||b", "doc-7", "doc-71");
    for (String delimiter : List.of("|", "||", "\\x00")) {
      Map<String, String> keys = new HashMap<>();
      for (String a : texts) {
        for (String b : texts) {
          Reading reading =
              read(TWO_TEXTS.formatted(delimiter), "{'a':'" + a + "','b':'" + b + "'}");
          if (reading instanceof Reading.Changes some) {
            String key = BinaryText.text(some.events().get(0).row());
            assertThat(keys.put(key, a + " and " + b)).as(key).isNull();
          }
        }
      }
      assertThat(keys).hasSizeGreaterThan(15);
    }
  }

  @Test
  void whatWouldMixIsRefused() throws MappingException {
    assertThat(reason(read(TWO_TEXTS.formatted("|"), "{'a':'x|y','b':'z'}")))
        .contains("has the delimiter '|' in it");
    String padded = "[{column: a, as: text, width: 3}, {column: b, as: text}]";
    assertThat(reason(read(padded, "{'a':'abcd','b':'z'}"))).contains("longer than 3 bytes");
    assertThat(reason(read(padded, "{'a':'a ','b':'z'}"))).contains("ends with a space");
    assertThat(reason(read("[{column: a, as: digits, width: 3}]", "{'a':'007'}")))
        .contains("leading zeros");
    assertThat(reason(read("[{column: a, as: digits, width: 3}]", "{'a':-7}"))).contains("from 0");
    assertThat(reason(read("[{column: a, as: text}]", "{'a':''}"))).contains("0 bytes");
    assertThat(reason(read(TWO_TEXTS.formatted("|"), "{'a':'x','b':null}"))).contains("null");
  }

  @Test
  void theWordsMakeTheBytesThatTheyMakeInASchema() throws MappingException {
    Object[][] cases = {
      {"{column: a, as: text, width: 5}", "'x'", "text(5)", "x"},
      {"{column: a, as: text, delimiter: '|'}", "'é'", "text(|)", "é"},
      {"{column: a, as: text, delimiter: '\\x00'}", "'x'", "text(\\x00)", "x"},
      {"{column: a, as: text}", "'x'", "text", "x"},
      {"{column: a, as: digits, width: 5}", "42", "digits(5)", 42},
      {"{column: a, as: long}", "-42", "long", -42},
      {"{column: a, as: plain-long}", "-42", "plain-long", -42},
    };
    for (Object[] each : cases) {
      assertThat(key("[" + each[0] + "]", "{'a':" + each[1] + "}"))
          .as("%s", each[0])
          .isEqualTo(KeySchema.parse((String) each[2]).encode(each[3]));
    }
  }

  private static byte[] key(String row, String key) throws MappingException {
    return Recordings.event(read(row, key)).row();
  }

  private static Reading read(String row, String key) throws MappingException {
    Mapping mapping =
        mapping("tables:", "  t:", "    to: t", "    row: " + row, "    columns: {v: 'f:v'}");
    String line = ("{'key':" + key + ",'seq':1,'set':{'v':'x'}}").replace('\'', '"');
    return new EventLineReader(mapping).read(SourceMessage.line("here", line));
  }
}
