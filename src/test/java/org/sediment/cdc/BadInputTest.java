package org.sediment.cdc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.cdc.Recordings.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Promise 4: no message, however broken, throws; each has one of the three answers. */
class BadInputTest {
  private static final int ROUNDS = 4_000;

  private static final List<String> ODD =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1.5",
          "1e999999999",
          "99999999999999999999",
          "\"\"",
          "\"x\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "[]",
          "[1]",
          "{}",
          "{\"scale\":2,\"value\":\"APo=\"}",
          "{\"bytes\":\"AA==\"}",
          "\"1e999999999\"",
          "\"NaN\"",
          "{\"$numberLong\":\"x\"}",
          "{\"$date\":{}}",
          "\"{\\\"_id\\\":1}\"");

  private final long seed = Long.getLong("sediment.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @Test
  void brokenMessagesAreRejectedNotThrown() throws MappingException, Refusal {
    System.out.println("broken messages: seed " + seed);
    List<MessageReader> readers = new ArrayList<>();
    for (String type :
        List.of("text", "json", "bytes", "int64", "double", "decimal", "timestamp")) {
      Mapping mapping = mapping(MAPPING.formatted(type, type, type));
      readers.add(new DebeziumReader(mapping));
      readers.add(new EventLineReader(mapping));
    }
    readers.add(new EventLineReader());
    List<String> seeds = seeds();
    Map<String, Integer> kinds = new TreeMap<>();
    for (int i = 0; i < ROUNDS; i++) {
      String text = seeds.get(random.nextInt(seeds.size()));
      byte[] broken = random.nextInt(3) == 0 ? cut(text) : swapped(text).getBytes(UTF_8);
      SourceMessage message =
          random.nextInt(5) == 0
              ? new SourceMessage("here", Optional.of(cut(text)), Optional.of(broken))
              : SourceMessage.line("here", broken);
      for (MessageReader reader : readers) {
        Reading reading = read(reader, message);
        assertThat(reading).as("seed %d, %s", seed, text).isNotNull();
        kinds.merge(reading.getClass().getSimpleName(), 1, Integer::sum);
      }
    }
    assertThat(kinds.keySet())
        .as("a share of each")
        .containsExactly("Changes", "Rejected", "Skipped");
    assertThat(kinds.values()).as("of %s", kinds).allMatch(count -> count > ROUNDS / 10);
  }

  private Reading read(MessageReader reader, SourceMessage message) {
    try {
      return reader.read(message);
    } catch (RuntimeException | Error e) {
      String value = new String(message.value().orElseThrow(), UTF_8);
      throw new AssertionError("seed " + seed + ", message " + value, e);
    }
  }

  private static List<String> seeds() {
    List<String> seeds = new ArrayList<>();
    for (String file : List.of("postgres.jsonl", "mariadb.jsonl")) {
      Recordings.lines(file).forEach(line -> seeds.add(new String(line.value().get(), UTF_8)));
    }
    seeds.add(MONGO.replace('\'', '"'));
    seeds.add(SCHEMA.replace('\'', '"'));
    for (int i = 0; i < 20; i++) {
      seeds.add(LINE.replace('\'', '"'));
    }
    return seeds;
  }

  /** The text with some bytes changed. */
  private byte[] cut(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    for (int i = random.nextInt(3); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return random.nextBoolean() ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length));
  }

  /** The JSON with some of its parts replaced or removed. */
  private String swapped(String text) throws Refusal {
    JsonNode node = Json.parse(text);
    for (int i = random.nextInt(3); i >= 0; i--) {
      swapOne(node);
    }
    return Json.write(node);
  }

  private void swapOne(JsonNode in) throws Refusal {
    JsonNode odd = Json.parse(ODD.get(random.nextInt(ODD.size())));
    if (in instanceof ObjectNode object && !object.isEmpty()) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      String name = names.get(random.nextInt(names.size()));
      if (object.get(name).isContainerNode() && random.nextInt(4) > 0) {
        swapOne(object.get(name));
      } else if (random.nextInt(3) == 0) {
        object.remove(name);
      } else {
        object.set(name, odd);
      }
    } else if (in instanceof ArrayNode array && !array.isEmpty()) {
      array.set(random.nextInt(array.size()), odd);
    }
  }

  private static final String MAPPING =
      """
      unmapped: skip
      tables:
        shop.orders:
          to: orders
          row: [{column: id, as: digits, width: 9}]
          others: ignore
          columns: {customer: 'f:customer', note: {to: 'f:note', type: %s}, amount: {to: 'f:amount', type: %s}}
        shop.fullid:
          to: fullid
          row: [{column: v, as: text, delimiter: '|'}, {column: id, as: long}]
          before: full
          others: ignore
          columns: {id: {to: 'd:id', delta: int64}, big: 'f:big'}
        shop.o:
          to: o
          row: [{column: id, as: plain-long}]
          columns: {v: 'f:v', n: {to: 'd:n', delta: decimal, from: unscaled(2)}}
        inventory.customers:
          to: customers
          row: [{column: _id, as: text}]
          others: ignore
          columns: {first: {to: 'f:first', type: %s}}
      """;

  private static final String MONGO =
      "{'key':{'id':'1'},'value':{'op':'u','after':'{\\'_id\\':1,\\'first\\':\\'x\\'}','source':"
          + "{'connector':'mongodb','ts_ms':1,'db':'inventory','collection':'customers','ord':3},"
          + "'updateDescription':{'updatedFields':'{\\'first\\':1}','removedFields':['first']}}}";

  private static final String SCHEMA =
      "{'schema':{'fields':[{'field':'after','fields':[{'field':'amount','type':'bytes','name':"
          + "'org.apache.kafka.connect.data.Decimal','parameters':{'scale':'2'}},{'field':'note',"
          + "'type':'int64','name':'io.debezium.time.MicroTimestamp'}]}]},'payload':{'op':'c',"
          + "'after':{'id':1,'amount':'APo=','note':5},'source':{'connector':'mysql','db':'shop',"
          + "'table':'orders','ts_ms':5,'file':'b.1','pos':2,'row':0}}}";

  private static final String LINE =
      "{'table':'shop.orders','key':{'id':1},'op':'upsert','seq':'1.2','ts':5,'image':'full','set':"
          + "{'customer':'x','f:a':{'int64':5}},'null':['f:b'],'add':[{'counter':'d:q','event':"
          + "'e','ts':1,'value':3},{'counter':'d:q','event':'e','ts':2,'retract':true}],'event':'e'}";
}
