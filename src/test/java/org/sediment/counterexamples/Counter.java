package org.sediment.counterexamples;

import static org.sediment.counterexamples.Events.bytes;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.protocol.SedimentProtos;
import org.sediment.testing.TestRegion;

/**
 * A counter as the design says it must be read, reckoned from plain cells with no code of the fold
 * or the endpoint: the newest base, the deltas above it, and what is late.
 *
 * @param total the sum; null if there is neither delta nor base
 * @param late open late entries, and deltas that no base can hold although it stands above them
 */
record Counter(Long total, int late) {
  static Counter of(long total) {
    return new Counter(total, 0);
  }

  static Counter of(long total, int late) {
    return new Counter(total, late);
  }

  static Counter absent() {
    return new Counter(null, 0);
  }

  /** Reads a counter of family {@code x}. */
  static Counter read(TestRegion region, String row, String counter) throws IOException {
    return read(region, row, "x", counter);
  }

  static Counter read(TestRegion region, String row, String family, String counter)
      throws IOException {
    return read(cells(region, row, family), counter);
  }

  /** Reads a counter from the visible cells, all versions, of one row and family. */
  static Counter read(List<Cell> cells, String counter) throws IOException {
    SedimentProtos.Base base = null;
    long through = Long.MIN_VALUE;
    for (Cell cell : cells) {
      if (name(cell).equals(counter + ";") && cell.getTimestamp() > through) {
        base = SedimentProtos.Base.parseFrom(CellUtil.cloneValue(cell));
        through = cell.getTimestamp();
      }
    }
    BigInteger sum =
        base == null ? BigInteger.ZERO : new BigInteger(base.getSum().getUnscaled().toByteArray());
    boolean present = base != null;
    int late = 0;
    for (Cell cell : cells) {
      String name = name(cell);
      if (name.startsWith(counter + "<")) {
        late += isOpen(cell) ? 1 : 0;
      } else if (name.startsWith(counter + ":")) {
        if (cell.getTimestamp() > through) {
          sum = sum.add(BigInteger.valueOf(Bytes.toLong(CellUtil.cloneValue(cell))));
          present = true;
        } else if (((ExtendedCell) cell).getSequenceId() > base.getFoldedSequenceId()) {
          late++;
        }
      }
    }
    return new Counter(present ? sum.longValueExact() : null, late);
  }

  /** The base of a counter; null if there is none. */
  static SedimentProtos.Base base(TestRegion region, String row, String counter)
      throws IOException {
    for (Cell cell : cells(region, row, "x")) {
      if (name(cell).equals(counter + ";")) {
        return SedimentProtos.Base.parseFrom(CellUtil.cloneValue(cell));
      }
    }
    return null;
  }

  /** Time of a counter's base; -1 if there is none. */
  static long through(TestRegion region, String row, String counter) throws IOException {
    for (Cell cell : cells(region, row, "x")) {
      if (name(cell).equals(counter + ";")) {
        return cell.getTimestamp();
      }
    }
    return -1;
  }

  /** The qualifiers of family {@code x} that a plain read of all versions shows, with times. */
  static List<String> columns(TestRegion region, String row) throws IOException {
    List<String> out = new ArrayList<>();
    for (Cell cell : cells(region, row, "x")) {
      out.add(name(cell) + "@" + cell.getTimestamp());
    }
    return out;
  }

  /** The open late entries of a counter, as qualifier and time. */
  static List<String> open(TestRegion region, String row, String counter) throws IOException {
    List<String> out = new ArrayList<>();
    for (Cell cell : cells(region, row, "x")) {
      if (name(cell).startsWith(counter + "<") && isOpen(cell)) {
        out.add(name(cell) + "@" + cell.getTimestamp());
      }
    }
    return out;
  }

  private static boolean isOpen(Cell cell) throws InvalidProtocolBufferException {
    SedimentProtos.Late late = SedimentProtos.Late.parseFrom(CellUtil.cloneValue(cell));
    return late.getState() == SedimentProtos.Late.State.OPEN;
  }

  private static List<Cell> cells(TestRegion region, String row, String family) throws IOException {
    Scan scan = View.one(row).readAllVersions().addFamily(bytes(family));
    return region.cells(scan);
  }

  private static String name(Cell cell) {
    return new String(CellUtil.cloneQualifier(cell), StandardCharsets.ISO_8859_1);
  }
}
