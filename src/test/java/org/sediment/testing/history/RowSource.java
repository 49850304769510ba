package org.sediment.testing.history;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The source of one row: makes its events in the order of their sequences, and says which one is
 * delivered next.
 *
 * <p>A row is of one of two kinds: its events are whole rows and come in any order, or they name
 * some columns and come in order. Where the guard judges column by column, they name some columns
 * and come in any order. Any event may be repeated at any time.
 *
 * <p>The values of a counter's deltas are powers of four, so that a total tells how often each
 * delta was counted.
 */
public final class RowSource {
  private static final int MOST_DELTAS = 30;
  private static final List<String> COUNTERS = List.of("x:qty", "x:q", "x:", "y:paid");

  private final Random random;
  private final String row;
  private final boolean timely;
  private final boolean images;
  private final boolean cells;
  private final boolean anyOrder;
  private final List<Event> made = new ArrayList<>();
  private final List<Event> waiting = new ArrayList<>();
  private final List<Event> delivered = new ArrayList<>();
  private final List<Change> deltas = new ArrayList<>();
  private final Set<String> identities = new HashSet<>();
  private final Map<String, Integer> powers = new HashMap<>();
  private int major = 9;
  private int minor = -1;
  private long lastCommit;

  /**
   * Makes a source.
   *
   * @param timely whether what touches deltas comes within the lag at first
   * @param images whether Put events are whole rows
   * @param cells whether events name some columns and come in any order
   */
  public RowSource(Random random, String row, boolean timely, boolean images, boolean cells) {
    this.random = random;
    this.row = row;
    this.timely = timely;
    this.images = images;
    this.cells = cells;
    this.anyOrder = random.nextBoolean() || cells;
  }

  /** Whether its events name some columns only, and so come in order. */
  boolean isOrdered() {
    return !anyOrder;
  }

  /** The event to deliver now; null if nothing is fit. */
  public Event next(long now) {
    if (!delivered.isEmpty() && random.nextInt(4) == 0) {
      Event again = delivered.get(random.nextInt(delivered.size()));
      return again.newest() <= now ? again : null;
    }
    int ahead = anyOrder ? 4 : 1;
    while (waiting.size() < ahead) {
      Event event = make(now);
      made.add(event);
      waiting.add(event);
    }
    Event event = waiting.remove(anyOrder ? random.nextInt(waiting.size()) : 0);
    boolean tooLate = timely && event.oldestDeltaTime() <= now - HistoryGenerator.TIMELY;
    if (tooLate || event.newest() > now) {
      return null; // never sent
    }
    delivered.add(event);
    return event;
  }

  private Event make(long now) {
    nextSequence();
    long commit = commit(now);
    lastCommit = commit;
    Map<String, String> sets = new TreeMap<>();
    Set<String> nulls = new TreeSet<>();
    List<Change> added = new ArrayList<>();
    List<Change> retracted = new ArrayList<>();
    int kind = random.nextInt(10);
    boolean rowDelete = kind == 0 || (kind == 1 && random.nextBoolean());
    if (kind > 0 && kind < 7) {
      columns(sets, nulls, rowDelete);
    }
    if (kind > 3 || (rowDelete && random.nextInt(4) == 0)) {
      int number = 1 + random.nextInt(3);
      for (int i = 0; i < number; i++) {
        delta(commit, now, added);
      }
    }
    if (random.nextInt(6) == 0 && !deltas.isEmpty()) {
      Change change = deltas.get(random.nextInt(deltas.size()));
      if (added.stream().noneMatch(each -> each.key().equals(change.key()))) {
        retracted.add(change);
      }
    }
    boolean empty = sets.isEmpty() && nulls.isEmpty() && !rowDelete;
    if (empty && added.isEmpty() && retracted.isEmpty()) {
      rowDelete = true;
    }
    boolean oneMutation = nulls.isEmpty() && !rowDelete && retracted.isEmpty();
    return new Event(
        made.size(),
        text(),
        row,
        commit,
        sets,
        nulls,
        rowDelete,
        added,
        retracted,
        oneMutation && random.nextBoolean());
  }

  private void columns(Map<String, String> sets, Set<String> nulls, boolean rowDelete) {
    boolean whole = anyOrder && !images && !cells;
    boolean onlySets = images && anyOrder && !cells;
    for (String column : History.COLUMNS) {
      int dice = random.nextInt(6);
      if (dice == 0 && !onlySets && !rowDelete && (!images || cells)) {
        nulls.add(column);
      } else if (whole || dice > 2) {
        sets.put(column, dice == 5 ? "" : column + made.size());
      }
    }
    if (rowDelete) {
      nulls.clear();
    }
    if (sets.isEmpty() && nulls.isEmpty()) {
      sets.put("u:a", "only" + made.size());
      if (whole && !rowDelete) {
        nulls.add("u:b");
        nulls.add("v:a");
      }
    }
  }

  private void delta(long commit, long now, List<Change> added) {
    String counter = COUNTERS.get(random.nextInt(COUNTERS.size()));
    int power = powers.getOrDefault(counter, 0);
    if (power >= MOST_DELTAS) {
      return;
    }
    String family = counter.substring(0, 1);
    BigInteger value = BigInteger.ONE.shiftLeft(2 * power);
    long time = Math.max(0, Math.min(now, commit + random.nextInt(5) - 2));
    if (!timely && random.nextInt(4) == 0) {
      time = Math.max(0, now - random.nextInt(20_000_000));
    }
    Change change =
        new Change(
            family,
            counter.substring(2),
            (random.nextBoolean() ? "e" : "s:") + random.nextInt(4),
            time,
            family.equals("y") ? new BigDecimal(value, 2) : new BigDecimal(value));
    if (identities.add(change.identity())) {
      powers.put(counter, power + 1);
      added.add(change);
      deltas.add(change);
    }
  }

  private long commit(long now) {
    long young = now - random.nextInt((int) HistoryGenerator.TIMELY / 2);
    long commit =
        switch (random.nextInt(timely ? 5 : 8)) {
          case 0 -> lastCommit;
          case 1 -> lastCommit + 1;
          case 2 -> lastCommit - random.nextInt(1000);
          case 3 -> now;
          case 4 -> young;
          case 5 -> now - random.nextInt(36_000_000);
          case 6 -> now - 400L * 86_400_000 + random.nextInt(1000);
          default -> lastCommit - random.nextInt(3);
        };
    if (timely && commit <= now - HistoryGenerator.TIMELY / 2) {
      return young;
    }
    return Math.max(0, Math.min(commit, now));
  }

  private void nextSequence() {
    if (random.nextInt(3) == 0) {
      minor++;
    } else {
      major += 1 + random.nextInt(3);
      minor = -1;
    }
  }

  private String text() {
    String text = "0".repeat(random.nextInt(8) == 0 ? 3 : 0) + major;
    return minor < 0 ? text : text + "." + minor;
  }
}
