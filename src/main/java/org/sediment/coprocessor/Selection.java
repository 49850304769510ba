package org.sediment.coprocessor;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.fold.Aggregator;
import org.sediment.fold.Aggregators;
import org.sediment.model.DeltaColumn;
import org.sediment.model.FamilyKind;
import org.sediment.model.FamilyName;
import org.sediment.model.Printable;
import org.sediment.protocol.SedimentProtos.CounterSelection;

/**
 * Which counters a request asks for, checked against the table. Immutable, but for its scans.
 *
 * @param families delta families, in the table's order
 * @param counters names in byte order; empty for all counters
 * @param asOf deltas with a later time are left out; {@link Long#MAX_VALUE} for now
 */
record Selection(List<FamilySettings> families, List<byte[]> counters, long asOf) {
  private static final int SLICE = 1000;

  /**
   * Checks a request's selection.
   *
   * @throws DoNotRetryIOException if it names what cannot be; the message names the remedy
   */
  static Selection of(CounterSelection request, TableSettings settings)
      throws DoNotRetryIOException {
    List<FamilySettings> families = new ArrayList<>();
    for (FamilySettings family : settings.families().values()) {
      if (family.kind() == FamilyKind.DELTA) {
        families.add(family);
      }
    }
    if (families.isEmpty()) {
      throw new DoNotRetryIOException(
          "the table has no delta family, so no totals: set sediment.kind = delta on a family");
    }
    families.sort(
        (a, b) -> Bytes.compareTo(FamilyName.bytes(a.name()), FamilyName.bytes(b.name())));
    if (request.getFamilyCount() > 0) {
      families = chosen(families, request.getFamilyList());
    }
    if (request.hasAsOf() && request.getAsOf() < 0) {
      throw new DoNotRetryIOException(
          "as_of = " + request.getAsOf() + " is negative: give milliseconds since 1970");
    }
    return new Selection(
        List.copyOf(families),
        counters(request.getCounterList()),
        request.hasAsOf() ? request.getAsOf() : Long.MAX_VALUE);
  }

  private static List<FamilySettings> chosen(List<FamilySettings> all, List<ByteString> named)
      throws DoNotRetryIOException {
    for (ByteString name : named) {
      if (all.stream()
          .noneMatch(family -> family.name().equals(FamilyName.text(name.toByteArray())))) {
        throw new DoNotRetryIOException(
            "family '"
                + Printable.of(name.toByteArray())
                + "' is no delta family of the table; delta families are "
                + all.stream().map(FamilySettings::name).toList());
      }
    }
    return all.stream()
        .filter(family -> named.contains(ByteString.copyFrom(FamilyName.bytes(family.name()))))
        .toList();
  }

  private static List<byte[]> counters(List<ByteString> named) throws DoNotRetryIOException {
    List<byte[]> out = new ArrayList<>();
    for (ByteString name : named) {
      byte[] counter = name.toByteArray();
      if (DeltaColumn.counterLength(counter, 0, counter.length) >= 0) {
        throw new DoNotRetryIOException(
            "counter '"
                + Printable.of(counter)
                + "' has one of the characters : ; < , which end a counter's name");
      }
      out.add(counter);
    }
    out.sort(Arrays::compareUnsigned);
    return List.copyOf(out);
  }

  /** Whether this asks about a moment that is not now. */
  boolean isAsOf() {
    return asOf != Long.MAX_VALUE;
  }

  /** Whether a counter is asked for. */
  boolean includes(byte[] counter) {
    return counters.isEmpty()
        || counters.stream().anyMatch(selected -> Arrays.equals(selected, counter));
  }

  /**
   * Aggregator of a counter.
   *
   * @return null if the family's {@code sediment.fold} names none for it
   */
  static Aggregator aggregator(FamilySettings family, byte[] counter) {
    if (family.aggregators().size() == 1) {
      Aggregator all = family.aggregators().get(Aggregators.ALL_OTHERS);
      if (all != null) {
        return all;
      }
    }
    return family.aggregator(Bytes.toString(counter));
  }

  /** A scan over these counters of a range of rows, in slices; as new, with its own filter. */
  Scan scan(byte[] start, byte[] stop) {
    Scan scan = prepared().withStartRow(start).withStopRow(stop);
    return counters.isEmpty() ? scan : scan.setFilter(new CounterFilter(counters));
  }

  /** A scan over these counters of one row, in slices. */
  Scan scan(byte[] row) {
    Scan scan = prepared().withStartRow(row).withStopRow(row, true);
    return counters.isEmpty() ? scan : scan.setFilter(new CounterFilter(counters));
  }

  private Scan prepared() {
    Scan scan = new Scan().readAllVersions().setBatch(SLICE);
    families.forEach(family -> scan.addFamily(FamilyName.bytes(family.name())));
    return scan;
  }
}
