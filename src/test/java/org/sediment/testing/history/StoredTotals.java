package org.sediment.testing.history;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.protocol.SedimentProtos;

/**
 * Totals and late entries, reckoned from the cells a plain scan shows, as another language's client
 * would do it from the description of the bytes alone.
 */
public final class StoredTotals {
  private final Map<String, BigDecimal> totals = new TreeMap<>();
  private final Map<String, Integer> flagged = new TreeMap<>();
  private final List<Entry> entries = new ArrayList<>();

  private StoredTotals() {}

  /**
   * A late entry.
   *
   * @param key family and counter
   * @param kind DELTA, RETRACTION or ROW_DELETE
   * @param id event ID; empty for a row delete
   * @param time its own time
   * @param open whether it waits for a decision
   */
  public record Entry(String key, String kind, String id, long time, boolean open) {}

  /** Reads the cells of one row's delta families: all versions, no markers. */
  public static StoredTotals of(List<Cell> cells) throws IOException {
    StoredTotals result = new StoredTotals();
    Map<String, SedimentProtos.Base> bases = new HashMap<>();
    Map<String, Long> through = new HashMap<>();
    for (Cell cell : cells) {
      String qualifier = Bytes.toString(CellUtil.cloneQualifier(cell));
      if (qualifier.endsWith(";") && !bases.containsKey(key(cell, qualifier.length() - 1))) {
        String key = key(cell, qualifier.length() - 1);
        bases.put(key, base(cell));
        through.put(key, cell.getTimestamp());
        result.totals.put(key, number(bases.get(key).getSum()));
      }
    }
    for (Cell cell : cells) {
      String qualifier = Bytes.toString(CellUtil.cloneQualifier(cell));
      int colon = qualifier.indexOf(':');
      int angle = qualifier.indexOf('<');
      if (angle >= 0 && (colon < 0 || angle < colon)) {
        result.entry(cell, key(cell, angle), qualifier.substring(angle + 1));
      } else if (colon >= 0) {
        String key = key(cell, colon);
        if (cell.getTimestamp() > through.getOrDefault(key, -1L)) {
          result.totals.merge(key, value(cell), BigDecimal::add);
        } else if (((ExtendedCell) cell).getSequenceId() > bases.get(key).getFoldedSequenceId()) {
          result.flagged.merge(key, 1, Integer::sum);
          result.entries.add(
              new Entry(key, "DELTA", qualifier.substring(colon + 1), cell.getTimestamp(), true));
        }
      }
    }
    return result;
  }

  /** Total by family and counter; no entry where there is no total. */
  public Map<String, BigDecimal> totals() {
    return totals;
  }

  /** Late entries, and deltas that are late in place, which the next fold lists. */
  public List<Entry> entries() {
    return entries;
  }

  /** Whether there is an open entry of a kind. */
  public boolean hasOpen(String key, String kind, String id, long time) {
    return entries.contains(new Entry(key, kind, id, time, true));
  }

  private void entry(Cell cell, String key, String rest) throws InvalidProtocolBufferException {
    SedimentProtos.Late late = SedimentProtos.Late.parseFrom(CellUtil.cloneValue(cell));
    String id = rest.equals("R") ? "" : rest.substring(2);
    entries.add(
        new Entry(
            key,
            late.getKind().name(),
            id,
            cell.getTimestamp(),
            late.getState() == SedimentProtos.Late.State.OPEN));
  }

  private static String key(Cell cell, int length) {
    return Bytes.toString(CellUtil.cloneFamily(cell))
        + ":"
        + Bytes.toString(CellUtil.cloneQualifier(cell), 0, length);
  }

  private static SedimentProtos.Base base(Cell cell) throws InvalidProtocolBufferException {
    return SedimentProtos.Base.parseFrom(CellUtil.cloneValue(cell));
  }

  private static BigDecimal number(SedimentProtos.Number number) {
    return new BigDecimal(new BigInteger(number.getUnscaled().toByteArray()), number.getScale());
  }

  private static BigDecimal value(Cell cell) {
    byte[] value = CellUtil.cloneValue(cell);
    return Bytes.toString(CellUtil.cloneFamily(cell)).equals("y")
        ? Bytes.toBigDecimal(value)
        : BigDecimal.valueOf(Bytes.toLong(value));
  }
}
