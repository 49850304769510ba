package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.testing.Seeds;
import org.sediment.testing.TestRegion;

/**
 * A backfill of deltas, retractions and row deletes, in any order, with replays, in any batching
 * and storage state, ends in what a plain list of them says. Nothing is folded: the lag is longer
 * than the history, and the region was opened after it, so that every change pays the late read.
 */
class DeltaOrderTest {
  private static final byte[] X = Bytes.toBytes("x");
  private static final long DAY = 86_400_000;
  private static final int ROWS = 3;

  private final Random random = Seeds.random("DeltaOrderTest");

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anyOrderEndsInTheSameDeltas(boolean withSequence) throws IOException {
    for (int round = 0; round < 8; round++) {
      try (TestRegion region = open(withSequence)) {
        long from = region.clock().now() - 8 * DAY;
        List<String> history = history();
        Map<String, Long> expected = expected(history);
        List<String> deliveries = new ArrayList<>(history);
        for (int i = history.size() / 3; i > 0; i--) {
          deliveries.add(history.get(random.nextInt(history.size())));
        }
        Collections.shuffle(deliveries, random);
        while (!deliveries.isEmpty()) {
          List<Mutation> batch = new ArrayList<>();
          for (int i = 1 + random.nextInt(6); i > 0 && !deliveries.isEmpty(); i--) {
            batch.add(mutation(deliveries.remove(deliveries.size() - 1), from, withSequence));
          }
          region.list(batch);
          disturb(region);
        }
        assertThat(found(region, from)).as("history %s", history).isEqualTo(expected);
        region.majorCompact();
        assertThat(found(region, from)).isEqualTo(expected);
      }
    }
  }

  private static TestRegion open(boolean withSequence) throws IOException {
    var builder = TestRegion.builder().delta("x").familyValue("x", "sediment.lag", "9d");
    return withSequence ? builder.sequence().upsert("u").open() : builder.open();
  }

  /** Changes as text: kind, row, qualifier, time; a time in milliseconds from the start. */
  private List<String> history() {
    List<String> out = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String row = "r" + random.nextInt(ROWS);
      String qualifier = List.of("", "a", "a2").get(random.nextInt(3)) + ":e" + random.nextInt(4);
      int time = 1 + random.nextInt(20);
      switch (random.nextInt(10)) {
        case 0 -> out.add("delete " + row + " - " + time);
        case 1, 2 -> out.add("retract " + row + " " + qualifier + " " + time);
        default -> out.add("delta " + row + " " + qualifier + " " + time);
      }
    }
    return out;
  }

  private static Map<String, Long> expected(List<String> history) {
    Map<String, Long> out = new TreeMap<>();
    for (String change : history) {
      if (change.startsWith("delta ")) {
        String cell = change.substring(6);
        String row = cell.substring(0, 2);
        int time = Integer.parseInt(cell.substring(cell.lastIndexOf(' ') + 1));
        boolean deleted =
            history.contains("retract " + cell)
                || history.stream()
                    .filter(each -> each.startsWith("delete " + row))
                    .anyMatch(each -> time < Integer.parseInt(each.substring(12)));
        if (!deleted) {
          out.put(cell, value(cell));
        }
      }
    }
    return out;
  }

  private static long value(String cell) {
    return cell.hashCode();
  }

  private static Mutation mutation(String change, long from, boolean withSequence) {
    String[] words = change.split(" ");
    byte[] row = Bytes.toBytes(words[1]);
    byte[] qualifier = Bytes.toBytes(words[2]);
    long time = from + Integer.parseInt(words[3]);
    switch (words[0]) {
      case "delete" -> {
        Delete delete = new Delete(row, time);
        if (withSequence) {
          delete.setAttribute("sediment.seq", Bytes.toBytes(words[3]));
        }
        return delete;
      }
      case "retract" -> {
        return new Delete(row).addColumn(X, qualifier, time);
      }
      default -> {
        byte[] value = Bytes.toBytes(value(change.substring(6)));
        return new Put(row).addColumn(X, qualifier, time, value);
      }
    }
  }

  private void disturb(TestRegion region) throws IOException {
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> region.flush();
      case 3 -> {
        if (region.files("x").size() > 1) {
          region.compact("x", 0, 1);
        }
      }
      case 4 -> region.majorCompact();
      case 5 -> region.reopen();
      case 6 -> region.crash();
      case 7 -> region.clock().advance(random.nextInt(3_600_000));
      default -> {}
    }
  }

  private static Map<String, Long> found(TestRegion region, long from) throws IOException {
    Map<String, Long> out = new TreeMap<>();
    for (Cell cell : region.cells(new Scan().addFamily(X).readAllVersions())) {
      String row = Bytes.toString(CellUtil.cloneRow(cell));
      String qualifier = Bytes.toStringBinary(CellUtil.cloneQualifier(cell));
      long value = Bytes.toLong(CellUtil.cloneValue(cell));
      out.put(row + " " + qualifier + " " + (cell.getTimestamp() - from), value);
    }
    return out;
  }
}
