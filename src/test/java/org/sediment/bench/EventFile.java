package org.sediment.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Change events as JSON lines, and the loop that somebody without {@code sediment apply} would
 * write for them: read, parse, put, flush. Stateless.
 */
final class EventFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private EventFile() {}

  /** The same Puts with sequences as they are stored by the command: without leading zeros. */
  static List<Put> plain(List<Put> events) {
    return events.stream().map(event -> put(line(event))).toList();
  }

  /** Writes the events to a file, in the place of what is there. */
  static void write(Path file, List<Put> events) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (Put event : events) {
        out.write(JSON.writeValueAsString(line(event)));
        out.newLine();
      }
    }
  }

  /** The loop over a file. */
  static void loop(Configuration conf, TableName table, Path file) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(conf);
        BufferedMutator mutator = connection.getBufferedMutator(table);
        BufferedReader lines = Files.newBufferedReader(file)) {
      String line = lines.readLine();
      while (line != null) {
        mutator.mutate(put(JSON.readTree(line)));
        line = lines.readLine();
      }
    }
  }

  /** The loop over Puts that are there. */
  static void loop(Configuration conf, TableName table, List<Put> events) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(conf);
        BufferedMutator mutator = connection.getBufferedMutator(table)) {
      for (Put event : events) {
        mutator.mutate(event);
      }
    }
  }

  private static Put put(JsonNode line) {
    long time = line.get("ts").longValue();
    Put put = new Put(Bytes.toBytes(line.get("key").textValue()), time);
    put.addColumn(
        BenchTables.SEQUENCE_FAMILY,
        BenchTables.SEQUENCE,
        time,
        Bytes.toBytes(line.get("seq").asText()));
    for (Map.Entry<String, JsonNode> column : line.get("set").properties()) {
      String[] name = column.getKey().split(":", 2);
      put.addColumn(
          Bytes.toBytes(name[0]),
          Bytes.toBytes(name[1]),
          time,
          Bytes.toBytes(column.getValue().textValue()));
    }
    return put;
  }

  private static ObjectNode line(Put event) {
    ObjectNode line = JSON.createObjectNode();
    line.put("key", Bytes.toString(event.getRow()));
    line.put("seq", Long.parseLong(Bytes.toString(GuardStream.sequenceOf(event))));
    line.put(
        "ts", event.get(BenchTables.SEQUENCE_FAMILY, BenchTables.SEQUENCE).get(0).getTimestamp());
    ObjectNode set = line.putObject("set");
    for (Cell cell : event.getFamilyCellMap().get(BenchTables.UPSERT)) {
      String name =
          Bytes.toString(BenchTables.UPSERT) + ":" + Bytes.toString(CellUtil.cloneQualifier(cell));
      set.put(name, Bytes.toString(CellUtil.cloneValue(cell)));
    }
    return line;
  }
}
