package org.sediment.coprocessor;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What the cells of a delta family say, reckoned from the whole list at once, by the words of the
 * design and with no code of the fold: totals, and what is late.
 */
final class CounterOracle {
  private final Map<String, List<Cell>> byCounter = new LinkedHashMap<>();
  private final List<Cell> markers;

  CounterOracle(List<Cell> cells) {
    markers = cells.stream().filter(cell -> !isPut(cell)).toList();
    for (Cell cell : cells) {
      byCounter.computeIfAbsent(counter(cell), name -> new ArrayList<>()).add(cell);
    }
  }

  static String text(byte[] bytes) {
    return Bytes.toStringBinary(bytes);
  }

  static String row(Cell cell) {
    return text(CellUtil.cloneRow(cell));
  }

  static String qualifier(Cell cell) {
    return new String(CellUtil.cloneQualifier(cell), java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  private static boolean isPut(Cell cell) {
    return cell.getType() == Cell.Type.Put;
  }

  /** Row and counter of a cell, null if it is of no counter. */
  static String counter(Cell cell) {
    String name = qualifier(cell);
    for (int i = 0; i < name.length(); i++) {
      if (":;<".indexOf(name.charAt(i)) >= 0) {
        return row(cell) + "/" + name.substring(0, i);
      }
    }
    return null;
  }

  static String rest(Cell cell) {
    return qualifier(cell).substring(counter(cell).length() - row(cell).length() - 1);
  }

  static boolean isDelta(Cell cell) {
    return isPut(cell) && counter(cell) != null && rest(cell).matches("(?s):.+");
  }

  static boolean isPoison(Cell cell) {
    return isDelta(cell) && cell.getValueLength() != 8;
  }

  Set<String> counters() {
    Set<String> out = new LinkedHashSet<>(byCounter.keySet());
    out.remove(null);
    return out;
  }

  List<Cell> of(String counter) {
    return byCounter.getOrDefault(counter, List.of());
  }

  /** Cells of a counter that look like deltas but cannot be read, and are not overwritten. */
  List<Cell> poison(String counter) {
    return of(counter).stream().filter(CounterOracle::isPoison).filter(this::isNewest).toList();
  }

  private boolean isNewest(Cell put) {
    return of(counter(put)).stream()
        .filter(CounterOracle::isPut)
        .filter(cell -> CellUtil.matchingQualifier(cell, put))
        .filter(cell -> cell.getTimestamp() == put.getTimestamp())
        .allMatch(cell -> sequenceId(cell) <= sequenceId(put));
  }

  /** Whether a marker in the list hides this put. */
  boolean isMasked(Cell put) {
    for (Cell marker : markers) {
      if (!CellUtil.matchingRows(marker, put)) {
        continue;
      }
      boolean sameColumn = CellUtil.matchingQualifier(marker, put);
      boolean hides =
          switch (marker.getType()) {
            case DeleteFamily -> put.getTimestamp() <= marker.getTimestamp();
            case DeleteColumn -> sameColumn && put.getTimestamp() <= marker.getTimestamp();
            default -> sameColumn && put.getTimestamp() == marker.getTimestamp();
          };
      if (hides) {
        return true;
      }
    }
    return false;
  }

  /** The newest base cell of a counter; null if there is none. */
  Cell baseCell(String counter) {
    Cell newest = null;
    for (Cell cell : of(counter)) {
      boolean base = isPut(cell) && rest(cell).equals(";");
      if (base && (newest == null || cell.getTimestamp() > newest.getTimestamp())) {
        newest = cell;
      }
    }
    return newest;
  }

  /** Whether the counter's base, if any, is one the fold may go on from. */
  boolean isUsable(String counter) {
    List<Cell> column = of(counter).stream().filter(cell -> rest(cell).equals(";")).toList();
    Cell base = baseCell(counter);
    return column.stream().allMatch(CounterOracle::isPut)
        && (base == null || !isMasked(base))
        && column.stream()
            .filter(cell -> !isMasked(cell))
            .allMatch(cell -> isContained(cell, base));
  }

  /** Whether both are understood, and an older base holds nothing stored after the newest's all. */
  private static boolean isContained(Cell older, Cell newest) {
    return FoldCells.base(older).isPresent()
        && FoldCells.base(newest).isPresent()
        && FoldCells.base(older).get().foldedSequenceId()
            <= FoldCells.base(newest).get().foldedSequenceId();
  }

  long through(String counter) {
    Cell base = baseCell(counter);
    return base == null ? -1 : base.getTimestamp();
  }

  long foldedSequenceId(String counter) {
    Cell base = baseCell(counter);
    return base == null ? -1 : FoldCells.base(base).orElseThrow().foldedSequenceId();
  }

  /**
   * The well-formed deltas of a counter that can be seen, by ID and time: the last written wins.
   */
  List<Cell> deltas(String counter) {
    TreeMap<String, Cell> out = new TreeMap<>();
    for (Cell cell : of(counter)) {
      if (isDelta(cell) && !isMasked(cell)) {
        out.merge(
            qualifier(cell) + "@" + cell.getTimestamp(),
            cell,
            (a, b) -> sequenceId(a) >= sequenceId(b) ? a : b);
      }
    }
    out.values().removeIf(CounterOracle::isPoison);
    return new ArrayList<>(out.values());
  }

  static long sequenceId(Cell cell) {
    return ((KeyValue) cell).getSequenceId();
  }

  /** Value and number of deltas in the total, by a function over 64-bit numbers. */
  String total(String counter, String function) {
    Cell base = baseCell(counter);
    List<BigInteger> values = new ArrayList<>();
    long count = 0;
    if (base != null) {
      values.add(FoldCells.base(base).orElseThrow().sum().toBigIntegerExact());
      count = FoldCells.base(base).orElseThrow().count();
    }
    long through = through(counter);
    long newest = through;
    BigInteger last = values.isEmpty() ? null : values.get(0);
    for (Cell delta : deltas(counter)) { // by ID, so of one time the highest ID comes last
      if (delta.getTimestamp() > through) {
        BigInteger value = BigInteger.valueOf(Bytes.toLong(CellUtil.cloneValue(delta)));
        values.add(value);
        count++;
        if (delta.getTimestamp() >= newest) {
          newest = delta.getTimestamp();
          last = value;
        }
      }
    }
    if (values.isEmpty()) {
      return "none";
    }
    BigInteger value =
        switch (function) {
          case "sum", "avg" -> values.stream().reduce(BigInteger.ZERO, BigInteger::add);
          case "min" -> values.stream().reduce(BigInteger::min).orElseThrow();
          case "max" -> values.stream().reduce(BigInteger::max).orElseThrow();
          case "last" -> last;
          case "count" -> BigInteger.valueOf(count);
          default -> throw new IllegalArgumentException(function);
        };
    return value + " of " + count;
  }

  /** Late deltas, as cells or entries: ID and time. */
  Set<String> late(String counter) {
    Set<String> out = new java.util.TreeSet<>();
    for (Cell cell : deltas(counter)) {
      if (cell.getTimestamp() <= through(counter) && sequenceId(cell) > foldedSequenceId(counter)) {
        out.add(rest(cell).substring(1) + "@" + cell.getTimestamp());
      }
    }
    for (Cell cell : of(counter)) {
      if (isPut(cell) && rest(cell).startsWith("<d:")) {
        out.add(rest(cell).substring(3) + "@" + cell.getTimestamp());
      }
    }
    return out;
  }
}
