package org.sediment.cdc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.cdc.Recordings.event;
import static org.sediment.cdc.Recordings.mapping;
import static org.sediment.cdc.Recordings.reason;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Messages with their schema part, which says what each JSON value stands for. */
class SchemaPartTest {
  @Test
  void r43DecimalsAreReadByTheScaleOfTheSchemaToTheLastDigit() throws MappingException {
    String schema =
        "'type':'bytes','name':'org.apache.kafka.connect.data.Decimal','parameters':{'scale':'2'}";
    assertThat(text("text", schema, "'APo='")).isEqualTo("2.50");
    assertThat(text("text", schema, "'/w=='")).isEqualTo("-0.01");
    assertThat(bytes("decimal", schema, "'APo='")).containsExactly(0, 0, 0, 2, 0, 250);
    assertThat(text("text", schema, "12345678901234567890.12"))
        .isEqualTo("12345678901234567890.12");
  }

  @Test
  void decimalsThatBringTheirScaleAreRead() throws MappingException {
    String schema = "'type':'struct','name':'io.debezium.data.VariableScaleDecimal'";
    assertThat(text("text", schema, "{'scale':3,'value':'APo='}")).isEqualTo("0.250");
  }

  @Test
  void aTextOfTheSchemaMayBeADecimalWithNoMoreSaid() throws MappingException {
    assertThat(bytes("decimal", "'type':'string'", "'1234'")).containsExactly(0, 0, 0, 0, 4, 0xD2);
  }

  @Test
  void datesAndTimesAreReadByTheirSemanticType() throws MappingException {
    assertThat(text("text", "'type':'int32','name':'io.debezium.time.Date'", "20455"))
        .isEqualTo("2026-01-02");
    assertThat(
            text(
                "text",
                "'type':'int64','name':'io.debezium.time.MicroTimestamp'",
                "1767323045678901"))
        .isEqualTo("2026-01-02T03:04:05.678901Z");
    assertThat(text("text", "'type':'int64','name':'io.debezium.time.MicroTime'", "3723000001"))
        .isEqualTo("01:02:03.000001");
    assertThat(number("timestamp", "'type':'int64','name':'io.debezium.time.Timestamp'", "5"))
        .isEqualTo(5);
    assertThat(
            number(
                "timestamp-micros",
                "'type':'string','name':'io.debezium.time.ZonedTimestamp'",
                "'2026-01-02T03:04:05.678901Z'"))
        .isEqualTo(1_767_323_045_678_901L);
    assertThat(number("int64", "'type':'int64','name':'io.debezium.time.MicroTimestamp'", "7"))
        .isEqualTo(7);
  }

  @Test
  void aTimeFinerThanTheTypeIsRefusedNotCut() throws MappingException {
    String schema = "'type':'int64','name':'io.debezium.time.MicroTimestamp'";
    assertThat(reason(read("timestamp", schema, "1001")))
        .endsWith(
            "column x: time 1970-01-01T00:00:00.001001Z is finer than timestamp can hold; map the"
                + " column as timestamp-micros, timestamp-nanos or text");
  }

  @Test
  void infinityOfPostgresIsATimeFarAway() throws MappingException {
    String schema = "'type':'int64','name':'io.debezium.time.MicroTimestamp'";
    assertThat(number("timestamp-micros", schema, "9223372036825200000"))
        .isEqualTo(9_223_372_036_825_200_000L);
  }

  @Test
  void bytesAreBase64() throws MappingException {
    assertThat(bytes("bytes", "'type':'bytes'", "'3q2+7w=='"))
        .containsExactly(0xDE, 0xAD, 0xBE, 0xEF);
    assertThat(reason(read("text", "'type':'bytes'", "'3q2+7w=='")))
        .contains("map the column as bytes");
    assertThat(reason(read("bytes", "'type':'string'", "'abcd'"))).contains("does not fit bytes");
  }

  @Test
  void numbersThatDoNotFitAreRefused() throws MappingException {
    assertThat(reason(read("int32", "'type':'int64'", "2147483648")))
        .contains("does not fit int32");
    assertThat(reason(read("int64", "'type':'double'", "1.5"))).contains("does not fit int64");
    assertThat(reason(read("double", "'type':'int64'", "9007199254740993")))
        .contains("does not fit double");
    assertThat(reason(read("int64", "'type':'double'", "1e999999999"))).contains("exponent");
    assertThat(number("int64", "'type':'double'", "1e3")).isEqualTo(1000);
    assertThat(bytes("boolean", "'type':'int16'", "1")).containsExactly(0xFF);
    assertThat(reason(read("boolean", "'type':'int16'", "2"))).contains("does not fit boolean");
  }

  /** PostgreSQL found it: the shortest text of a large double is rarely its exact value. */
  @Test
  void aDoubleOfAnySizeIsTakenAsItWasWritten() throws MappingException {
    for (double value : new double[] {2.892777981436278E129, -6.447228349647629E223}) {
      assertThat(number("double", "'type':'double'", Double.toString(value)))
          .isEqualTo(Double.doubleToLongBits(value));
    }
    assertThat(reason(read("double", "'type':'double'", "1e400"))).contains("does not fit double");
  }

  @Test
  void r25UnchangedPlaceholdersOfEveryFormLeaveTheColumnAlone() throws MappingException {
    StringBuilder codes = new StringBuilder();
    for (byte code : "__debezium_unavailable_value".getBytes(UTF_8)) {
      codes.append(codes.isEmpty() ? "" : ",").append(code);
    }
    String base64 = "X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==";
    for (String form :
        new String[] {
          "'__debezium_unavailable_value'",
          "'" + base64 + "'",
          "['__debezium_unavailable_value']",
          "['" + base64 + "']",
          "[" + codes + "]",
          "{'__debezium_unavailable_value':'__debezium_unavailable_value'}"
        }) {
      assertThat(read("json", "'type':'string'", form))
          .as(form)
          .isInstanceOf(Reading.Skipped.class);
      assertThat(reason(read("c", "json", "'type':'string'", form))).contains("of a new row");
    }
  }

  @Test
  void r25ValueNullUntouchedAndEmptyStayDistinct() throws MappingException {
    assertThat(bytes("text", "'type':'string'", "''")).isEmpty();
    assertThat(event(read("text", "'type':'string'", "null")).nulls()).hasSize(1);
    assertThat(event(read("text", "'type':'string'", "null")).columns()).isEmpty();
  }

  private static String text(String type, String schema, String value) throws MappingException {
    return new String(cell(type, schema, value), UTF_8);
  }

  private static long number(String type, String schema, String value) throws MappingException {
    return ByteBuffer.wrap(cell(type, schema, value)).getLong();
  }

  private static int[] bytes(String type, String schema, String value) throws MappingException {
    byte[] cell = cell(type, schema, value);
    int[] out = new int[cell.length];
    for (int i = 0; i < cell.length; i++) {
      out[i] = cell[i] & 0xFF;
    }
    return out;
  }

  private static byte[] cell(String type, String schema, String value) throws MappingException {
    return event(read(type, schema, value)).columns().values().iterator().next();
  }

  private static Reading read(String type, String schema, String value) throws MappingException {
    return read("u", type, schema, value);
  }

  private static Reading read(String op, String type, String schema, String value)
      throws MappingException {
    Mapping mapping =
        mapping(
            "tables:",
            "  s.t:",
            "    to: t",
            "    row: [{column: id, as: long}]",
            "    columns: {x: {to: 'f:x', type: " + type + "}}");
    String payload =
        "{'op':'"
            + op
            + "','before':null,'after':{'id':1,'x':"
            + value
            + "},'source':{'connector':'postgresql','schema':'s','table':'t','ts_ms':5,"
            + "'snapshot':'false','lsn':8,'sequence':'[\\\"7\\\",\\\"8\\\"]'}}";
    String row = "[{'field':'id','type':'int64'},{'field':'x'," + schema + "}]";
    String message =
        "{'schema':{'type':'struct','fields':[{'field':'before','fields':%s},{'field':'after','fields':%s}]},'payload':%s}"
            .formatted(row, row, payload);
    String key = "{'schema':{'type':'struct'},'payload':{'id':1}}";
    return new DebeziumReader(mapping)
        .read(
            new SourceMessage(
                "here",
                Optional.of(key.replace('\'', '"').getBytes(UTF_8)),
                Optional.of(message.replace('\'', '"').getBytes(UTF_8))));
  }
}
