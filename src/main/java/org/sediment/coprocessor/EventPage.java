package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionServerAccounting;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.Printable;
import org.sediment.protocol.SedimentProtos.ApplyEventsRequest;
import org.sediment.protocol.SedimentProtos.ApplyEventsResponse;
import org.sediment.protocol.SedimentProtos.ChangeEvent;
import org.sediment.protocol.SedimentProtos.EventOutcome;

/**
 * Applies the events of one call, through the region's own batches: so every hook, the caller's
 * permissions and the log are as for a client's list of mutations. Events are taken in the order of
 * rows, those of one row in the order given; each batch is one append to the log, and holds each of
 * its events whole. Not thread-safe.
 *
 * <p>An exception means that nothing of the call was stored, or that it is not known; what is known
 * of a part is answered, and the rest is put off.
 */
final class EventPage {
  private static final int MAX_EVENTS = 10_000;
  private static final long BATCH_BYTES = 16L << 20;
  private static final int DEFAULT_BATCH = 20_000;
  private static final long DEFAULT_CELL_BYTES = 10L << 20;
  private static final float DEFAULT_LOWER_LIMIT = 0.95f;

  private final RegionContext context;
  private final Region region;
  private final RegionInfo info;
  private final EventMaker maker;
  private final int batchSize;
  private final float lowerLimit;

  EventPage(RegionContext context) {
    this.context = context;
    this.region = context.region();
    this.info = region.getRegionInfo();
    Configuration conf = context.env().getConfiguration();
    this.maker =
        new EventMaker(
            new Families(context.settings()),
            conf.getLong("hbase.server.keyvalue.maxsize", DEFAULT_CELL_BYTES));
    // HBase cuts a batch there; an event must not be cut
    this.batchSize = Math.max(3, conf.getInt("hbase.regionserver.minibatch.size", DEFAULT_BATCH));
    this.lowerLimit =
        conf.getFloat("hbase.regionserver.global.memstore.size.lower.limit", DEFAULT_LOWER_LIMIT);
  }

  /**
   * Applies the events.
   *
   * @throws NotServingRegionException if the region does not hold the first event's row, so that
   *     HBase's client looks for it again
   * @throws IOException if nothing is known of any event; the exception's class says whether to
   *     retry
   */
  ApplyEventsResponse apply(ApplyEventsRequest request) throws IOException {
    if (request.getEventCount() > MAX_EVENTS) {
      throw new DoNotRetryIOException(
          request.getEventCount() + " events in one request: send at most " + MAX_EVENTS);
    }
    if (request.getEventCount() > 0) {
      checkFirst(request.getEvent(0).getRow().toByteArray());
    }
    List<EventAnswer> answers = new ArrayList<>(request.getEventCount());
    List<Made> made = new ArrayList<>(request.getEventCount());
    for (ChangeEvent event : request.getEventList()) {
      EventAnswer answer = new EventAnswer();
      answers.add(answer);
      make(event, answer, made);
    }
    made.sort(Comparator.comparing(Made::row, Bytes.BYTES_COMPARATOR));
    store(made, made.size() < answers.size());
    ApplyEventsResponse.Builder out = ApplyEventsResponse.newBuilder();
    answers.forEach(answer -> out.addOutcome(answer.outcome()));
    return out.build();
  }

  /** An event that has its mutations. */
  private record Made(byte[] row, long bytes, EventAnswer answer) {}

  private void checkFirst(byte[] row) throws NotServingRegionException {
    if (row.length > 0 && !info.containsRow(row)) {
      throw new NotServingRegionException(
          "row '" + Printable.of(row) + "' is not in region " + info.getRegionNameAsString());
    }
  }

  private void make(ChangeEvent event, EventAnswer answer, List<Made> made) {
    byte[] row = event.getRow().toByteArray();
    if (row.length > 0 && !info.containsRow(row)) {
      answer.end(
          EventOutcome.Outcome.NOT_HERE,
          Refusals.row(row) + " is not in region " + info.getRegionNameAsString());
      return;
    }
    try {
      made.add(new Made(row, maker.make(event, answer), answer));
    } catch (IllegalArgumentException wrong) {
      answer.end(EventOutcome.Outcome.REJECTED, wrong.getMessage());
      context.counters().add(Counters.What.REJECTED);
    }
  }

  /**
   * Stores batch by batch.
   *
   * @param known whether there is something to answer already
   */
  private void store(List<Made> made, boolean known) throws IOException {
    ReadBudget budget = new ReadBudget(0);
    boolean answered = known;
    int next = 0;
    while (next < made.size()) {
      int from = next;
      int mutations = 0;
      long bytes = 0;
      while (next < made.size()) {
        Made event = made.get(next);
        mutations += event.answer().mutations().size();
        bytes += event.bytes();
        if (next > from && (mutations > batchSize || bytes > BATCH_BYTES)) {
          break;
        }
        next++;
      }
      try {
        checkMemory();
        store(made.subList(from, next));
      } catch (DoNotRetryIOException refused) {
        throw refused; // of the caller or the table, not of an event
      } catch (IOException failed) {
        if (!answered) {
          throw failed;
        }
        putOff(made.subList(from, made.size()), failed.toString());
        return;
      }
      answered = true;
      if (next < made.size() && budget.isSpentNow()) {
        putOff(made.subList(next, made.size()), "the call took long enough");
        return;
      }
    }
  }

  private void store(List<Made> batch) throws IOException {
    List<Mutation> mutations = new ArrayList<>(batch.size());
    batch.forEach(event -> mutations.addAll(event.answer().mutations()));
    OperationStatus[] statuses = region.batchMutate(mutations.toArray(new Mutation[0]));
    int first = 0;
    for (Made event : batch) {
      int end = first + event.answer().mutations().size();
      event.answer().stored(Arrays.asList(statuses).subList(first, end));
      first = end;
    }
  }

  private static void putOff(List<Made> events, String why) {
    events.forEach(event -> event.answer().end(EventOutcome.Outcome.NOT_TRIED, why));
  }

  /**
   * Holds a writer off while the server's memstores are over their limit: HBase does it for a
   * client's writes only, before they reach the region. Pressure is 1 at the lower limit.
   */
  private void checkMemory() throws RegionTooBusyException {
    if (context.env().getOnlineRegions() instanceof RegionServerServices server) {
      RegionServerAccounting memory = server.getRegionServerAccounting();
      if (memory != null && memory.getFlushPressure() * lowerLimit >= 1) {
        throw new RegionTooBusyException(
            "the server's memstores are over their limit until some are flushed");
      }
    }
  }
}
