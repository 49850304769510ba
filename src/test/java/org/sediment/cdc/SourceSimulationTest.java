package org.sediment.cdc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.cdc.Recordings.events;
import static org.sediment.cdc.Recordings.mapping;
import static org.sediment.cdc.Recordings.row;
import static org.sediment.cdc.Recordings.sequence;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sediment.model.ChangeEvent;
import org.sediment.model.DeltaChange;

/**
 * Whatever a source does, its events, in the order of their sequences and each counted once, give
 * its table: with a snapshot in the middle, transactions around it, restarts and repetitions.
 */
class SourceSimulationTest {
  private static final int RUNS = 400;
  private static final String COLUMNS = "    columns: {id: 'f:id', v: 'f:v', note: 'f:note', qty: ";

  private final long seed = Long.getLong("sediment.seed", System.nanoTime());

  @Test
  void rowsAreEqualInTheEnd() throws MappingException {
    check(false, "'f:qty'}");
  }

  @Test
  void rowsAndCountersAreEqualInTheEnd() throws MappingException {
    check(true, "{to: 'd:qty', delta: int64}}\n    before: full");
  }

  private void check(boolean full, String quantity) throws MappingException {
    System.out.println("source simulation: seed " + seed);
    Mapping mapping =
        mapping(
            "tables:",
            "  s.t:",
            "    to: t",
            "    row: [{column: id, as: text}]",
            COLUMNS + quantity);
    for (int run = 0; run < RUNS; run++) {
      Random random = new Random(seed + run);
      SourceSimulation source = new SourceSimulation(random, full);
      source.run(120);
      List<ChangeEvent> all = new ArrayList<>();
      DebeziumReader reader = new DebeziumReader(mapping);
      source.sent().forEach(message -> all.addAll(events(reader.read(message))));
      Collections.shuffle(all, random);
      assertThat(table(all)).as("seed %d", seed + run).isEqualTo(expected(source, full));
    }
  }

  private static Map<String, Map<String, String>> expected(SourceSimulation source, boolean full) {
    Map<String, Map<String, String>> out = new TreeMap<>();
    source
        .table()
        .forEach(
            (id, row) -> {
              Map<String, String> columns = new TreeMap<>();
              columns.put("f:id", id.toString());
              columns.put("f:note", row.note());
              if (row.v() != null) {
                columns.put("f:v", row.v());
              }
              long number = row.qty() == null ? 0 : row.qty();
              if (full && number != 0) {
                columns.put("d:qty", Long.toString(number));
              } else if (!full && row.qty() != null) {
                columns.put("f:qty", row.qty().toString());
              }
              out.put(id.toString(), columns);
            });
    return out;
  }

  /** What a table shows that takes each row's events in their order and each delta once. */
  private static Map<String, Map<String, String>> table(List<ChangeEvent> events) {
    Map<String, Map<String, String>> table = new TreeMap<>();
    Map<String, DeltaChange> deltas = new HashMap<>();
    List<ChangeEvent> ordered = new ArrayList<>(events);
    ordered.sort(Comparator.comparing(event -> sequence(event)));
    for (ChangeEvent event : ordered) {
      Map<String, String> row = table.computeIfAbsent(row(event), key -> new TreeMap<>());
      if (event.rowDeleted()) {
        row.clear();
      }
      event.nulls().forEach(name -> row.remove(name.toString()));
      event.columns().forEach((name, value) -> row.put(name.toString(), new String(value, UTF_8)));
      for (DeltaChange delta : event.deltas()) {
        String name = row(event) + "/" + new String(delta.qualifier(), UTF_8) + "@" + delta.time();
        deltas.put(name, delta);
      }
    }
    Map<String, Long> sums = new HashMap<>();
    deltas.forEach(
        (name, delta) ->
            sums.merge(
                name.substring(0, name.indexOf('/')),
                ByteBuffer.wrap(delta.value().orElseThrow()).getLong(),
                Long::sum));
    sums.forEach(
        (key, sum) -> {
          if (sum != 0) {
            table.get(key).put("d:qty", sum.toString());
          }
        });
    table.values().removeIf(Map::isEmpty);
    return table;
  }
}
