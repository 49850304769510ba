package org.sediment.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.sediment.protocol.SedimentProtos.RowTotals;
import org.sediment.protocol.SedimentProtos.ScanTotalsRequest;
import org.sediment.protocol.SedimentProtos.ScanTotalsResponse;

/**
 * Totals of a range, row by row, fetched a page at a time. Not thread-safe. Holds no resource: it
 * can be left at any row.
 */
final class ScannedTotals implements Iterator<org.sediment.client.RowTotals> {
  private final ServiceCalls calls;
  private final RangeWalk walk;
  private final ScanTotalsRequest template;
  private final Queue<RowTotals> page = new ArrayDeque<>();

  /** An iterator; {@code template} has everything but the range. */
  ScannedTotals(ServiceCalls calls, RowRange range, ScanTotalsRequest.Builder template) {
    this.calls = calls;
    this.walk = new RangeWalk(range);
    this.template = template.setRange(walk.rest()).build();
  }

  @Override
  public boolean hasNext() {
    try {
      while (page.isEmpty() && !walk.isDone()) {
        ScanTotalsRequest request = template.toBuilder().setRange(walk.rest()).build();
        ScanTotalsResponse answer =
            calls.call(
                walk.cursor(),
                (stub, controller, done) -> stub.scanTotals(controller, request, done));
        walk.answered(answer.getCovered());
        page.addAll(answer.getRowList());
      }
      return !page.isEmpty();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public org.sediment.client.RowTotals next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return Wire.row(page.remove());
  }
}
