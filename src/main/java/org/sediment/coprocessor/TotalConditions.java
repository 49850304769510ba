package org.sediment.coprocessor;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.sediment.fold.Aggregator;
import org.sediment.model.Printable;

/**
 * Judges {@code checkAndMutate} conditions on totals. HBase itself looks at stored cells and asks
 * no hook, so the condition is judged here, under the row's exclusive lock that HBase holds, and
 * the action is then given back to HBase with a condition that is always true. Thread-safe.
 *
 * <p>Values of a counter are compared as numbers: as bytes, -1 would be above 1. A condition by
 * filter is as the filter has it.
 */
final class TotalConditions {
  /** No column of this name is ever stored in a delta family. */
  private static final byte[] NO_COLUMN = {'<'};

  private static final TimeRange NO_TIME = TimeRange.between(0, 1);

  private final RegionContext region;
  private final PlainReads reads;

  TotalConditions(RegionContext region, PlainReads reads) {
    this.region = region;
    this.reads = reads;
  }

  /**
   * Does what a conditional call asks for, if its condition is on totals.
   *
   * @return HBase's answer to the call; empty if HBase is to judge the condition
   */
  Optional<CheckAndMutateResult> answer(CheckAndMutate call) throws IOException {
    List<byte[]> asked = call.hasFilter() ? reads.familyNames() : List.of(call.getFamily());
    Optional<ReadMode> mode = mode(call.getAction());
    byte[] total = asked.stream().filter(one -> reads.isTotal(one, mode)).findFirst().orElse(null);
    if (total == null || isOurs(call)) {
      return Optional.empty();
    }
    if (!holds(call, asked, mode)) {
      return Optional.of(new CheckAndMutateResult(false, null));
    }
    return Optional.of(region.region().checkAndMutate(always(call, total)));
  }

  private static Optional<ReadMode> mode(Row action) throws DoNotRetryIOException {
    List<? extends Row> parts =
        action instanceof RowMutations several ? several.getMutations() : List.of(action);
    for (Row part : parts) {
      Optional<ReadMode> mode = part instanceof Mutation one ? ReadMode.of(one) : Optional.empty();
      if (mode.isPresent()) {
        return mode;
      }
    }
    return Optional.empty();
  }

  private static boolean isOurs(CheckAndMutate call) {
    return !call.hasFilter() && call.getQualifier() == NO_COLUMN; // the very array
  }

  private static CheckAndMutate always(CheckAndMutate call, byte[] family)
      throws DoNotRetryIOException {
    CheckAndMutate.Builder always =
        CheckAndMutate.newBuilder(call.getRow()).ifNotExists(family, NO_COLUMN).timeRange(NO_TIME);
    Row action = call.getAction();
    if (action instanceof RowMutations several) {
      return always.build(several);
    }
    if (action instanceof Put put) {
      return always.build(put);
    }
    if (action instanceof Delete delete) {
      return always.build(delete);
    }
    if (action instanceof Increment increment) {
      return always.build(increment);
    }
    if (action instanceof Append append) {
      return always.build(append);
    }
    throw new DoNotRetryIOException("not an action of a checkAndMutate: " + action);
  }

  private boolean holds(CheckAndMutate call, List<byte[]> families, Optional<ReadMode> mode)
      throws IOException {
    Get get = new Get(call.getRow());
    if (call.hasFilter()) {
      families.forEach(get::addFamily);
      get.setFilter(call.getFilter());
    } else {
      get.addColumn(call.getFamily(), call.getQualifier());
    }
    TimeRange times = call.getTimeRange();
    if (times != null) {
      get.setTimeRange(times.getMin(), times.getMax());
    }
    reads.prepare(PlainRead.of(get), mode);
    List<Cell> found = new ArrayList<>();
    try (RegionScanner scanner = region.region().getScanner(new Scan(get))) {
      scanner.next(found);
      return call.hasFilter() ? !found.isEmpty() : compare(call, found);
    }
  }

  /** As HBase compares, but numbers. */
  private boolean compare(CheckAndMutate call, List<Cell> found) throws DoNotRetryIOException {
    byte[] value = call.getValue();
    CompareOperator operator = call.getCompareOp();
    if (value == null || value.length == 0) {
      return found.isEmpty() == (operator != CompareOperator.NOT_EQUAL);
    }
    Aggregator aggregator =
        Selection.aggregator(reads.settings(call.getFamily()), call.getQualifier());
    if (found.isEmpty() || aggregator == null) {
      return false;
    }
    BigDecimal expected =
        aggregator
            .decodeTotal(value)
            .orElseThrow(
                () ->
                    new DoNotRetryIOException(
                        Refusals.cell(found.get(0))
                            + ": the condition's value '"
                            + Printable.of(value)
                            + "' is no total of "
                            + aggregator.text()
                            + ", which is "
                            + aggregator.valueForm()));
    BigDecimal total = aggregator.decodeTotal(CellUtil.cloneValue(found.get(0))).orElseThrow();
    int order = expected.compareTo(total);
    return switch (operator) {
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case GREATER -> order > 0;
      default -> throw new DoNotRetryIOException("no comparison of values: " + operator);
    };
  }
}
