package org.sediment.cdc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.cdc.Recordings.event;
import static org.sediment.cdc.Recordings.mapping;
import static org.sediment.cdc.Recordings.nulls;
import static org.sediment.cdc.Recordings.reason;
import static org.sediment.cdc.Recordings.row;
import static org.sediment.cdc.Recordings.sequence;
import static org.sediment.cdc.Recordings.set;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sediment.model.ChangeEvent;

/** Our own JSON lines, as they are read. */
class EventLineTest {
  private static final String MAPPING =
      """
      tables:
        shop.orders:
          to: orders
          row: [{column: id, as: text}]
          columns:
            status: "f:status"
            amount: {to: "f:amount", type: decimal}
            qty: {to: "d:qty", delta: int64}
      """;

  @Test
  void aLineSaysAllItself() {
    ChangeEvent event =
        event(
            read(
                "{'key':'o1','seq':'118.108.2','ts':5,'set':{'f:status':'paid','f:n':{'int32':7}},"
                    + "'null':['f:note'],'add':{'d:qty':3},'event':'e1'}"));
    assertThat(event)
        .hasToString(
            "row 'o1' seq 118.108.2 ts 5 TABLE set {f:n=\\x00\\x00\\x00\\x07, f:status=paid} null"
                + " [f:note] add [d:qty:e1@5=\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x03]");
  }

  @Test
  void aSequenceOfAnySizeKeepsAllItsDigits() {
    String digits = "9".repeat(300);
    assertThat(sequence(event(read("{'key':'r','op':'delete','seq':" + digits + "}"))))
        .hasToString(digits);
    assertThat(sequence(event(read("{'key':'r','op':'delete','seq':'00" + digits + ".007'}"))))
        .hasToString(digits + ".7");
  }

  @Test
  void deleteAndReplaceDiffer() {
    assertThat(event(read("{'key':'r','op':'delete','seq':1,'ts':5}")).rowDeleted()).isTrue();
    ChangeEvent replaced = event(read("{'key':'r','op':'replace','seq':1,'set':{'f:a':'x'}}"));
    assertThat(replaced.rowDeleted()).isTrue();
    assertThat(set(replaced)).containsExactly(Map.entry("f:a", "x"));
  }

  @Test
  void withAMappingALineNamesColumnsOfTheSource() throws MappingException {
    Reading reading =
        new EventLineReader(mapping(MAPPING))
            .read(
                line(
                    "{'table':'shop.orders','key':{'id':10},'seq':1,'ts':5,"
                        + "'set':{'amount':1.10,'f:x':'y'},'null':['status'],'add':{'qty':-3}}"));
    assertThat(((Reading.Changes) reading).table()).isEqualTo("orders");
    ChangeEvent event = event(reading);
    assertThat(row(event)).isEqualTo("10");
    assertThat(event.columns().get(ColumnMapping.target("f:amount").orElseThrow()))
        .containsExactly(0, 0, 0, 2, 110);
    assertThat(nulls(event)).containsExactly("f:status");
    assertThat(new String(event.deltas().get(0).eventId(), UTF_8)).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      value = {
        "{'key':'r','seq':1,'sett':{}}                    # field 'sett' is unknown",
        "{'key':'r','seq':1,'set':{'f:a':'x'}             # column",
        "{'key':'r','seq':1,'seq':2}                      # Duplicate field 'seq'",
        "{'key':'r','seq':1} {}                           # not JSON",
        "[1]                                              # a line is [1]",
        "{'seq':1,'set':{'f:a':'x'}}                      # field key: not there",
        "{'key':7,'seq':1,'set':{'f:a':'x'}}              # field key: 7",
        "{'key':'','seq':1,'set':{'f:a':'x'}}             # row key '' has 0 bytes",
        "{'key':'r','seq':1.5,'set':{'f:a':'x'}}          # field seq: 1.5 is no sequence",
        "{'key':'r','seq':-1,'set':{'f:a':'x'}}           # field seq: sequence '-1'",
        "{'key':'r','seq':'1..2','set':{'f:a':'x'}}       # field seq: sequence '1..2'",
        "{'key':'r','seq':1,'ts':'5','set':{'f:a':'x'}}   # field ts: ~'5'~ is no time",
        "{'key':'r','seq':1,'ts':-5,'set':{'f:a':'x'}}    # commit time -5",
        "{'key':'r','seq':1,'set':{'a':'x'}}              # field set.a: 'a' names no family",
        "{'key':'r','seq':1,'set':{'f:a':5}}              # field set.f:a: the type of 5 is not known",
        "{'key':'r','seq':1,'set':{'f:a':null}}           # name the column in the list 'null'",
        "{'key':'r','seq':1,'set':{'f:a':{'int32':99999999999}}} # does not fit int32",
        "{'key':'r','seq':1,'set':{'f:a':'x'},'null':['f:a']}    # column f:a is set and null",
        "{'key':'r','seq':1,'op':'delete','set':{'f:a':'x'}}     # write 'replace'",
        "{'key':'r','seq':1,'op':'remove'}                # field op",
        "{'key':'r','seq':1,'image':'half','set':{'f:a':'x'}}    # field image",
        "{'key':'r','seq':1}                              # the event changes nothing",
        "{'key':'r','ts':5,'add':{'d:qty':3}}             # a delta with no event ID",
        "{'key':'r','seq':1,'add':{'d:qty':3}}            # a delta with no time",
        "{'key':'r','seq':1,'ts':5,'add':{'d:qty':1.5}}   # value 1.5 is no int64",
        "{'key':'r','seq':1,'ts':5,'add':{'d:q:y':3}}     # counter 'q:y' has ':'",
        "{'key':'r','seq':1,'ts':5,'add':[{'counter':'d:qty','value':3,'retract':true}]} # either a value"
      })
  void whatIsWrongIsNamedWithItsPlaceAndHarmsOnlyItsLine(String text, String expected) {
    assertThat(reason(read(text))).contains(expected.replace("~", "").replace("'5'", "\"5\""));
  }

  @Test
  void bytesThatAreNotUtf8AreRefusedWithTheirPlace() {
    byte[] line = "{\"key\":\"?\"}".getBytes(UTF_8);
    line[8] = (byte) 0xFF;
    assertThat(reason(new EventLineReader().read(SourceMessage.line("here", line))))
        .isEqualTo("byte 9: not UTF-8; write the text as UTF-8");
  }

  @Test
  void anEmptyLineAndATombstoneSayNothing() {
    assertThat(read("  ")).isEqualTo(new Reading.Skipped(Reading.Kind.BLANK, ""));
  }

  @Test
  void theSchemaFileNamesTheFieldsThatTheReaderKnows() throws IOException, Refusal {
    try (InputStream in = EventLineReader.class.getResourceAsStream("event-line.schema.json")) {
      JsonNode schema = Json.parse(in.readAllBytes());
      assertThat(schema.path("additionalProperties").asBoolean(true)).isFalse();
      assertThat(Json.names(schema.get("properties")))
          .containsExactlyInAnyOrderElementsOf(
              List.of("table", "key", "op", "seq", "ts", "image", "set", "null", "add", "event"));
      for (JsonNode example : schema.path("examples")) {
        assertThat(new EventLineReader().read(SourceMessage.line("schema", Json.write(example))))
            .isInstanceOf(Reading.Changes.class);
      }
    }
  }

  private static Reading read(String line) {
    return new EventLineReader().read(line(line));
  }

  private static SourceMessage line(String text) {
    return SourceMessage.line("here", text.replace('\'', '"'));
  }
}
