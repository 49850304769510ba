package org.sediment.live.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random partial events of some rows as JSON lines, in sequence order, and what the rows and totals
 * are once they all are applied: kept in plain maps, event after event.
 */
final class EventOracle {
  private static final int ROWS = 60;
  private static final String[] COLUMNS = {"a", "b", "c"};

  private final Random random;
  private final long start;
  private final Map<String, Map<String, String>> rows = new TreeMap<>();
  private final Map<String, Long> totals = new TreeMap<>();
  private int sequence;

  /**
   * Begins with no rows.
   *
   * @param start time of the first event, milliseconds; each is 2 ms after the one before
   */
  EventOracle(Random random, long start) {
    this.random = random;
    this.start = start;
  }

  /** A row with its columns, without rows that have none. */
  Map<String, Map<String, String>> rows() {
    return rows;
  }

  /** A row's counter, without rows that have none. */
  Map<String, Long> totals() {
    return totals;
  }

  /** The next event. */
  String next() {
    sequence++;
    String row = "row-%02d".formatted(random.nextInt(ROWS));
    String head =
        "{\"key\":\"%s\",\"seq\":%d,\"ts\":%d,".formatted(row, sequence, start + 2L * sequence);
    if (random.nextInt(12) == 0) {
      rows.remove(row);
      totals.remove(row);
      return head + "\"op\":\"delete\"}";
    }
    List<String> set = new ArrayList<>();
    List<String> nulls = new ArrayList<>();
    Map<String, String> columns = rows.computeIfAbsent(row, key -> new TreeMap<>());
    for (String column : COLUMNS) {
      switch (random.nextInt(4)) {
        case 0, 1 -> {
          columns.put(column, "v" + sequence);
          set.add("\"u:%s\":\"v%d\"".formatted(column, sequence));
        }
        case 2 -> {
          columns.remove(column);
          nulls.add("\"u:" + column + "\"");
        }
        default -> {}
      }
    }
    if (columns.isEmpty()) {
      rows.remove(row);
    }
    int units = random.nextInt(100) - 30;
    totals.merge(row, (long) units, Long::sum);
    return head
        + "\"set\":{%s},\"null\":[%s],\"add\":{\"x:units\":%d}}"
            .formatted(String.join(",", set), String.join(",", nulls), units);
  }
}
